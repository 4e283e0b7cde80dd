"""Delta debugging on a list: remove ever smaller runs of units as long as the condition still holds for the rest.

The result is 1-minimal: without any single unit of it, the condition no longer holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Unit = TypeVar("Unit")


def minimised(units: Sequence[Unit], holds: Callable[[list[Unit]], bool]) -> list[Unit]:
    """Return a minimal list of units for which the condition holds. It is assumed to hold for all of them."""
    remaining = list(units)
    size = max(1, len(remaining))
    while True:
        smaller = _without_runs(remaining, size, holds)
        if size == 1 and len(smaller) == len(remaining):
            return smaller
        remaining, size = smaller, max(1, min(size, len(smaller)) // 2)


def _without_runs(remaining: list[Unit], size: int, holds: Callable[[list[Unit]], bool]) -> list[Unit]:
    """Try to remove each run of `size` units, from the end to the beginning: messages depend on earlier ones."""
    end = len(remaining)
    while end > 0:
        start = max(0, end - size)
        rest = remaining[:start] + remaining[end:]
        if holds(rest):
            remaining = rest
        end = start
    return remaining
