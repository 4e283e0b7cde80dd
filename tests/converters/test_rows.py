"""Rows: what an edge made, by number."""

from __future__ import annotations

from workbench.converters.contract import Converted
from workbench.converters.rows import Rows

ROWS = Rows(
    [
        Converted("prompt", (0,), "system"),
        Converted("first", (0,)),
        Converted("merged", (0, 1)),
        Converted("second prompt", (1,), "system"),
        Converted("last", (1,)),
        Converted("of the settings", ()),
    ]
)


def test_messages_count_from_zero_and_what_stands_beside_them_from_minus_one_downwards() -> None:
    assert [ROWS[number].message for number in (0, 1, 2, 3)] == ["first", "merged", "last", "of the settings"]
    assert [ROWS[number].message for number in (-1, -2)] == ["prompt", "second prompt"]
    assert [number in ROWS for number in (-3, -2, 3, 4)] == [False, True, True, False]


def test_what_was_made_of_a_message_is_told_in_the_order_in_which_it_was_made() -> None:
    assert ROWS.made_of == {0: [-1, 0, 1], 1: [1, -2, 2]}
