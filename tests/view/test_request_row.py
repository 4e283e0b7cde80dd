"""Request-level settings have rows of their own, with the findings about them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.view.checked_views import view_of_sample
from workbench.checks.check import check
from workbench.json.text import compact
from workbench.loading import load
from workbench.view.comparison import Compared
from workbench.view.drawn_rows import Cell, RequestRow
from workbench.view.page_request import run_command
from workbench.view.window import Look, View

MESSAGES = [{"role": "user", "content": "Is the sluice open?"}]
TOOL = {"type": "function", "function": {"name": "sluice_state", "parameters": {"type": "object", "properties": {}}}}
NAMELESS = {"type": "function", "function": {"name": "not a name!", "parameters": {"type": "object", "properties": {}}}}


def _view(target: str = "openai", **settings: Any) -> View:
    return View(check(load(compact({"messages": MESSAGES, **settings}).encode(), "test"), target))


def _rows(view: View, *opened: str) -> dict[str, RequestRow]:
    return {row["title"]: row for row in view.request(frozenset(opened))}


def _cell_text(cell: Cell) -> str:
    """Return the text of a cell, in order."""
    lines = [line for message in cell["messages"] for line in message["lines"]]
    return " ".join(segment["text"] for line in lines for segment in line["segments"])


def test_a_finding_about_a_tool_is_in_the_row_of_the_tools() -> None:
    view = _view(model="gpt-4.1", tools=[NAMELESS])
    rows = _rows(view)
    assert list(rows) == ["tools", "parameters"]
    assert view.head(Look())["causes"][0]["index"] < 0
    assert rows["tools"]["severity"] == "error"
    assert [note["rule"] for note in rows["tools"]["notes"]] == [row["rule"] for row in view.head(Look())["causes"]]
    assert (rows["parameters"]["severity"], rows["parameters"]["notes"]) == ("", [])


@pytest.mark.parametrize(
    ("sample", "system"),
    [
        ("anthropic/healthy-harbour", "You assist the harbour master of Kalmar."),
        ("gemini/healthy-library", "library"),
    ],
)
def test_the_system_prompt_has_a_row_if_the_wire_has_it_as_a_setting(sample: str, system: str) -> None:
    rows = _rows(view_of_sample(sample))
    assert system in _cell_text(rows["system"]["cells"][0])
    assert system not in "".join(_cell_text(row["cells"][0]) for title, row in rows.items() if title != "system")


def test_a_system_message_that_is_converted_to_a_setting_has_a_row_in_the_converted_column() -> None:
    messages = [{"role": "system", "content": "You keep the sluice."}, *MESSAGES]
    view = View(check(load(compact({"messages": messages}).encode(), "test"), "anthropic"))
    before, after = _rows(view)["system"]["cells"]
    assert before == {"messages": []}
    assert "You keep the sluice." in _cell_text(after)


def test_tools_are_listed_on_one_line_and_unfolded_on_request() -> None:
    tools = [{"type": "function", "function": {"name": f"sluice_{number}"}} for number in range(9)]
    view = _view(tools=tools, tool_choice="auto")
    folded, unfolded = _rows(view)["tools"], _rows(view, "0:-1:/tools")["tools"]
    assert _cell_text(folded["cells"][0]).startswith("tools ▸ 9 tools: sluice_0, sluice_1")
    assert "tool_choice auto" in _cell_text(folded["cells"][0])
    assert len(folded["cells"][0]["messages"][0]["lines"]) == 2
    assert len(unfolded["cells"][0]["messages"][0]["lines"]) > 9


def test_a_single_tool_is_counted_in_the_singular() -> None:
    assert _cell_text(_rows(_view(tools=[TOOL]))["tools"]["cells"][0]) == "tools ▸ 1 tool: sluice_state"


def test_settings_are_shown_and_can_be_read_completely() -> None:
    view = _view(model="gpt-4.1", temperature=0.2)
    assert _cell_text(_rows(view)["parameters"]["cells"][0]) == "model gpt-4.1 temperature 0.2"
    command = {"name": "read", "column": 0, "message": -1, "pointer": "/temperature"}
    reading = run_command(view, Look(), command).reading
    assert reading is not None
    assert reading.pretty == "0.2"


def test_a_bare_list_of_messages_has_no_request_rows() -> None:
    view = View(check(load(compact(MESSAGES).encode(), "test"), "openai"))
    assert view.request() == []


def test_settings_that_a_repair_removes_are_struck() -> None:
    before, after = _view(model="gpt-4.1", temperature=7), _view(model="gpt-4.1")
    (row,) = Compared(before, after, before).request()
    (message,) = row["cells"][0]["messages"]
    changes = {segment["text"]: segment.get("change") for line in message["lines"] for segment in line["segments"]}
    assert changes["7"] == "struck"
    assert changes["gpt-4.1"] is None


def test_a_row_that_only_one_version_has_is_added() -> None:
    before, after = _view(model="gpt-4.1"), _view(model="gpt-4.1", tools=[TOOL])
    tools = Compared(before, after, before).request()[0]
    (message,) = tools["cells"][0]["messages"]
    assert {segment.get("change") for line in message["lines"] for segment in line["segments"]} == {"added"}


@pytest.mark.parametrize(("target", "column"), [("openai", 1), ("gemini", 1)])
def test_a_system_prompt_that_becomes_a_message_is_shown_in_the_row_of_the_system_prompt(
    target: str, column: int
) -> None:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "system": "You are a gardener.", "messages": MESSAGES}
    view = View(check(load(compact(body).encode(), "test"), target))
    cells = _rows(view)["system"]["cells"]
    assert "You are a gardener." in _cell_text(cells[0])
    assert "You are a gardener." in _cell_text(cells[column])
    assert cells[column]["messages"][0]["position"] == 0
