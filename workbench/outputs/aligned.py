"""Which items of a list are still in its place after a change: those that stay the same, and those that were changed.

Every item is compared once, however many there are and however often one is repeated.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque

from workbench.json.text import Json, compact


def kept_items(before: list[Json], after: list[Json]) -> list[tuple[int, int]]:
    """Index before → index after, both rising. What is not among them was taken out, put in or moved."""
    same = dict(_equal(before, after))
    stay = _longest_rising(sorted(same.items(), key=lambda pair: pair[1]))
    moved_from, moved_to = set(same), set(same.values())
    pairs: list[tuple[int, int]] = []
    old, new = 0, 0
    for was, now in [*stay, (len(before), len(after))]:
        changed_from = [number for number in range(old, was) if number not in moved_from]
        changed_to = [number for number in range(new, now) if number not in moved_to]
        pairs += [*zip(changed_from, changed_to, strict=False), (was, now)]
        old, new = was + 1, now + 1
    return pairs[:-1]


def _equal(before: list[Json], after: list[Json]) -> list[tuple[int, int]]:
    """Each item after the change with the first before it that is equal and not yet taken."""
    shared = {id(item) for item in before} & {id(item) for item in after}

    def name(item: object) -> object:
        return id(item) if id(item) in shared else compact(item)

    places: dict[object, deque[int]] = defaultdict(deque)
    for number, item in enumerate(before):
        places[name(item)].append(number)
    found = ((places.get(name(item)), number) for number, item in enumerate(after))
    return [(held.popleft(), number) for held, number in found if held]


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, of those ordered by their second number, in which the first number rises too."""
    ends: list[int] = []
    """The smallest first number that a run of each length ends with, and where that pair is."""
    at: list[int] = []
    previous: list[int] = []
    for number, (first, _) in enumerate(pairs):
        length = bisect_left(ends, first)
        previous.append(at[length - 1] if length else -1)
        ends[length : length + 1] = [first]
        at[length : length + 1] = [number]
    run: list[tuple[int, int]] = []
    number = at[-1] if at else -1
    while number >= 0:
        run.append(pairs[number])
        number = previous[number]
    return run[::-1]
