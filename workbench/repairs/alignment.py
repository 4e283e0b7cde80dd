"""Align two versions of a list of messages as one list, in the order of both.

A repair shares unchanged values with the original document, so most messages are found by identity. Versions that were
loaded separately are compared by their text. Both are linear in the number of messages.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from workbench.json.pointer import leaves
from workbench.json.text import Json, compact

_MIN_SIMILARITY = 0.3
"""Two messages that share less than this are not versions of each other."""
_MAX_COMPARED = 900
"""How many pairs of messages are compared value by value between two unchanged messages."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message before, after, or both. One that moved is listed twice: where it was and where it is."""

    before: int | None
    after: int | None
    moved: int | None = None
    """The index in the other version of a message that moved."""
    rewritten: bool = False
    """Whether the message differs between the versions."""

    @property
    def differs(self) -> bool:
        return self.rewritten or self.before is None or self.after is None


def aligned(before: Sequence[Json], after: Sequence[Json]) -> list[Entry]:
    unchanged = _unchanged(before, after)
    anchors = _in_order(unchanged)
    moved_from = {new: old for new, old in unchanged.items() if new not in anchors}
    moved_to = {old: new for new, old in moved_from.items()}
    entries: list[Entry] = []
    start_old = start_new = 0
    for new, old in [*sorted(anchors.items()), (len(after), len(before))]:
        gap_old, gap_new = range(start_old, old), range(start_new, new)
        pairs = _paired(
            [index for index in gap_old if index not in moved_to],
            [index for index in gap_new if index not in moved_from],
            before,
            after,
        )
        entries += _entries_between(gap_old, gap_new, pairs, moved_to, moved_from)
        if new < len(after):
            entries.append(Entry(old, new))
        start_old, start_new = old + 1, new + 1
    return entries


def _unchanged(before: Sequence[Json], after: Sequence[Json]) -> dict[int, int]:
    """Map the new index of each unchanged message to its old one."""
    old_by_new: dict[int, int] = {}
    left_old, left_new = list(range(len(before))), list(range(len(after)))
    keys: tuple[Callable[[Json], Hashable], ...] = (id, compact)
    for key in keys:
        places: dict[Hashable, deque[int]] = defaultdict(deque)
        for index in left_old:
            places[key(before[index])].append(index)
        for index in left_new:
            if queue := places.get(key(after[index])):
                old_by_new[index] = queue.popleft()
        known = set(old_by_new.values())
        left_old = [index for index in left_old if index not in known]
        left_new = [index for index in left_new if index not in old_by_new]
    return old_by_new


def _in_order(unchanged: dict[int, int]) -> dict[int, int]:
    """Return the largest set of unchanged messages that kept their order; the others have moved."""
    ends: list[int] = []
    at_end: list[int] = []
    previous: dict[int, int | None] = {}
    for new in sorted(unchanged):
        length = bisect_left(ends, unchanged[new])
        previous[new] = at_end[length - 1] if length else None
        ends[length : length + 1] = [unchanged[new]]
        at_end[length : length + 1] = [new]
    kept: dict[int, int] = {}
    at: int | None = at_end[-1] if at_end else None
    while at is not None:
        kept[at] = unchanged[at]
        at = previous[at]
    return kept


def _paired(old: list[int], new: list[int], before: Sequence[Json], after: Sequence[Json]) -> list[tuple[int, int]]:
    """Pair the messages that changed: in order if there are as many before as after, otherwise by similarity."""
    if len(old) == len(new) or len(old) * len(new) > _MAX_COMPARED:
        return list(zip(old, new, strict=False))
    values = {("old", index): _values(before[index]) for index in old}
    values |= {("new", index): _values(after[index]) for index in new}
    best: list[list[tuple[float, list[tuple[int, int]]]]] = [[(0.0, [])] * (len(new) + 1)]
    for one in old:
        row = [best[-1][0]]
        for number, two in enumerate(new):
            similarity = _similarity(values["old", one], values["new", two])
            options = [best[-1][number + 1], row[number]]
            if similarity >= _MIN_SIMILARITY:
                score, pairs = best[-1][number]
                options.append((score + similarity, [*pairs, (one, two)]))
            row.append(max(options, key=lambda option: option[0]))
        best.append(row)
    return best[-1][-1][1]


def _values(message: object) -> Counter[str]:
    return Counter(compact(value) for _, value in leaves(message))


def _similarity(one: Counter[str], two: Counter[str]) -> float:
    return 2 * (one & two).total() / max(1, one.total() + two.total())


def _entries_between(
    old: range, new: range, pairs: list[tuple[int, int]], moved_to: dict[int, int], moved_from: dict[int, int]
) -> Iterator[Entry]:
    """Yield the entries between two unchanged messages: up to each pair, first the removed and then the added ones."""
    start_old, start_new = old.start, new.start
    for one, two in [*pairs, (old.stop, new.stop)]:
        yield from (Entry(index, None, moved_to.get(index)) for index in range(start_old, one))
        yield from (Entry(None, index, moved_from.get(index)) for index in range(start_new, two))
        if two < new.stop or one < old.stop:
            yield Entry(one, two, rewritten=True)
        start_old, start_new = one + 1, two + 1
