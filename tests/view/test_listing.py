"""Which rows are listed, and how much data is sent for them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies.json_values import json_values
from tests.view.checked_views import view_of, view_of_sample
from workbench.json.text import compact
from workbench.view.listing import Filter
from workbench.view.page_request import around, continued_command, parse_look, run_command
from workbench.view.window import MAX_ROWS, Look, View


def _long(count: int) -> View:
    messages: list[Any] = []
    for number in range(count // 2):
        messages.append({"speaker": "human", "blocks": [{"type": "text", "text": f"question {number}"}]})
        messages.append({"speaker": "ai", "blocks": [{"type": "text", "text": f"answer {number}"}]})
    return view_of(messages, "openai")


def test_filters_select_the_matching_rows() -> None:
    listing = view_of_sample("icontent/healthy-agent-run").listing
    assert list(listing.rows(Filter())) == list(range(12))
    assert listing.rows(Filter("role", "user")) == [1, 5, 11]
    assert listing.rows(Filter("thread", "0")) == [2, 3]
    assert listing.rows(Filter("thread", "99")) == []
    assert listing.rows(Filter("problems")) == []


def test_search_finds_text_and_ids_in_any_case() -> None:
    listing = view_of_sample("icontent/healthy-agent-run").listing
    assert listing.rows(Filter(query="OPENING the valve")) == [6]
    assert listing.rows(Filter(query="hist_tool_9f21c2")) == [6, 7]


def test_the_next_problem_wraps_around() -> None:
    listing = view_of_sample("icontent/rethreaded-prefix").listing
    assert (listing.next_problem(-1, 1), listing.next_problem(3, 1), listing.next_problem(3, -1)) == (3, 3, 3)
    assert view_of_sample("icontent/healthy-agent-run").listing.next_problem(0, 1) is None


def test_pressing_again_before_the_page_is_drawn_continues_from_the_last_result() -> None:
    command = {"name": "next", "number": 5, "from": 2}
    assert continued_command(command, 4, 9)["from"] == 2
    assert continued_command(command, 3, 9)["from"] == 9
    assert continued_command({"name": "copy", "number": 5}, 3, 9) == {"name": "copy", "number": 5}
    assert continued_command(command, None, None) == command


def test_the_minimap_shows_the_positions_of_problems() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    assert view.listing.marks(view.listing.rows(Filter())) == [(0.5, "error")]


@pytest.mark.slow
def test_the_amount_of_data_does_not_depend_on_the_length() -> None:
    short, long = _long(200), _long(6000)
    look = Look(first=100, last=140, selected=120)
    sizes = [len(compact([view.head(look), view.window(look), view.panel(look)])) for view in (short, long)]
    assert sizes[1] < sizes[0] * 1.1


def test_no_window_exceeds_the_maximum() -> None:
    assert len(_long(400).window(Look(first=0, last=10_000))["rows"]) == MAX_ROWS


def test_going_to_a_message_that_the_filter_hides_shows_the_full_list() -> None:
    view = view_of_sample("icontent/healthy-agent-run")
    answer = around(view, Look(filter=Filter("role", "user")), 6)
    assert (answer.look.filter, answer.look.selected, answer.position) == (Filter(), 6, 6)


def test_a_value_is_copied_completely() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    command = {"name": "copy", "column": 2, "message": 2, "pointer": "/tool_calls/0/function/arguments"}
    assert run_command(view, Look(), command).clipboard == '{"telescope":2,"lines":20}'


@pytest.mark.parametrize(("column", "message"), [(0, 6), (2, 99), (3, 99), (3, 0), (5, 2), (99, 2)])
def test_a_place_that_is_no_longer_on_the_page_has_nothing_to_copy(column: int, message: int) -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    command = {"name": "copy", "column": column, "message": message, "pointer": ""}
    assert run_command(view, Look(), command).clipboard == ""


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_every_question_of_a_browser_is_a_look(ask: Any) -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    look = parse_look(ask, 6)
    assert view.window(look)["total"] >= 0
    if isinstance(ask, dict):
        assert run_command(view, look, ask).look is not None
