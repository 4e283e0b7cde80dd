"""JSON Patch (RFC 6902) on a document that is not touched: what lies beside the changed places is shared.

The library for this copies the whole document for every patch and gives up on deep ones; repairs patch documents of
a hundred megabytes, again and again, so the five operations are written out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.json.pointer import PointerError, list_index, resolve, to_path
from workbench.json.text import Json


def add(pointer: str, value: object) -> Json:
    """Replaces what is there in an object; in a list, what is there moves on."""
    return {"op": "add", "path": pointer, "value": value}


def remove(pointer: str) -> Json:
    return {"op": "remove", "path": pointer}


def replace(pointer: str, value: object) -> Json:
    return {"op": "replace", "path": pointer, "value": value}


def move(source: str, target: str) -> Json:
    return {"op": "move", "from": source, "path": target}


class PatchError(ValueError):
    """A patch that does not fit the document."""


def apply(document: object, patch: Sequence[Json]) -> Json:
    """The document after all operations of the patch, or PatchError; never half of them."""
    try:
        for operation in patch:
            document = _OPERATIONS[operation["op"]](document, operation)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, PointerError) as error:
        raise PatchError(f"the patch does not fit the document: {error}") from error
    return document


def _add(document: Json, operation: Json) -> Json:
    return _changed(document, operation["path"], lambda parent, step: _insert(parent, step, operation["value"]))


def _remove(document: Json, operation: Json) -> Json:
    return _changed(document, operation["path"], lambda parent, step: parent.pop(_key(parent, step)))


def _replace(document: Json, operation: Json) -> Json:
    if operation["path"] == "":
        return operation["value"]
    resolve(document, operation["path"])
    return _changed(
        document, operation["path"], lambda parent, step: parent.__setitem__(_key(parent, step), operation["value"])
    )


def _move(document: Json, operation: Json) -> Json:
    value = resolve(document, operation["from"])
    return _add(_remove(document, remove(operation["from"])), add(operation["path"], value))


def _test(document: Json, operation: Json) -> Json:
    if resolve(document, operation["path"]) != operation["value"]:
        raise PatchError(f"the value at {operation['path']} is not what the patch was made for")
    return document


_OPERATIONS = {"add": _add, "remove": _remove, "replace": _replace, "move": _move, "test": _test}


def _changed(document: Json, pointer: str, act: Any) -> Json:
    """A copy of the containers along the pointer, the last of them changed by `act`."""
    path = to_path(pointer)
    if not path:
        raise PatchError("the whole document can only be replaced")
    root = parent = document.copy()
    for step in path[:-1]:
        key = _key(parent, str(step))
        parent[key] = parent[key].copy()
        parent = parent[key]
    act(parent, str(path[-1]))
    return root


def _key(parent: object, step: str) -> str | int:
    if not isinstance(parent, list):
        return step
    index = list_index(step)
    if index is None:
        raise PatchError(f"{step!r} is not a position in a list")
    return index


def _insert(parent: Json, step: str, value: Json) -> None:
    if isinstance(parent, list):
        index = len(parent) if step == "-" else int(_key(parent, step))
        if index > len(parent):
            raise PatchError(f"there is no place {step} in a list of {len(parent)}")
        parent.insert(index, value)
    else:
        parent[step] = value
