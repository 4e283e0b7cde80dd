"""The rows of a comparison: those of the open version by their index, those that only the other has after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from workbench.repairs.alignment import Entry
from workbench.view.listing import Filter, Listing, spread

CHANGES = "changes"
"""The filter that lists the differences."""


class ComparedListing:
    """The rows of both versions. Rows that only the other version has get indexes after those of the open version."""

    def __init__(self, entries: Sequence[Entry], own: Listing, own_is_before: bool, count: int) -> None:
        self.own = own
        self.entries: dict[int, Entry] = {}
        for entry in entries:
            own_index, other_index = (entry.before, entry.after) if own_is_before else (entry.after, entry.before)
            self.entries[own_index if own_index is not None else count + (other_index or 0)] = entry
        self._last: tuple[Sequence[int], Mapping[int, int]] | None = None

    @cached_property
    def changes(self) -> list[int]:
        return [index for index, entry in self.entries.items() if entry.differs]

    @cached_property
    def _all(self) -> list[int]:
        return list(self.entries)

    def rows(self, wanted: Filter) -> Sequence[int]:
        """Return the matching rows. A filter or a search only applies to the open version."""
        if wanted.kind == CHANGES:
            return self.changes
        return self._all if wanted == Filter() else self.own.rows(wanted)

    def position(self, rows: Sequence[int], index: int) -> int:
        return self._places(rows).get(index, 0)

    def next_problem(self, index: int, step: int) -> int | None:
        return self.own.next_problem(index, step)

    def marks(self, rows: Sequence[int]) -> list[tuple[float, str]]:
        """Return the positions of the open version's problems and of all differences."""
        places = self._places(rows)
        marks = ((places[index], severity) for index, severity in self._severities.items() if index in places)
        return spread(marks, len(rows))

    @cached_property
    def _severities(self) -> dict[int, str]:
        return {**dict.fromkeys(self.changes, "fine"), **self.own.severities}

    def _places(self, rows: Sequence[int]) -> Mapping[int, int]:
        """Map each row to its position. The last result is cached for scrolling."""
        if self._last is None or self._last[0] is not rows:
            self._last = (rows, {row: position for position, row in enumerate(rows)})
        return self._last[1]
