"""Which leaves of the target messages differ between two conversions."""

from __future__ import annotations

from collections import Counter

from workbench.json.pointer import Path, leaves
from workbench.json.text import Json

Place = tuple[int, Path]
"""The n-th target message of the probed one, and a path in it."""
TargetPath = tuple[str | int, ...]
"""The same in one."""
Leaves = dict[Place, Json]


def leaves_of(rows: list[Json]) -> Leaves:
    return {(nth, path): value for nth, row in enumerate(rows) for path, value in leaves(row)}


def equal(one: object, other: object) -> bool:
    """False too for what is nested so deep that only a comparison by leaves can tell."""
    try:
        return bool(one == other)
    except RecursionError:
        return False


def differs(one: object, other: object) -> bool:
    return one is not other and (type(one) is not type(other) or one != other)


def changed_places(before: list[Json], after: list[Json], known: Leaves | None = None) -> set[Place]:
    """The leaves of `before`, which may be known already, that are others, or no more, in `after`."""
    alike = _changed_in_place(before, after)
    if alike is not None:
        return alike
    return _changed_or_gone(leaves_of(before) if known is None else known, leaves_of(after))


def _changed_in_place(before: list[Json], after: list[Json]) -> set[Place] | None:
    """The leaves that differ; None if the two do not have the same leaves. What both share is not walked through."""
    if len(before) != len(after):
        return None
    changed: set[Place] = set()
    pending: list[tuple[int, Path, Json, Json]] = [
        (nth, (), *pair) for nth, pair in enumerate(zip(before, after, strict=True))
    ]
    while pending:
        nth, path, one, other = pending.pop()
        if one is other:
            continue
        if isinstance(one, dict) and one:
            if not isinstance(other, dict) or one.keys() != other.keys():
                return None
            pending.extend([(nth, (*path, key), value, other[key]) for key, value in one.items()])
        elif isinstance(one, list) and one:
            if not isinstance(other, list) or len(one) != len(other):
                return None
            pending.extend([(nth, (*path, at), value, other[at]) for at, value in enumerate(one)])
        elif isinstance(other, (dict, list)) and other:
            return None
        elif differs(one, other):
            changed.add((nth, path))
    return changed


def _changed_or_gone(before: Leaves, after: Leaves) -> set[Place]:
    """When a part appears or goes, those after it move. A value that only moved was not changed."""
    changed = {place for place, value in before.items() if place not in after or differs(after[place], value)}
    still_there = Counter(_anywhere(place, value) for place, value in after.items())
    for place, value in before.items():
        if place not in changed:
            still_there[_anywhere(place, value)] -= 1
    touched = set()
    for place in sorted(changed, key=lambda place: in_order((place[0], *place[1]))):
        key = _anywhere(place, before[place])
        if still_there[key] > 0:
            still_there[key] -= 1
        else:
            touched.add(place)
    return touched


def in_order(place: TargetPath) -> list[tuple[bool, int, str]]:
    """Positions in lists by number and keys by name: one order for the whole and for a piece of it."""
    return [(False, step, "") if isinstance(step, int) else (True, 0, step) for step in place]


def places_with_doubles(rows: Leaves) -> set[Place]:
    """Leaves that cannot be distinguished from another one once their messages move."""
    counted = Counter(_anywhere(place, value) for place, value in rows.items())
    return {place for place, value in rows.items() if counted[_anywhere(place, value)] > 1}


def _anywhere(place: Place, value: object) -> tuple[object, ...]:
    """A leaf without the positions in lists."""
    return (*(step for step in place[1] if isinstance(step, str)), type(value), str(value))
