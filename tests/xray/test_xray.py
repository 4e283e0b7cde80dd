"""X-raying somebody's own converter: what it really does is observed, whatever it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.converters import converted_messages, route
from workbench.json.text import Json, compact
from workbench.xray.compare import xray
from workbench.xray.own_converter import OwnConverter
from workbench.xray.report import lines, page
from workbench.xray.run import XrayError, run_xray

CORE = ("icontent", "vercel-v4-core")


def reference(messages: Json) -> Json:
    return converted_messages(messages, *CORE)


def forgetful(messages: Json) -> Json:
    """As the reference, but errors are gone, ids of results stay as they are, and a word is added."""
    made = reference(messages)
    for message in made:
        message["madeBy"] = "forgetful"
        for part in message["content"] if isinstance(message["content"], list) else ():
            part.pop("isError", None)
            if part["type"] == "tool-result":
                part["toolCallId"] = part["toolCallId"].replace("call_", "hist_tool_", 1)
    return made


def _seen(function: Json, each: bool = False) -> Json:
    return xray(OwnConverter(function, *CORE, each))


def test_the_reference_itself_does_not_depart_from_the_reference() -> None:
    seen = _seen(reference)
    assert seen["departures"] == {"fields": [], "values": [], "more_values": 0}
    assert seen["failures"] == []


def test_what_it_loses_invents_and_rewrites_differently_is_found() -> None:
    seen = _seen(forgetful)
    assert "madeBy" in seen["inventions"]
    assert "blocks[].error" in seen["losses"]
    departing = {(row["from"], row["to"]): (row["yours"], row["reference"]) for row in seen["departures"]["fields"]}
    assert departing["", "madeBy"][1] is None
    assert departing["blocks[].callId", "content[].toolCallId"] == (
        "copied under another name",
        "prefix rewritten: `hist_tool_` → `call_`",
    )
    assert [row["from"] for row in seen["id_rewrites"]] == ["blocks[].id"]


def test_one_message_more_shifts_nothing_behind_it() -> None:
    def chatty(messages: Json) -> Json:
        made = reference(messages)
        return [*made[:1], {"role": "user", "content": "Go on."}, *made[1:]]

    values = _seen(chatty)["departures"]["values"]
    assert {(row["at"], row["kind"], compact(row["yours"])) for row in values} == {
        ("/1", "added", '{"role":"user","content":"Go on."}')
    }


def test_the_lines_for_a_terminal_name_their_columns() -> None:
    told = list(lines({**_seen(forgetful), "function": "own:forgetful"}))
    heading = next(number for number, line in enumerate(told) if line.startswith("Ids rewritten"))
    assert told[heading + 1] == "  from | to | what"


def test_a_converter_of_one_message_is_called_with_each() -> None:
    def one(message: Json) -> Json:
        return None if message["speaker"] == "tool" else {"role": "user", "content": str(message["blocks"])}

    seen = _seen(one, each=True)
    assert {"from": 'speaker: "tool"', "to": "", "what": "lost: the whole message is dropped"} in seen["fields"]


def test_what_it_raises_is_reported_and_nothing_else_is() -> None:
    def strict(messages: Json) -> Json:
        return [{"role": "user", "content": message["blocks"][0]["text"]} for message in messages]

    seen = _seen(strict)
    assert {row["error"] for row in seen["failures"]} >= {"KeyError: 'text'"}
    assert seen["departures"]["values"] == []


def test_it_gets_a_copy_so_that_it_may_change_what_it_is_given() -> None:
    def careless(messages: Json) -> Json:
        made = reference(messages)
        messages.clear()
        return made

    assert _seen(careless)["departures"]["fields"] == []


def test_an_answer_that_is_no_list_is_told_with_advice() -> None:
    assert "add --each" in _seen(lambda messages: 7)["failures"][0]["error"]


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


@pytest.mark.parametrize("place", ["own_one:to_core", "own_one.py:to_core"])
def test_it_runs_in_a_process_of_its_own_and_what_it_prints_is_not_the_result(own: Path, place: str) -> None:
    seen = run_xray(place, *CORE)
    assert (seen["function"], seen["from"], seen["to"]) == (place, *CORE)
    assert "blocks[].text" in seen["losses"]
    assert "&lt;b&gt;" in page(seen)
    assert "<b>" not in page(seen)


def test_whatever_it_does_to_its_process_is_one_sentence(own: Path) -> None:
    with pytest.raises(XrayError, match="ended its process with code 3"):
        run_xray("own_one:leave", *CORE)
    with pytest.raises(XrayError, match="was not done after"):
        run_xray("own_one:wait", *CORE, seconds=1)
    with pytest.raises(XrayError, match="cannot be imported: AttributeError"):
        run_xray("own_one:nobody", *CORE)


def test_two_hops_are_one_reference() -> None:
    assert len(route("a2a", "anthropic")) > 1
    seen = xray(
        OwnConverter(lambda messages: converted_messages(messages, "a2a", "anthropic"), "a2a", "anthropic", False)
    )
    assert seen["departures"]["values"] == []
