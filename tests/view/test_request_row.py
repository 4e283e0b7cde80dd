"""What is sent beside the messages has a place of its own, with the findings about it."""

from __future__ import annotations

from typing import Any

from workbench.checks.check import check
from workbench.json.text import compact
from workbench.loading import load
from workbench.view.page_request import carried_out
from workbench.view.window import Look, View

MESSAGES = [{"role": "user", "content": "Is the sluice open?"}]


def _view(**settings: Any) -> View:
    return View(check(load(compact({"messages": MESSAGES, **settings}).encode(), "test"), "openai"))


def test_a_finding_about_a_tool_is_shown_beside_the_messages() -> None:
    tool = {"type": "function", "function": {"name": "not a name!", "parameters": {"type": "object"}}}
    view = _view(model="gpt-4.1", tools=[tool])
    request = view.request()
    assert request is not None
    assert view.head(Look())["causes"][0]["index"] < 0
    assert request["severity"] == "error"
    assert [note["rule"] for note in request["notes"]] == [row["rule"] for row in view.head(Look())["causes"]]
    assert "1 tools" in request["summary"]


def test_settings_are_shown_and_can_be_read_in_full() -> None:
    view = _view(model="gpt-4.1", temperature=0.2)
    request = view.request()
    assert request is not None
    assert (request["severity"], request["notes"]) == ("", [])
    assert "temperature 0.2" in request["summary"]
    command = {"name": "read", "column": 0, "message": -1, "pointer": "/temperature"}
    reading = carried_out(view, Look(), command).reading
    assert reading is not None
    assert reading.pretty == "0.2"


def test_a_bare_list_of_messages_has_nothing_beside_it() -> None:
    view = View(check(load(compact(MESSAGES).encode(), "test"), "openai"))
    assert view.request() is None
