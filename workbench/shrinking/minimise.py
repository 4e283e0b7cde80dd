"""Delta debugging on a list: leave out ever smaller stretches as long as what is left still holds.

The result is 1-minimal: leaving out any single unit of it no longer holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Unit = TypeVar("Unit")


def minimised(units: Sequence[Unit], holds: Callable[[list[Unit]], bool]) -> list[Unit]:
    """The units without which it no longer holds. All of them together are taken to hold."""
    kept = list(units)
    size = max(1, len(kept))
    while True:
        smaller = _without_stretches(kept, size, holds)
        if size == 1 and len(smaller) == len(kept):
            return smaller
        kept, size = smaller, max(1, min(size, len(smaller)) // 2)


def _without_stretches(kept: list[Unit], size: int, holds: Callable[[list[Unit]], bool]) -> list[Unit]:
    """One pass from the end to the beginning, because a conversation depends on what came before."""
    end = len(kept)
    while end > 0:
        start = max(0, end - size)
        rest = kept[:start] + kept[end:]
        if holds(rest):
            kept = rest
        end = start
    return kept
