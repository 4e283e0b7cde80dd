"""JSON Patch (RFC 6902) without modifying the document: the result shares every unchanged value with the original.

The usual library copies the entire document for every patch and fails on deep ones. Repairs patch documents of a
hundred megabytes many times, so the five operations are implemented here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from workbench.json.pointer import PointerError, list_index, resolve, to_path
from workbench.json.text import Json, JsonContainer

Operation = TypedDict(
    "Operation",
    {
        "op": Literal["add", "remove", "replace", "move", "test"],
        "path": str,
        "from": NotRequired[str],
        "value": NotRequired[Json],
    },
)
"""One operation of a patch."""


def add(pointer: str, value: object) -> Operation:
    """Return an `add` operation. It replaces a value in an object and inserts before the current item in a list."""
    return {"op": "add", "path": pointer, "value": value}


def remove(pointer: str) -> Operation:
    return {"op": "remove", "path": pointer}


def replace(pointer: str, value: object) -> Operation:
    return {"op": "replace", "path": pointer, "value": value}


def move(source: str, target: str) -> Operation:
    return {"op": "move", "from": source, "path": target}


class PatchError(ValueError):
    """A patch that does not fit the document."""


def apply(document: object, patch: Sequence[Operation]) -> Any:
    """Return the document after all operations of the patch. Raise PatchError if one of them does not fit."""
    try:
        for operation in patch:
            document = _OPERATIONS[operation["op"]](document, operation)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, PointerError) as error:
        raise PatchError(f"the patch does not fit the document: {error}") from error
    return document


def _add(document: Json, operation: Operation) -> Json:
    return _with_parent_modified(
        document, operation["path"], lambda parent, step: _insert(parent, step, operation["value"])
    )


def _remove(document: Json, operation: Operation) -> Json:
    return _with_parent_modified(document, operation["path"], lambda parent, step: parent.pop(_key(parent, step)))


def _replace(document: Json, operation: Operation) -> Json:
    if operation["path"] == "":
        return operation["value"]
    resolve(document, operation["path"])
    return _with_parent_modified(
        document, operation["path"], lambda parent, step: parent.__setitem__(_key(parent, step), operation["value"])
    )


def _move(document: Json, operation: Operation) -> Json:
    value = resolve(document, operation["from"])
    return _add(_remove(document, remove(operation["from"])), add(operation["path"], value))


def _test(document: Json, operation: Operation) -> Json:
    if resolve(document, operation["path"]) != operation["value"]:
        raise PatchError(f"the value at {operation['path']} is not what the patch was made for")
    return document


_OPERATIONS = {"add": _add, "remove": _remove, "replace": _replace, "move": _move, "test": _test}


def _with_parent_modified(document: Any, pointer: str, modify: Callable[[Any, str], object]) -> Json:
    """Return the document with copies of the containers along the pointer, the last one modified by `modify`."""
    path = to_path(pointer)
    if not path:
        raise PatchError("the entire document can only be replaced")
    root = parent = document.copy()
    for step in path[:-1]:
        key = _key(parent, str(step))
        parent[key] = parent[key].copy()
        parent = parent[key]
    modify(parent, str(path[-1]))
    return root


def _key(parent: object, step: str) -> str | int:
    if not isinstance(parent, list):
        return step
    index = list_index(step)
    if index is None:
        raise PatchError(f"{step!r} is not a position in a list")
    return index


def _insert(parent: JsonContainer, step: str, value: Json) -> None:
    if isinstance(parent, list):
        index = len(parent) if step == "-" else int(_key(parent, step))
        if index > len(parent):
            raise PatchError(f"there is no position {step} in a list of {len(parent)}")
        parent.insert(index, value)
    else:
        parent[step] = value
