"""X-raying a user's own converter: its actual behaviour is observed, whatever it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench.converters import converted_messages, route
from workbench.json.text import compact
from workbench.xray.compare import xray
from workbench.xray.custom_converter import CustomConverter
from workbench.xray.report import lines, page
from workbench.xray.run import XrayError, run_xray

CORE = ("icontent", "vercel-v4-core")


def reference(messages: Any) -> Any:
    return converted_messages(messages, *CORE)


def forgetful(messages: Any) -> Any:
    """Convert like the reference, but drop errors, leave the ids of results unchanged, and add a field."""
    converted = reference(messages)
    for message in converted:
        message["madeBy"] = "forgetful"
        for part in message["content"] if isinstance(message["content"], list) else ():
            part.pop("isError", None)
            if part["type"] == "tool-result":
                part["toolCallId"] = part["toolCallId"].replace("call_", "hist_tool_", 1)
    return converted


def _xray(function: Any, each: bool = False) -> Any:
    return xray(CustomConverter(function, *CORE, each))


def test_the_reference_itself_has_no_differences() -> None:
    observations = _xray(reference)
    assert observations["departures"] == {"fields": [], "values": [], "more_values": 0}
    assert observations["failures"] == []


def test_losses_inventions_and_different_rewrites_are_found() -> None:
    observations = _xray(forgetful)
    assert "madeBy" in observations["inventions"]
    assert "blocks[].error" in observations["losses"]
    differences = {
        (row["from"], row["to"]): (row["yours"], row["reference"]) for row in observations["departures"]["fields"]
    }
    assert differences["", "madeBy"][1] is None
    assert differences["blocks[].callId", "content[].toolCallId"] == (
        "copied under another name",
        "prefix rewritten: `hist_tool_` → `call_`",
    )
    assert [row["from"] for row in observations["id_rewrites"]] == ["blocks[].id"]


def test_an_extra_message_does_not_shift_the_messages_after_it() -> None:
    def with_extra_message(messages: Any) -> Any:
        converted = reference(messages)
        return [*converted[:1], {"role": "user", "content": "Go on."}, *converted[1:]]

    values = _xray(with_extra_message)["departures"]["values"]
    assert {(row["at"], row["kind"], compact(row["yours"])) for row in values} == {
        ("/1", "added", '{"role":"user","content":"Go on."}')
    }


def test_the_lines_for_a_terminal_have_column_headings() -> None:
    printed = list(lines({**_xray(forgetful), "function": "own:forgetful"}))
    heading = next(number for number, line in enumerate(printed) if line.startswith("Ids rewritten"))
    assert printed[heading + 1] == "  from | to | what"


def test_a_converter_of_single_messages_is_called_for_each_message() -> None:
    def convert_one(message: Any) -> Any:
        return None if message["speaker"] == "tool" else {"role": "user", "content": str(message["blocks"])}

    observations = _xray(convert_one, each=True)
    assert {"from": 'speaker: "tool"', "to": "", "what": "lost: the entire message is dropped"} in observations[
        "fields"
    ]


def test_a_converter_that_raises_is_only_reported() -> None:
    def strict(messages: Any) -> Any:
        return [{"role": "user", "content": message["blocks"][0]["text"]} for message in messages]

    observations = _xray(strict)
    assert {row["error"] for row in observations["failures"]} >= {"KeyError: 'text'"}
    assert observations["departures"]["values"] == []


def test_the_converter_may_modify_its_input_because_it_gets_a_copy() -> None:
    def modifying(messages: Any) -> Any:
        converted = reference(messages)
        messages.clear()
        return converted

    assert _xray(modifying)["departures"]["fields"] == []


def test_a_result_that_is_not_a_list_is_reported_with_advice() -> None:
    assert "add --each" in _xray(lambda messages: 7)["failures"][0]["error"]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_one.py").write_text(
        "import sys\n"
        "def to_core(messages):\n"
        "    print('hello')\n"
        "    return [{'role': 'user', 'content': '<b>'} for message in messages]\n"
        "def leave(messages):\n"
        "    sys.exit(3)\n"
        "def wait(messages):\n"
        "    while True: pass\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("function", ["own_one:to_core", "own_one.py:to_core"])
def test_the_converter_runs_in_another_process_and_its_output_is_not_the_result(own: Path, function: str) -> None:
    observations: Any = run_xray(function, *CORE)
    assert (observations["function"], observations["from"], observations["to"]) == (function, *CORE)
    assert "blocks[].text" in observations["losses"]
    assert "&lt;b&gt;" in page(observations)
    assert "<b>" not in page(observations)


def test_whatever_happens_to_its_process_is_reported_in_one_sentence(own: Path) -> None:
    with pytest.raises(XrayError, match="ended its process with code 3"):
        run_xray("own_one:leave", *CORE)
    with pytest.raises(XrayError, match="did not finish within"):
        run_xray("own_one:wait", *CORE, seconds=1)
    with pytest.raises(XrayError, match="cannot be imported: AttributeError"):
        run_xray("own_one:nobody", *CORE)


def test_a_route_of_two_hops_can_be_the_reference() -> None:
    assert len(route("a2a", "anthropic")) > 1
    observations = xray(
        CustomConverter(lambda messages: converted_messages(messages, "a2a", "anthropic"), "a2a", "anthropic", False)
    )
    assert observations["departures"]["values"] == []


def test_a_report_states_how_many_differences_it_does_not_list() -> None:
    observations = {**_xray(lambda messages: messages), "function": "own:unchanged"}
    assert observations["departures"]["more_values"] > 0
    count = observations["departures"]["more_values"]
    more = f"Differences from the reference, by value ({count:,} more are not listed)"
    assert more in "\n".join(lines(observations))
    assert more in page(observations)
