"""Large containers that a converter passed on whole: as they are, as a copy, or as JSON inside a string.

Probing each of a thousand leaves would convert the message a thousand times, so where a look at the container itself
shows where all of it went, that is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from workbench.json.pointer import Path, containers, leaves
from workbench.json.text import Json, compact, spaced
from workbench.provenance.differences import Place, equal

_LARGE = 50
"""A container of more leaves than this is large."""
_DEEPEST = 12
"""How far down large containers are looked for. What holds them is near the top; the rest is probed leaf by leaf."""


def passed_on_whole(message: object, rows: list[Json]) -> Iterator[tuple[Path, Place]]:
    """Links from the leaves of large containers to where they are in the target messages."""
    if not _is_large(message):
        return
    targets = [((nth, path), value) for nth, row in enumerate(rows) for path, value in containers(row, _DEEPEST)]
    texts = [
        ((nth, path), value)
        for nth, row in enumerate(rows)
        for path, value in leaves(row)
        if isinstance(value, str) and len(value) > _LARGE
    ]
    done: set[Path] = set()
    for path, value in containers(message, _DEEPEST):
        if any(path[:length] in done for length in range(len(path))) or not _is_large(value):
            continue
        if (place := _standing(value, targets)) is not None:
            done.add(path)
            yield from ((path + inner, (place[0], place[1] + inner)) for inner, _ in leaves(value))
        elif (place := _written(value, texts)) is not None:
            done.add(path)
            yield from ((path + inner, place) for inner, _ in leaves(value))


def _standing(value: Json, targets: list[tuple[Place, Json]]) -> Place | None:
    for place, target in targets:
        if target is value or (type(target) is type(value) and len(target) == len(value) and equal(target, value)):
            return place
    return None


def _written(value: object, texts: list[tuple[Place, str]]) -> Place | None:
    if not texts:
        return None
    forms = (compact(value), spaced(value))
    return next((place for place, text in texts if forms[0] in text or forms[1] in text), None)


def _is_large(value: object) -> bool:
    return next(islice(leaves(value), _LARGE, None), None) is not None
