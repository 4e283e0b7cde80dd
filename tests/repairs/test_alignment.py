"""Two versions of a list of messages become one list with each message of both, in the order of both."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.repairs.alignment import Entry, aligned

A, B, C, D = ({"role": "user", "content": letter, "id": f"message-{letter}"} for letter in "abcd")
B2 = {**B, "content": "b, rewritten"}


@pytest.mark.parametrize(
    ("before", "after", "entries"),
    [
        ([A, B], [A, B], [Entry(0, 0), Entry(1, 1)]),
        ([A, B, C], [A, B2, C], [Entry(0, 0), Entry(1, 1, rewritten=True), Entry(2, 2)]),
        ([A, C], [A, B, C], [Entry(0, 0), Entry(None, 1), Entry(1, 2)]),
        ([A, B, C], [A, C], [Entry(0, 0), Entry(1, None), Entry(2, 1)]),
        ([A, B, C, D], [A, C, D, B], [Entry(0, 0), Entry(1, None, 3), Entry(2, 1), Entry(3, 2), Entry(None, 3, 1)]),
        ([A, B, D], [A, C, B2, D], [Entry(0, 0), Entry(None, 1), Entry(1, 2, rewritten=True), Entry(2, 3)]),
        ([], [A], [Entry(None, 0)]),
        ([A, A], [A], [Entry(0, 0), Entry(1, None)]),
    ],
    ids=["same", "changed", "added", "struck", "moved", "the one that is alike changed", "from nothing", "one of two"],
)
def test_each_message_is_aligned_with_its_new_position(
    before: list[Any], after: list[Any], entries: list[Entry]
) -> None:
    assert aligned(before, after) == entries
    assert aligned(before, deepcopy(after)) == entries


@given(st.lists(st.sampled_from([A, B, B2, C, D])), st.lists(st.sampled_from([A, B, B2, C, D])))
def test_every_message_of_both_versions_is_listed_once_and_in_order(before: list[Any], after: list[Any]) -> None:
    entries = aligned(before, after)
    assert [entry.before for entry in entries if entry.before is not None] == list(range(len(before)))
    assert [entry.after for entry in entries if entry.after is not None] == list(range(len(after)))


@given(st.lists(st.sampled_from([A, B, C, D])), st.lists(st.sampled_from([A, B, C, D])))
def test_messages_listed_as_equal_are_equal(before: list[Any], after: list[Any]) -> None:
    for entry in aligned(before, after):
        if entry.before is not None and entry.after is not None and not entry.rewritten:
            assert before[entry.before] == after[entry.after]
        elif entry.moved is not None and entry.before is not None:
            assert before[entry.before] == after[entry.moved]
