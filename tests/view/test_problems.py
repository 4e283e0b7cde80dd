"""The problems of a conversation: the next one, the minimap, the notes in a row, broken threads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.view.checked_views import view_of
from workbench.view import window
from workbench.view.drawn_rows import Line
from workbench.view.listing import Filter
from workbench.view.page_request import parse_look, run_command
from workbench.view.rows import time_of
from workbench.view.threads import thread_rows
from workbench.view.unchanged_lines import without_unchanged
from workbench.view.window import Look, View

USER = {"role": "user", "content": "Go on."}


def call(*ids: str, content: Any = None) -> Any:
    function = {"name": "read", "arguments": "{}"}
    calls = [{"id": call_id, "type": "function", "function": function} for call_id in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(call_id: str) -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": "ok"}


def two_errors_and_a_warning() -> View:
    """Return a view with unanswered calls in messages 1 and 4, and one in the last message that may be running."""
    return view_of([USER, call("a"), USER, USER, call("b"), USER, call("c")], "openai")


def test_the_next_problem_is_never_the_current_one() -> None:
    listing = two_errors_and_a_warning().listing
    assert listing.problems == [1, 4, 6]
    assert [listing.next_problem(index, 1) for index in (0, 1, 2, 4, 6)] == [1, 4, 4, 6, 1]
    assert [listing.next_problem(index, -1) for index in (0, 1, 2, 4, 6)] == [6, 6, 1, 1, 4]


def test_the_page_goes_to_the_previous_or_next_problem_and_shows_the_messages_before_it() -> None:
    view = view_of([*([USER] * 20), call("a"), USER, call("b"), USER], "openai")
    answers = [run_command(view, Look(), {"name": name, "from": 21}) for name in ("next", "previous")]
    assert [(answer.position, answer.look.selected) for answer in answers] == [(22, 22), (20, 20)]
    assert answers[0].look.first == 16


def test_the_minimap_marks_only_listed_rows_with_their_worst_severity() -> None:
    view = two_errors_and_a_warning()
    assert view.listing.marks(range(7)) == [(0.1429, "error"), (0.5714, "error"), (0.8571, "warning")]
    assert view.listing.marks([0, 4, 5]) == [(0.3333, "error")]
    crowded = view_of([USER] * 2000 + [call("a"), USER, call("b")], "openai")
    assert [severity for _, severity in crowded.listing.marks(range(2003))] == ["error"]


def test_a_message_with_a_warning_and_an_error_is_marked_with_the_error() -> None:
    view = view_of([USER, call("a", "a"), USER, call("a"), result("a"), USER], "openai")
    assert {finding.severity for finding in view.report.findings if finding.message_index == 1} >= {"error"}
    assert (view.listing.severities[1], view.rows.row(1)["severity"]) == ("error", "error")


def test_a_search_for_quotes_and_line_ends_finds_them() -> None:
    view = view_of([USER, {"role": "user", "content": 'He said "no".\nThen left.'}], "openai")
    assert view.listing.rows(Filter(query='"no".')) == [1]
    assert view.listing.rows(Filter(query="no such words")) == []


@pytest.mark.parametrize("odd", [-1, True, "3", None, 1.5])
def test_an_invalid_number_is_treated_as_the_start(odd: Any) -> None:
    look = parse_look({"first": odd, "last": odd, "selected": odd, "opened": [odd, "0:1:/a"]}, 6)
    names = frozenset(name for name in (odd, "0:1:/a") if isinstance(name, str))
    assert (look.first, look.last, look.selected, look.opened) == (0, 16, None, names)


def test_hidden_causes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "_CAUSES_SHOWN", 1)
    view = view_of([USER, call("a"), {"role": "user", "content": None}], "openai")
    shown, everything = view.head(Look()), view.head(Look(all_causes=True))
    assert (len(shown["causes"]), shown["hidden"]) == (1, 1)
    assert (len(everything["causes"]), everything["hidden"]) == (2, 0)


def test_the_page_opens_at_the_worst_problem_and_never_at_information() -> None:
    assert two_errors_and_a_warning().first_problem == 1
    assert view_of([call("c"), result("c"), USER], "openai").first_problem is None


def test_a_thread_has_a_one_word_state_in_each_stage() -> None:
    messages = [
        USER,
        call("a"),
        result("a"),
        USER,
        call("a"),
        result("a"),
        result("b"),
        call("b"),
        USER,
        call("c"),
        USER,
    ]
    rows = {row["ids"][0]: row for row in thread_rows(view_of(messages, "openai").threads, 0, 10)}
    states = {call_id: row["status"]["internal"] for call_id, row in rows.items()}
    assert states == {"a": "repeated", "b": "before its call", "c": "no result"}
    assert all(row["ids"] == [call_id] for call_id, row in rows.items())
    assert rows["c"]["severity"] == "error"


def test_a_thread_that_does_not_reach_the_wire_is_gone_there() -> None:
    lost = {"type": "tool_call", "id": "hist_tool_1", "name": "read", "parameters": {}}
    view = view_of([{"speaker": "human", "blocks": [{"type": "text", "text": "Go."}, lost]}], "openai")
    assert [row["status"] for row in thread_rows(view.threads, 0, 10)] == [{"internal": "no result", "wire": "gone"}]


def test_only_findings_about_ids_and_pairs_break_a_thread() -> None:
    messages = [USER, call("a"), result("a"), USER]
    messages[1]["tool_calls"][0]["function"]["name"] = ""
    view = view_of(messages, "openai")
    assert [finding.rule for finding in view.report.errors] == ["tool-name-empty"]
    assert [thread.broken for thread in view.threads.all] == [""]


def test_a_merged_message_names_the_message_it_became_part_of() -> None:
    system = [
        {"role": "user", "content": "One."},
        {"role": "user", "content": "Two."},
        {"role": "user", "content": "3."},
    ]
    view = view_of([*system, {"role": "assistant", "content": "Yes."}], "bedrock")
    last = len(view.report.journey.stages.columns) - 1
    merged = [view.rows.row(index)["cells"][last] for index in (1, 2)]
    assert [cell.get("why") for cell in merged] == ["part of message 0"] * 2


def test_only_a_valid_time_is_shown() -> None:
    assert time_of({"createdAt": "2026-01-31T08:15:00Z"}) == "08:15"
    assert time_of({"metadata": {"ts": "2026-01-31 08:15"}}) == "08:15"
    assert time_of({"date": "the 31st of January"}) == ""
    assert time_of({"time": 1767225600}) == ""


def test_a_line_stays_if_anything_inside_its_value_came_back_changed() -> None:
    def line(pointer: str) -> Line:
        return {"depth": 0, "segments": [{"kind": "fold", "text": "{…2}", "pointer": pointer}]}

    before, after = {"a": {"b": 1}, "d": {"e": 1, "g": 2}, "f": 1}, {"a": {"b": 3}, "d": {"e": 1}, "f": 1}
    kept = without_unchanged([line("/a"), line("/d"), line("/f")], before, after)
    segments = [segment for row in kept for segment in row["segments"]]
    assert [segment.get("pointer", segment["text"]) for segment in segments] == ["/a", "= internal"]


def test_broken_threads_are_listed_first_and_others_are_not_called_broken() -> None:
    view = view_of([USER, call("a"), result("a"), call("b"), USER], "openai")
    shown = view.window(Look())
    assert [name for _, name, *_ in shown["threads"]] == ["b", "a"]
    assert list(view.threads.broken_among(shown["rows"])) == ["1"]


def test_a_fault_of_the_entire_request_is_not_in_a_row() -> None:
    view = view_of([], "openai")
    assert (view.first_problem, view.listing.problems) == (None, [])
