"""The table of a history's ids: the effect of normalisation on each id and on the pairs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import icontent
from workbench.converters.tool_ids import IdRow, id_table, is_restored, strip_prefixes
from workbench.formats.contract import Event, EventKind
from workbench.formats.icontent.events import read


def table(*ids: tuple[EventKind, Any]) -> dict[str, IdRow]:
    """Return the rows by raw id for a history with these calls and results in this order."""
    events = [Event(kind, index, (), {}, None, call_id) for index, (kind, call_id) in enumerate(ids)]
    return {row.raw: row for row in id_table(events)}


def test_the_round_trip_preserves_a_pair_in_history_form() -> None:
    (row,) = table(("call", "hist_tool_1"), ("result", "hist_tool_1")).values()
    assert (row.normalised, row.back, row.comes_back) == ("call_1", "hist_tool_1", True)
    assert (len(row.calls), len(row.results)) == (1, 1)
    assert row.collides_with == row.healed_by == row.mismatch_created == ()


@pytest.mark.parametrize("raw", ["call_1", "toolu_1", "1"])
def test_the_round_trip_changes_an_id_of_another_form(raw: str) -> None:
    assert not table(("call", raw))[raw].comes_back


def test_four_calls_whose_ids_become_the_same_collide() -> None:
    rows = table(("call", "x"), ("call", "call_x"), ("call", "toolu_x"), ("call", "hist_tool_x"))
    assert {row.normalised for row in rows.values()} == {"call_x"}
    assert rows["toolu_x"].collides_with == ("x", "call_x", "hist_tool_x")


def test_two_results_of_different_calls_do_not_collide() -> None:
    rows = table(("result", "x"), ("result", "call_x"))
    assert rows["x"].collides_with == ()


def test_a_pair_that_differs_only_by_prefix_is_healed() -> None:
    rows = table(("call", "hist_tool_x"), ("result", "call_x"))
    assert rows["hist_tool_x"].healed_by == ("call_x",)
    assert rows["call_x"].healed_by == ("hist_tool_x",)
    for row in rows.values():
        assert row.collides_with == row.mismatch_created == ()


def test_a_matching_pair_needs_no_healing() -> None:
    rows = table(("call", "call_x"), ("result", "call_x"), ("result", "hist_tool_x"))
    assert rows["call_x"].healed_by == rows["hist_tool_x"].healed_by == ()


def test_two_calls_that_differ_after_normalisation_are_not_a_broken_pair() -> None:
    rows = table(("call", "hist_tool_toolu_1"), ("call", "toolu_1"), ("result", "toolu_1"))
    assert rows["hist_tool_toolu_1"].mismatch_created == rows["toolu_1"].mismatch_created == ()


def test_a_call_without_a_result_is_not_healed_by_a_matching_pair() -> None:
    rows = table(("call", "x"), ("call", "hist_tool_x"), ("result", "hist_tool_x"))
    assert rows["x"].healed_by == rows["hist_tool_x"].healed_by == ()
    assert rows["x"].collides_with == ("hist_tool_x",)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("hist_tool_1", True),
        ("hist_tool_", True),
        ("hist_tool_tool_1", True),
        ("hist_tool_hist_tool_1", False),
        ("hist_tool_call_1", False),
        ("hist_tool_toolu_1", False),
        ("call_1", False),
        ("toolu_1", False),
        ("1", False),
        ("", False),
        (7, False),
        (None, False),
    ],
)
def test_a_history_id_without_a_second_prefix_is_restored(value: Any, expected: bool) -> None:
    assert is_restored(value) is expected


@given(st.lists(st.builds(str.__add__, st.sampled_from(["", "hist_tool_", "hist_tool_call_"]), st.text("ab_"))))
def test_the_table_reports_nothing_for_ids_that_are_restored(ids: list[str]) -> None:
    rows = table(*(("call", tool_id) for tool_id in ids if is_restored(tool_id))).values()
    assert all(row.comes_back and not row.collides_with and not row.mismatch_created for row in rows)


def test_a_pair_with_a_doubled_prefix_is_broken() -> None:
    rows = table(("call", "hist_tool_toolu_1"), ("result", "toolu_1"))
    assert (rows["hist_tool_toolu_1"].normalised, rows["toolu_1"].normalised) == ("call_toolu_1", "call_1")
    assert rows["hist_tool_toolu_1"].mismatch_created == ("toolu_1",)
    assert rows["toolu_1"].mismatch_created == ("hist_tool_toolu_1",)


def test_rows_are_in_order_of_appearance_and_ids_must_be_strings() -> None:
    rows = table(("call", "b"), ("call", None), ("result", ["a"]), ("result", "a"), ("text", "c"))
    assert list(rows) == ["b", "a"]


@given(st.lists(st.sampled_from(["call_", "hist_tool_", "toolu_"]), max_size=6), st.text("abc_"))
def test_all_known_prefixes_are_stripped(prefixes: list[str], rest: str) -> None:
    assert strip_prefixes("".join(prefixes) + rest) == strip_prefixes(rest)


def test_many_prefixes_are_stripped_in_linear_time() -> None:
    assert strip_prefixes("call_" * 200_000 + "x") == "x"


@settings(deadline=None, max_examples=60)
@given(icontent.history)
def test_every_call_and_result_is_in_one_row(contents: list[Any]) -> None:
    events = [event for index, content in enumerate(contents) for event in read(content, index)]
    rows = id_table(events)
    assert sum(len(row.calls) + len(row.results) for row in rows) == len(
        [event for event in events if event.kind in ("call", "result")]
    )
    assert len({row.raw for row in rows}) == len(rows)
