"""Show the first of many rows and state how many more there are: the page has no silent limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Row = TypeVar("Row")


def limited(rows: Sequence[Row], most: int, more_row: Callable[[str], Row]) -> list[Row]:
    """Return the first rows. If there are more, the last row is made from a text such as `… 3 more`."""
    rest = len(rows) - most
    return list(rows) if rest <= 0 else [*rows[:most], more_row(f"… {rest:,} more")]
