from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import HEALTHY, PREFIX_SWITCH, Run

Save = Callable[..., Path]


def test_the_format_is_named_with_its_certainty(run: Run, saved: Save) -> None:
    path = saved(PREFIX_SWITCH)
    assert run("detect", path).stdout == f"{path}: icontent (100% sure, 3 messages)\n"


def test_a_tie_is_reported_and_resolved_by_a_given_format(run: Run, saved: Save) -> None:
    plain = saved([{"role": "user", "content": "Hello."}])
    assert "ambiguous; could also be anthropic" in run("detect", plain).stdout
    assert "anthropic (as given, 1 message)" in run("detect", plain, "--format", "anthropic").stdout
    row = json.loads(run("detect", plain, "--output", "json").stdout)["files"][0]
    assert row["ambiguous"] is True
    assert row["candidates"][0] == row["format"]


def test_messages_of_another_format_are_named(run: Run, saved: Save) -> None:
    mixed = saved([*PREFIX_SWITCH, HEALTHY[1]])
    row = json.loads(run("detect", mixed, "--output", "json").stdout)["files"][0]
    assert row["mixed"] == [{"message_index": 3, "format": "openai-chat"}]
    assert "mixed: message 3 is openai-chat" in run("detect", mixed).stdout


def test_an_unreadable_file_exits_with_2(run: Run, saved: Save) -> None:
    result = run("detect", saved("no conversation"), "--output", "json")
    assert result.exit_code == 2
    assert "error" in json.loads(result.stdout)["files"][0]


def test_a_list_of_something_else_is_of_no_known_format(run: Run, saved: Save) -> None:
    other = saved({"messages": [{"ruleId": "no-var", "severity": 2, "line": 1}]})
    told = run("detect", other).stdout
    assert "no known format (1 message)" in told
    assert "a list of 1 object with ruleId, severity and line" in told
    assert "openai-chat" not in told + run("check", other).stdout.partition("\n")[0]


def test_a_best_guess_is_not_given_as_the_format(run: Run, saved: Save) -> None:
    lines = [{"type": "system", "text": "a", "id": "1"}, {"type": "message", "role": "user", "text": "x", "id": "2"}]
    row = json.loads(run("detect", saved(lines), "--output", "json").stdout)["files"][0]
    assert (row["recognised"], row["format"], row["confidence"]) == (False, None, 0.0)
    assert row["description"] == "a list of 2 objects with type, text and id"
    checked = json.loads(run("check", saved(lines), "--output", "json").stdout)["files"][0]
    assert (checked["verdict"], checked["format"]) == ("not-judged", None)
