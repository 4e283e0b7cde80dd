"""Find the leaves of the target messages that differ between two conversions."""

from __future__ import annotations

from collections import Counter

from workbench.json.pointer import Path, leaves
from workbench.json.text import Json

Place = tuple[int, Path]
"""The number of a target message of the probed message, and a path in it."""
TargetPath = tuple[str | int, ...]
"""A `Place` flattened into one path: the number of the target message is its first step."""
Leaves = dict[Place, Json]


def leaves_of(rows: list[Json]) -> Leaves:
    return {(nth, path): value for nth, row in enumerate(rows) for path, value in leaves(row)}


def equal(left: object, right: object) -> bool:
    """Whether two values are equal. False if they are nested too deeply to compare: callers then compare leaves."""
    try:
        return bool(left == right)
    except RecursionError:
        return False


def differs(left: object, right: object) -> bool:
    return left is not right and (type(left) is not type(right) or left != right)


def changed_places(before: list[Json], after: list[Json], leaves_before: Leaves | None = None) -> set[Place]:
    """Return the places in `before` whose leaf is different or missing in `after`.

    A caller that compares many lists with the same `before` can pass its leaves.
    """
    changed = _changed_in_place(before, after)
    if changed is not None:
        return changed
    return _changed_or_missing(leaves_of(before) if leaves_before is None else leaves_before, leaves_of(after))


def _changed_in_place(before: list[Json], after: list[Json]) -> set[Place] | None:
    """Return the leaves that differ, or None if the two differ in structure. Shared objects are skipped."""
    if len(before) != len(after):
        return None
    changed: set[Place] = set()
    pending: list[tuple[int, Path, Json, Json]] = [
        (nth, (), *pair) for nth, pair in enumerate(zip(before, after, strict=True))
    ]
    while pending:
        nth, path, left, right = pending.pop()
        if left is right:
            continue
        if isinstance(left, dict) and left:
            if not isinstance(right, dict) or left.keys() != right.keys():
                return None
            pending.extend([(nth, (*path, key), value, right[key]) for key, value in left.items()])
        elif isinstance(left, list) and left:
            if not isinstance(right, list) or len(left) != len(right):
                return None
            pending.extend([(nth, (*path, at), value, right[at]) for at, value in enumerate(left)])
        elif isinstance(right, (dict, list)) and right:
            return None
        elif differs(left, right):
            changed.add((nth, path))
    return changed


def _changed_or_missing(before: Leaves, after: Leaves) -> set[Place]:
    """Return the leaves that changed or disappeared.

    When a list item is added or removed, the items after it move. A leaf that only moved has not changed.
    """
    changed = {place for place, value in before.items() if place not in after or differs(after[place], value)}
    remaining = Counter(_without_positions(place, value) for place, value in after.items())
    for place, value in before.items():
        if place not in changed:
            remaining[_without_positions(place, value)] -= 1
    really_changed = set()
    for place in sorted(changed, key=lambda place: in_order((place[0], *place[1]))):
        key = _without_positions(place, before[place])
        if remaining[key] > 0:
            remaining[key] -= 1
        else:
            really_changed.add(place)
    return really_changed


def in_order(place: TargetPath) -> list[tuple[bool, int, str]]:
    """Return a sort key: list positions by number, keys by name. It orders a context and a piece of it the same way."""
    return [(False, step, "") if isinstance(step, int) else (True, 0, step) for step in place]


def ambiguous_places(rows: Leaves) -> set[Place]:
    """Return the leaves that become indistinguishable from another leaf when their messages move."""
    counts = Counter(_without_positions(place, value) for place, value in rows.items())
    return {place for place, value in rows.items() if counts[_without_positions(place, value)] > 1}


def _without_positions(place: Place, value: object) -> tuple[object, ...]:
    """Return a key for a leaf that ignores list positions."""
    return (*(step for step in place[1] if isinstance(step, str)), type(value), str(value))
