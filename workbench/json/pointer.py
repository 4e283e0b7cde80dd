"""Locations in a document: RFC 6901 pointers, and the notation that people write.

Inside the package a location is a `Path`, a tuple of keys and indexes, because it is cheap to build. It becomes a
pointer string for a person or another program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from workbench.json.text import Json, JsonContainer

Path: TypeAlias = tuple[str | int, ...]

_SHARED_ITEM_PATHS = [(index,) for index in range(1_000)]
_PLAIN_KEY = re.compile(r"[^.\[\]\"\s]+\Z")


class PointerError(LookupError):
    """A pointer does not exist in the document, or is not a valid pointer."""


def item_paths(count: int) -> list[tuple[int]]:
    """Return the path of each item of a list. Those of a short list are shared, so that Python's cycle collector has
    less to visit."""
    return _SHARED_ITEM_PATHS[:count] if count <= len(_SHARED_ITEM_PATHS) else list(zip(range(count)))


def to_pointer(path: Iterable[str | int]) -> str:
    """Convert a path to a pointer: `("messages", 3)` → `/messages/3`."""
    pointer = ""
    for step in path:
        pointer += f"/{step}" if isinstance(step, int) else "/" + str(step).replace("~", "~0").replace("/", "~1")
    return pointer


def to_path(pointer: str) -> Path:
    """Convert a pointer to a path: `/messages/3` → `("messages", "3")`.

    An index stays a string, because only the document shows whether it is the key of an object.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise PointerError(f"a JSON pointer starts with '/', this one does not: {pointer!r}")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def resolve(document: object, pointer: str) -> Json:
    """Return the value at a pointer. Raise PointerError if there is none."""
    return follow(document, to_path(pointer))


def follow(document: object, path: Path) -> Any:
    """Return the value at a path. Raise PointerError if there is none."""
    value = document
    for step in path:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and (index := list_index(step)) is not None and 0 <= index < len(value):
            value = value[index]
        else:
            raise PointerError(f"{to_pointer(path)} does not exist: there is no {step!r} at that point")
    return value


def follow_or_none(document: object, path: Path) -> Any:
    """Return the value at a path, or None if there is none."""
    try:
        return follow(document, path)
    except PointerError:
        return None


def last_key(path: Path) -> str:
    """Return the last key of a path: an item of a list has the key of the list. Empty if there is none."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def list_index(step: str | int) -> int | None:
    """Return a step as a list index, or None if it is not one: RFC 6901 wants digits without a leading zero.

    Numbers longer than any list are refused because converting them would only take time.
    """
    if isinstance(step, int):
        return step
    is_index = step.isascii() and step.isdecimal() and len(step) < 20 and (step == "0" or step[0] != "0")
    return int(step) if is_index else None


def replaced(value: object, path: Path, replacement: object) -> Any:
    """Return a copy with another value at a path. Everything outside the path is shared with the original."""
    if not path:
        return replacement
    root, parent = copied_along(value, path)
    parent[path[-1]] = replacement
    return root


def copied_along(value: Any, path: Path) -> tuple[Json, Any]:
    """Return the value with every container along the path copied, and the copy of the innermost one.

    The path must exist, so each container on it takes the next step, whether it is a list or an object.
    """
    root = parent = value.copy()
    for step in path[:-1]:
        parent[step] = parent[step].copy()
        parent = parent[step]
    return root, parent


def leaves(value: object, at: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every value that is not a container, and every empty container, with its path, at any depth.

    The walk updates a single path: storing one per pending sibling would take gigabytes in a deep document.
    """
    if not isinstance(value, (dict, list)) or not value:
        yield at, value
        return
    path: list[str | int] = [*at, ""]
    levels = [_steps(value)]
    while levels:
        for step, item in levels[-1]:
            path[-1] = step
            if isinstance(item, (dict, list)) and item:
                levels.append(_steps(item))
                path.append("")
                break
            yield tuple(path), item
        else:
            levels.pop()
            path.pop()


def containers(value: object, max_depth: int | None = None) -> Iterator[tuple[Path, JsonContainer]]:
    """Yield every list and object with its path, outer ones first. No path is longer than `max_depth`."""
    path: list[str | int] = []
    levels: list[Iterator[tuple[str | int, Json]]] = [iter([("", value)])]
    while levels:
        for step, item in levels[-1]:
            if isinstance(item, (dict, list)):
                path.append(step)
                yield tuple(path[1:]), item
                levels.append(_steps(item) if max_depth is None or len(path) <= max_depth else iter(()))
                break
        else:
            levels.pop()
            del path[-1:]


def _steps(container: JsonContainer) -> Iterator[tuple[str | int, Json]]:
    return iter(container.items()) if isinstance(container, dict) else enumerate(container)


def readable(pointer: str) -> str:
    """Convert a pointer to the notation of people and providers: `/messages/3/content/1` → `messages[3].content[1]`."""
    text = ""
    for step in to_path(pointer):
        if isinstance(step, str) and step.isdecimal():
            text += f"[{step}]"
        elif _PLAIN_KEY.match(str(step)):
            text += f".{step}" if text else str(step)
        else:
            text += '["' + str(step).replace("\\", "\\\\").replace('"', '\\"') + '"]'
    return text
