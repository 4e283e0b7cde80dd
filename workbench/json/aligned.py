"""Align a list with a changed version of itself: which items stayed the same, and which were changed in place.

Every item is compared once, however many there are and however often one is repeated.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque

from workbench.json.text import Json, compact


def kept_items(before: list[Json], after: list[Json]) -> list[tuple[int, int]]:
    """Return pairs of an index before and one after, both ascending. Other items were removed, added or moved."""
    same = dict(_equal_items(before, after))
    unmoved = _longest_ascending(sorted(same.items(), key=lambda pair: pair[1]))
    moved_from, moved_to = set(same), set(same.values())
    pairs: list[tuple[int, int]] = []
    next_old, next_new = 0, 0
    for old, new in [*unmoved, (len(before), len(after))]:
        changed_from = [number for number in range(next_old, old) if number not in moved_from]
        changed_to = [number for number in range(next_new, new) if number not in moved_to]
        pairs += [*zip(changed_from, changed_to, strict=False), (old, new)]
        next_old, next_new = old + 1, new + 1
    return pairs[:-1]


def _equal_items(before: list[Json], after: list[Json]) -> list[tuple[int, int]]:
    """Pair each item after the change with the first equal item before it that is not yet paired."""
    shared = {id(item) for item in before} & {id(item) for item in after}

    def key(item: object) -> object:
        return id(item) if id(item) in shared else compact(item)

    unpaired: dict[object, deque[int]] = defaultdict(deque)
    for number, item in enumerate(before):
        unpaired[key(item)].append(number)
    candidates = ((unpaired.get(key(item)), number) for number, item in enumerate(after))
    return [(numbers.popleft(), number) for numbers, number in candidates if numbers]


def _longest_ascending(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest selection of pairs, which are sorted by their second number, whose first numbers ascend."""
    smallest_ends: list[int] = []
    """For each length, the smallest first number that a selection of that length can end with."""
    end_positions: list[int] = []
    """For each length, the position of the pair with that number."""
    previous: list[int] = []
    for position, (first, _) in enumerate(pairs):
        length = bisect_left(smallest_ends, first)
        previous.append(end_positions[length - 1] if length else -1)
        smallest_ends[length : length + 1] = [first]
        end_positions[length : length + 1] = [position]
    selection: list[tuple[int, int]] = []
    position = end_positions[-1] if end_positions else -1
    while position >= 0:
        selection.append(pairs[position])
        position = previous[position]
    return selection[::-1]
