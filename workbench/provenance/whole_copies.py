"""Find large containers that a converter copied whole: as the same object, as a copy, or as JSON inside a string.

Probing a thousand leaves would convert the message a thousand times. If the entire container is found in the target,
its leaves are linked without probing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from workbench.json.pointer import Path, containers, leaves
from workbench.json.text import Json, compact, spaced
from workbench.provenance.differences import Place, equal

_LARGE = 50
"""A container with more leaves than this is large."""
_MAX_DEPTH = 12
"""Large containers are usually near the top; deeper ones are probed leaf by leaf."""


def links_of_whole_copies(message: object, rows: list[Json]) -> Iterator[tuple[Path, Place]]:
    """Yield links from the leaves of large containers to their places in the target messages."""
    if not _is_large(message):
        return
    targets = [((nth, path), value) for nth, row in enumerate(rows) for path, value in containers(row, _MAX_DEPTH)]
    texts = [
        ((nth, path), value)
        for nth, row in enumerate(rows)
        for path, value in leaves(row)
        if isinstance(value, str) and len(value) > _LARGE
    ]
    copied_paths: set[Path] = set()
    for path, value in containers(message, _MAX_DEPTH):
        if any(path[:length] in copied_paths for length in range(len(path))) or not _is_large(value):
            continue
        if (place := _find_container(value, targets)) is not None:
            copied_paths.add(path)
            yield from ((path + inner, (place[0], place[1] + inner)) for inner, _ in leaves(value))
        elif (place := _find_json(value, texts)) is not None:
            copied_paths.add(path)
            yield from ((path + inner, place) for inner, _ in leaves(value))


def _find_container(value: Any, targets: list[tuple[Place, Any]]) -> Place | None:
    for place, target in targets:
        if target is value or (type(target) is type(value) and len(target) == len(value) and equal(target, value)):
            return place
    return None


def _find_json(value: object, texts: list[tuple[Place, str]]) -> Place | None:
    if not texts:
        return None
    forms = (compact(value), spaced(value))
    return next((place for place, text in texts if forms[0] in text or forms[1] in text), None)


def _is_large(value: object) -> bool:
    return next(islice(leaves(value), _LARGE, None), None) is not None
