"""Rows: a cell per column with marks for lost, invented and changed values, and notes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.view.checked_views import view_of, view_of_sample
from workbench.checks.check import check
from workbench.json.text import compact
from workbench.samples import Sample, samples
from workbench.view.responses import ReplayAnswer
from workbench.view.window import Look, View


def _segments(cell: Any) -> list[Any]:
    return [segment for drawn in cell["messages"] for line in drawn["lines"] for segment in line["segments"]]


def _marked(cell: Any, mark: str) -> list[str]:
    return [segment["pointer"] for segment in _segments(cell) if segment.get("mark") == mark]


def test_a_row_has_a_cell_for_every_column() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    assert [kind for kind, _ in view.columns()] == ["internal", "converted", "converted", "response", "back"]
    assert [len(view.rows.row(index)["cells"]) for index in range(6)] == [5] * 6


def test_a_value_that_never_arrives_is_marked_lost_in_its_column() -> None:
    row = view_of_sample("icontent/lost-error-text").rows.row(2)
    assert _marked(row["cells"][0], "lost") == ["/blocks/0/status", "/blocks/0/error"]
    assert "/content/0/toolName" not in _marked(row["cells"][1], "lost"), "a looked-up name is no loss of the history"


def test_a_value_without_a_source_is_invented() -> None:
    row = view_of_sample("icontent/healthy-agent-run").rows.row(4)
    assert _marked(row["cells"][3], "invented") == ["/choices/0/finish_reason"]


def test_unchanged_lines_of_the_round_trip_become_one_short_line() -> None:
    row = view_of_sample("icontent/healthy-agent-run").rows.row(2)
    back = [segment["text"] for segment in _segments(row["cells"][4])]
    assert back[-1] == "= internal"
    assert "hist_tool_9f21c0" in back


def test_a_message_that_is_not_sent_is_labelled() -> None:
    row = view_of([{"speaker": "human", "blocks": []}, {"speaker": "tool", "blocks": []}], "openai").rows.row(1)
    assert row["cells"][1]["why"] == "not sent"


def test_a_system_prompt_that_becomes_a_setting_is_labelled() -> None:
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]
    assert view_of(messages, "anthropic").rows.row(0)["cells"][1]["why"] == "sent outside the messages"


def test_a_finding_is_a_note_in_its_row_and_marks_its_value() -> None:
    row = view_of_sample("icontent/rethreaded-prefix").rows.row(3)
    assert [(note["code"], note["column"]) for note in row["notes"]] == [("ID302", "converted")]
    pointed = [segment for segment in _segments(row["cells"][0]) if segment.get("severity")]
    assert [(segment["pointer"], segment["severity"]) for segment in pointed] == [("/blocks/0/callId", "error")]


def test_links_lead_from_the_file_to_the_answer_and_back() -> None:
    links: Any = view_of_sample("icontent/healthy-agent-run").rows.row(2)["links"]
    chain = ["0:2:/blocks/1/id", "1:2:/content/1/toolCallId", "2:2:/tool_calls/0/id"]
    chain += ["3:2:/choices/0/message/tool_calls/0/id", "4:2:/blocks/1/id"]
    assert all([one, other] in [link[:2] for link in links] for one, other in pairwise(chain))


def test_a_live_answer_is_in_the_row_of_the_last_message_sent() -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": "Now it works."}, "finish_reason": "stop"}]}
    row = view_of_sample("icontent/rethreaded-prefix").rows.row(5, live=ReplayAnswer(body, "openai-chat"))
    assert [cell.get("origin") for cell in row["cells"]] == [None, None, None, "live", "live"]
    assert "Now it works." in compact(row["cells"][4])


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_the_lost_marks_are_those_of_the_composed_trace(sample: Sample) -> None:
    """A value that the wire looked up in another message and then dropped is not a loss of this message."""
    view = View(check(sample.load(), sample.target))
    for index in range(len(view.report.conversation.messages)):
        marks = view.journeys.row(index, None).marks
        lost = {path for (column, at), paths in marks.items() if (column, at) == (0, index) for path in paths}
        tracer = view.report.journey.tracer
        traced = {loss.source.path for loss in tracer.composed(index).losses if loss.source.message == index}
        assert lost == traced | {spot.path for spot in tracer.hidden_failures(index)}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_sample_can_be_sent_to_the_page(sample: Sample) -> None:
    view = View(check(sample.load(), sample.target))
    assert compact([view.head(Look()), view.window(Look())])
    for panel in ("mapping", "trip", "raw", "steps", "threads"):
        assert compact([view.panel(Look(selected=index, panel=panel)) for index in range(3)])
