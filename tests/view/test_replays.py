"""A replay as the page tells it, and the responses that stand in the rows."""

from __future__ import annotations

from typing import Any

from tests.view.checked import view_of_sample
from workbench.replays import ReplayRecord
from workbench.replays.compare import compare_answers
from workbench.view.replays import live_note
from workbench.view.window import Look


def _record(recorded: str | None, new: str, up_to: int | None = None) -> ReplayRecord:
    def said(text: str) -> dict[str, Any]:
        return {"speaker": "ai", "blocks": [{"type": "text", "text": text}]}

    comparison = None if recorded is None else compare_answers(said(recorded), said(new)).as_json()
    started = "2026-01-01T00:00:00"
    return ReplayRecord("x", {}, "openai", "openai-chat", started, 0.1, "answered", up_to=up_to, comparison=comparison)


def test_a_live_answer_tells_in_its_cell_how_it_differs_from_the_recording() -> None:
    noted = live_note(_record("It is dry.", "It is wet.", up_to=4), 12)
    assert noted is not None
    index, note = noted
    assert (index, note["column"], note["lines"]) == (3, "response", ["-It is dry.", "+It is wet."])


def test_an_answer_like_the_recorded_one_says_so() -> None:
    noted = live_note(_record("It is dry.", "It is dry."), 12)
    assert noted is not None
    assert (noted[0], noted[1]["text"]) == (11, "It says and calls the same as the recording.")


def test_nothing_is_compared_where_nothing_was_recorded() -> None:
    assert live_note(_record(None, "It is dry."), 12) is None


def test_the_recorded_answer_stands_after_the_message_that_asked_for_it() -> None:
    view = view_of_sample("openai-chat/healthy-request-and-response")
    cells = view.rows.row(4)["cells"]
    assert [cell.get("origin") for cell in cells] == [None, "recorded", "recorded"]
    assert "Pumpkin soup" in view.text_of(1, 4, "/choices/0/message/content")
    assert view.rows.row(3)["cells"][1] == {"messages": []}


def test_an_answer_is_not_compared_with_the_question_it_answers() -> None:
    view = view_of_sample("openai-chat/healthy-request-and-response")
    told = view.panel(Look(selected=4, panel="trip"))
    assert (told["rows"], told["response"]) == ([], "")
