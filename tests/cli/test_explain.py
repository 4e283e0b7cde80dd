from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import ORPHAN, Run

Save = Callable[..., Path]

REFUSED = (
    "400 Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
)


def test_a_rule_is_explained_by_code_or_name_with_examples_and_error_messages(run: Run) -> None:
    by_code, by_name = run("explain", "TC101"), run("explain", "tool-result-orphan")
    assert by_code.stdout == by_name.stdout
    assert by_code.stdout.startswith("TC101 tool-result-orphan")
    for part in ("Bad (openai):", "Good (openai):", "Who enforces it:", "Their error messages:", "preceeding"):
        assert part in by_code.stdout


def test_an_unknown_rule_is_answered_with_the_most_similar(run: Run) -> None:
    result = run("explain", "tool-result-orphans")
    assert result.exit_code == 2
    assert result.stderr == "workbench: there is no rule 'tool-result-orphans'; did you mean 'tool-result-orphan'?\n"


def test_an_error_is_located_in_the_file(run: Run, saved: Save) -> None:
    path = saved(ORPHAN)
    location = json.loads(run("explain", path, "--error", REFUSED, "--output", "json").stdout)
    assert (location["rule"], location["code"], location["target"]) == ("tool-result-orphan", "TC101", "openai")
    assert (location["at"], location["message_index"]) == (location["finding"]["at"], 1)
    text = run("explain", path, "--error", REFUSED).stdout
    assert text.startswith("messages[1]: tool-result-orphan (TC101).")
    assert "^^^" in text


def test_an_error_is_explained_without_a_file(run: Run) -> None:
    text = run("explain", "--error", REFUSED).stdout
    assert text.startswith("This is how OpenAI reports tool-result-orphan (TC101).")


def test_nothing_to_explain_is_the_callers_mistake(run: Run) -> None:
    assert run("explain").exit_code == 2


def test_an_unknown_error_is_answered_with_what_to_do_next(run: Run, saved: Save) -> None:
    result = run("explain", saved(ORPHAN), "--error", "boom")
    assert result.stdout.endswith("`workbench check` lists everything that is wrong in the file.\n")


def test_an_error_in_the_file_needs_no_option(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "paste.txt"
    path.write_text(f"{REFUSED}\n\n{json.dumps(ORPHAN, indent=2)}")
    location = json.loads(run("explain", path, "--output", "json").stdout)
    assert (location["rule"], location["message_index"]) == ("tool-result-orphan", 1)
    assert run("explain", path).stdout.startswith("messages[1]: tool-result-orphan (TC101).")


def test_a_check_shows_the_recorded_and_the_predicted_refusal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "paste.txt"
    path.write_text(f"{REFUSED}\n\n{json.dumps(ORPHAN, indent=2)}")
    recorded = json.loads(run("check", path, "--output", "json").stdout)["files"][0]["recorded_refusal"]
    assert recorded["recorded"].startswith("Invalid parameter: messages with role 'tool'")
    assert recorded["predicted"].startswith("Invalid parameter: messages with role 'tool'")
    assert (recorded["rule"], recorded["message_index"]) == ("tool-result-orphan", 1)
    printed = run("check", path).stdout
    assert printed.index("recorded: Invalid parameter") < printed.index("predicted: Invalid parameter")
    assert (
        json.loads(run("check", "-", "--output", "json", input=json.dumps(ORPHAN)).stdout)["files"][0][
            "recorded_refusal"
        ]
        is None
    )
