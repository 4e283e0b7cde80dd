"""Apply many patches that were made for the same document together.

Every pointer refers to the document before any operation: `add` in a list inserts its value before the item that is
there now, and two at the same pointer keep their order. So patches do not depend on each other, each container is
copied only once, and two patches are compatible unless they change the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.json.patch import Operation, PatchError, add, remove
from workbench.json.pointer import PointerError, list_index, resolve, to_path
from workbench.json.text import Json

END = "-"


def without_moves(document: object, patch: Sequence[Operation]) -> list[Operation]:
    """Replace each move by a removal and an addition, with both pointers as they are before the patch."""
    operations: list[Operation] = []
    for operation in patch:
        if operation["op"] != "move":
            operations.append(operation)
            continue
        source, target = operation["from"], operation["path"]
        value = resolve(document, source)
        operations += [remove(source), add(_pointer_before_removal(document, source, target), value)]
    return operations


def _pointer_before_removal(document: object, source: str, target: str) -> str:
    """Return the target of a move before the removal: RFC 6902 counts list positions after it."""
    parent, _, step = target.rpartition("/")
    removed = list_index(source.rpartition("/")[2])
    index = list_index(step)
    is_same_list = parent == source.rpartition("/")[0] and isinstance(resolve(document, parent), list)
    if not is_same_list or removed is None or index is None or index <= removed:
        return target
    return f"{parent}/{index + 1}"


def in_order(patch: Sequence[Operation]) -> tuple[Operation, ...]:
    """Sort the operations so that applying them one after the other, as RFC 6902 does, gives the same result.

    They go from the end of the document to its beginning, so that no operation moves the target of a later one. An
    insertion before a value comes after the changes to that value. Of several insertions at one pointer, the last one
    comes first.
    """
    appended = [operation for operation in patch if _last_step(operation) == END]
    others = [operation for operation in reversed(patch) if _last_step(operation) != END]
    return (*appended, *sorted(others, key=_sort_key, reverse=True)) if len(patch) > 1 else tuple(patch)


def _in_original_order(patch: Sequence[Operation]) -> Iterator[Operation]:
    """Yield the operations of a sorted patch with several at one pointer in the order in which they were created."""
    yield from (operation for operation in reversed(patch) if _last_step(operation) != END)
    yield from (operation for operation in patch if _last_step(operation) == END)


def _last_step(operation: Operation) -> str:
    return str(operation["path"]).rpartition("/")[2]


def _sort_key(operation: Operation) -> tuple[tuple[tuple[int, int, str], ...], bool]:
    """Return a key that sorts indexes by number and longer pointers after shorter ones.

    In reverse, changes inside a value then come before changes that move the value.
    """
    steps = operation["path"].split("/")[1:]
    position = tuple((1, int(step), "") if list_index(step) is not None else (0, 0, step) for step in steps)
    return position, operation["op"] != "add"


def removed_values(document: object, patch: Iterable[Operation]) -> Iterator[tuple[str, Json]]:
    """Yield the pointer and value of everything that the patch removes or overwrites."""
    for operation in patch:
        pointer = operation["path"]
        if operation["op"] != "add" or not _is_inserted(document, pointer):
            try:
                yield pointer, resolve(document, pointer)
            except PointerError:
                continue


def _is_inserted(document: object, pointer: str) -> bool:
    """Whether an `add` at this pointer inserts its value into a list; in an object it overwrites the current value."""
    parent, _, step = pointer.rpartition("/")
    return step == END or isinstance(resolve(document, parent), list)


def fits(document: object, patch: Iterable[Operation]) -> bool:
    """Whether every operation of the patch can be applied to the document."""
    try:
        return all(_is_applicable(document, operation) for operation in patch)
    except PointerError:
        return False


def _is_applicable(document: Json, operation: Operation) -> bool:
    pointer = operation["path"]
    if operation["op"] != "add":
        resolve(document, pointer)
        return operation["op"] in ("replace", "remove") and (bool(pointer) or operation["op"] == "replace")
    parent = resolve(document, pointer.rpartition("/")[0]) if pointer else None
    if isinstance(parent, dict):
        return True
    index = list_index(_last_step(operation))
    return isinstance(parent, list) and (_last_step(operation) == END or (index is not None and index <= len(parent)))


class Claims:
    """The pointers that patches have claimed so far. No other patch may change these values, or anything in or around
    them."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._around: set[str] = set()

    def take(self, document: object, patch: Iterable[Operation]) -> bool:
        """Claim the pointers of a patch and return True, or return False if one of them conflicts with a claim."""
        written, around = set[str](), set[str]()
        for operation in patch:
            pointer = operation["path"]
            is_inserted = operation["op"] == "add" and _is_inserted(document, pointer)
            affected = pointer.rpartition("/")[0] if is_inserted else pointer
            if not is_inserted:
                written.add(pointer)
            around.update(_with_ancestors(affected))
        if written & self._around or around & self._written:
            return False
        self._written |= written
        self._around |= around
        return True


def _with_ancestors(pointer: str) -> Iterator[str]:
    """Yield the pointer itself and those of all containers around it."""
    yield pointer
    end = pointer.rfind("/")
    while end >= 0:
        yield pointer[:end]
        end = pointer.rfind("/", 0, end)


@dataclass
class _CopiedContainer:
    """A copied container on the way to a change, with its copied children and the operations on its items."""

    value: Any
    children: dict[str | int, _CopiedContainer] = field(default_factory=dict)
    operations: list[tuple[str, Operation]] = field(default_factory=list)


def apply_together(document: object, patches: Sequence[Sequence[Operation]]) -> Json:
    """Return the document after all patches. No two of them may change the same value (see `Claims`)."""
    replacement = next((operation for patch in patches for operation in patch if operation["path"] == ""), None)
    if replacement is not None:
        return replacement["value"]
    root = _CopiedContainer(document.copy()) if isinstance(document, (dict, list)) else _CopiedContainer(document)
    try:
        changed = _collect(root, patches)
        for container in changed:
            _change(container)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise PatchError(f"the patches do not fit the document: {error}") from error
    return root.value


def _collect(root: _CopiedContainer, patches: Sequence[Sequence[Operation]]) -> list[_CopiedContainer]:
    """Copy the containers that change, and give each its operations in the order of the patches."""
    changed: dict[int, _CopiedContainer] = {}
    for patch in patches:
        for operation in _in_original_order(patch):
            *parents, last = to_path(operation["path"])
            container = root
            for step in parents:
                key = _key(container.value, str(step))
                if key not in container.children:
                    container.value[key] = container.value[key].copy()
                    container.children[key] = _CopiedContainer(container.value[key])
                container = container.children[key]
            container.operations.append((str(last), operation))
            changed[id(container)] = container
    return list(changed.values())


def _key(container: object, step: str) -> str | int:
    index = list_index(step) if isinstance(container, list) else None
    return step if index is None else index


def _change(container: _CopiedContainer) -> None:
    if isinstance(container.value, dict):
        for key, operation in container.operations:
            if operation["op"] == "remove":
                del container.value[key]
            else:
                container.value[key] = operation["value"]
        return
    inserted: dict[int, list[Json]] = {}
    removed: set[int] = set()
    items = container.value
    for step, operation in container.operations:
        index = len(items) if step == END else int(step)
        if operation["op"] == "add":
            inserted.setdefault(index, []).append(operation["value"])
        elif operation["op"] == "replace":
            items[index] = operation["value"]
        else:
            removed.add(index)
    result: list[Json] = []
    for index, item in enumerate([*items, None]):
        result += inserted.get(index, ())
        if index < len(items) and index not in removed:
            result.append(item)
    items[:] = result
