"""Rows: the output of an edge, by number."""

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
        Converted("from the settings", ()),
    ]
)


def test_messages_are_numbered_from_zero_and_system_prompts_from_minus_one_down() -> None:
    assert [ROWS[number].message for number in (0, 1, 2, 3)] == ["first", "merged", "last", "from the settings"]
    assert [ROWS[number].message for number in (-1, -2)] == ["prompt", "second prompt"]
    assert [number in ROWS for number in (-3, -2, 3, 4)] == [False, True, True, False]


def test_targets_by_source_are_in_the_order_in_which_they_were_produced() -> None:
    assert ROWS.targets_by_source == {0: [-1, 0, 1], 1: [1, -2, 2]}
