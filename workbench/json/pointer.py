"""Places in a document: RFC 6901 pointers, and the words people write for them.

Inside the package a place is a `Path`, a tuple of keys and indexes, because it is cheap to build;
it becomes a pointer string when a person or another program is to read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from workbench.json.text import Json

Path: TypeAlias = tuple[str | int, ...]

_PLAIN_KEY = re.compile(r"[^.\[\]\"\s]+\Z")


class PointerError(LookupError):
    """A pointer that leads to nothing in this document."""


def to_pointer(path: Iterable[str | int]) -> str:
    """`("messages", 3)` → `/messages/3`."""
    pointer = ""
    for step in path:
        pointer += f"/{step}" if isinstance(step, int) else "/" + str(step).replace("~", "~0").replace("/", "~1")
    return pointer


def to_path(pointer: str) -> Path:
    """`/messages/3` → `("messages", "3")`; an index stays text until a document says it is one."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise PointerError(f"a JSON pointer starts with '/', this one does not: {pointer!r}")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def resolve(document: object, pointer: str) -> Json:
    """The value at a pointer."""
    return follow(document, to_path(pointer))


def follow(document: object, path: Path) -> Json:
    """The value at a path."""
    value = document
    for step in path:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and (index := list_index(step)) is not None and 0 <= index < len(value):
            value = value[index]
        else:
            raise PointerError(f"{to_pointer(path)} does not exist: there is no {step!r} at that point")
    return value


def held_at(document: object, path: Path) -> Json:
    """The value at a path; None where it leads to nothing."""
    try:
        return follow(document, path)
    except PointerError:
        return None


def list_index(step: str | int) -> int | None:
    """RFC 6901: digits without a leading zero. More digits than any list is long would only slow Python down."""
    if isinstance(step, int):
        return step
    plain = step.isascii() and step.isdecimal() and len(step) < 20 and (step == "0" or step[0] != "0")
    return int(step) if plain else None


def replaced(value: object, path: Path, other: object) -> Json:
    """A copy in which the value at a path is `other`; what lies beside the path is shared."""
    if not path:
        return other
    root, parent = copied_along(value, path)
    parent[path[-1]] = other
    return root


def copied_along(value: Json, path: Path) -> tuple[Json, Json]:
    """The value with every container along the path copied, and the last of those."""
    root = parent = value.copy()
    for step in path[:-1]:
        parent[step] = parent[step].copy()
        parent = parent[step]
    return root, parent


def leaves(value: object, at: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value that is not a container, and every empty container, with its path; depth is no limit.

    One path is kept and walked along, because a path of its own for each open sibling is gigabytes in a deep document.
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


def containers(value: object, deepest: int | None = None) -> Iterator[tuple[Path, Json]]:
    """Every list and object with its path, those that hold others first; walked as `leaves` walks, and not further
    down than the deepest path may be long."""
    path: list[str | int] = []
    levels: list[Iterator[tuple[str | int, Json]]] = [iter([("", value)])]
    while levels:
        for step, item in levels[-1]:
            if isinstance(item, (dict, list)):
                path.append(step)
                yield tuple(path[1:]), item
                levels.append(_steps(item) if deepest is None or len(path) <= deepest else iter(()))
                break
        else:
            levels.pop()
            del path[-1:]


def _steps(container: Json) -> Iterator[tuple[str | int, Json]]:
    return iter(container.items()) if isinstance(container, dict) else enumerate(container)


def in_words(pointer: str) -> str:
    """`/messages/3/content/1` → `messages[3].content[1]`, as people and providers write it."""
    words = ""
    for step in to_path(pointer):
        if isinstance(step, str) and step.isdecimal():
            words += f"[{step}]"
        elif _PLAIN_KEY.match(str(step)):
            words += f".{step}" if words else str(step)
        else:
            words += '["' + str(step).replace("\\", "\\\\").replace('"', '\\"') + '"]'
    return words
