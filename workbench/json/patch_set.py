"""Many patches that were made for one document, applied to it together.

Every operation names its place in the document as it is before any of them: `add` in a list puts its value in front of
what is there now, and two at one place keep their order. So patches do not depend on each other, what they change is
copied once however many there are, and two of them either fit together or touch the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from workbench.json.patch import PatchError, add, remove
from workbench.json.pointer import PointerError, list_index, resolve, to_path
from workbench.json.text import Json

END = "-"


def without_moves(document: object, patch: Sequence[Json]) -> list[Json]:
    """Each move as what it does: its value taken out of one place and put into another, both as they are before."""
    operations: list[Json] = []
    for operation in patch:
        if operation["op"] != "move":
            operations.append(operation)
            continue
        source, target = operation["from"], operation["path"]
        value = resolve(document, source)
        operations += [remove(source), add(_place_before_removal(document, source, target), value)]
    return operations


def _place_before_removal(document: object, source: str, target: str) -> str:
    """RFC 6902 counts the places of a list after the value was taken out of it."""
    holder, _, step = target.rpartition("/")
    taken = list_index(source.rpartition("/")[2])
    index = list_index(step)
    same_list = holder == source.rpartition("/")[0] and isinstance(resolve(document, holder), list)
    return (
        f"{holder}/{index + 1}" if same_list and taken is not None and index is not None and index > taken else target
    )


def in_order(patch: Sequence[Json]) -> tuple[Json, ...]:
    """The same operations in an order in which RFC 6902, which applies one after the other, gives the same result.

    From the end to the beginning, so that no operation moves the place of a later one. What is put in front of a value
    comes after what changes that value, and the last of several at one place first.
    """
    appended = [operation for operation in patch if _last_step(operation) == END]
    others = [operation for operation in reversed(patch) if _last_step(operation) != END]
    return (*appended, *sorted(others, key=_position, reverse=True)) if len(patch) > 1 else tuple(patch)


def _as_made(patch: Sequence[Json]) -> Iterator[Json]:
    """The operations of a patch in order, with several at one place as they follow each other."""
    yield from (operation for operation in reversed(patch) if _last_step(operation) != END)
    yield from (operation for operation in patch if _last_step(operation) == END)


def _last_step(operation: Json) -> str:
    return str(operation["path"]).rpartition("/")[2]


def _position(operation: Json) -> tuple[tuple[tuple[int, int, str], ...], bool]:
    """Numbers by size, and longer pointers after shorter ones: what is inside a value goes before what moves it."""
    steps = operation["path"].split("/")[1:]
    place = tuple((1, int(step), "") if list_index(step) is not None else (0, 0, step) for step in steps)
    return place, operation["op"] != "add"


def removed_values(document: object, patch: Iterable[Json]) -> Iterator[tuple[str, Json]]:
    """What the patch takes out or writes over, each with its pointer."""
    for operation in patch:
        pointer = operation["path"]
        if operation["op"] != "add" or not _is_inserted(document, pointer):
            try:
                yield pointer, resolve(document, pointer)
            except PointerError:
                continue


def _is_inserted(document: object, pointer: str) -> bool:
    """Whether an `add` here puts its value between others; in an object it writes over what is there."""
    holder, _, step = pointer.rpartition("/")
    return step == END or isinstance(resolve(document, holder), list)


def fits(document: object, patch: Iterable[Json]) -> bool:
    """Whether every place that the patch names is there."""
    try:
        return all(_has_place(document, operation) for operation in patch)
    except PointerError:
        return False


def _has_place(document: Json, operation: Json) -> bool:
    pointer = operation["path"]
    if operation["op"] != "add":
        resolve(document, pointer)
        return operation["op"] in ("replace", "remove") and (bool(pointer) or operation["op"] == "replace")
    holder = resolve(document, pointer.rpartition("/")[0]) if pointer else None
    if isinstance(holder, dict):
        return True
    index = list_index(_last_step(operation))
    return isinstance(holder, list) and (_last_step(operation) == END or (index is not None and index <= len(holder)))


class Claims:
    """The places that patches have taken so far, so that no other changes them, what holds them or what is inside."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._around: set[str] = set()

    def take(self, document: object, patch: Iterable[Json]) -> bool:
        """Take the places of a patch, unless one of them is taken."""
        written, around = set[str](), set[str]()
        for operation in patch:
            pointer = operation["path"]
            inserted = operation["op"] == "add" and _is_inserted(document, pointer)
            place = pointer.rpartition("/")[0] if inserted else pointer
            if not inserted:
                written.add(pointer)
            around.update(_holders(place))
        if written & self._around or around & self._written:
            return False
        self._written |= written
        self._around |= around
        return True


def _holders(pointer: str) -> Iterator[str]:
    """The pointer itself and those of all that it is inside of."""
    yield pointer
    end = pointer.rfind("/")
    while end >= 0:
        yield pointer[:end]
        end = pointer.rfind("/", 0, end)


@dataclass
class _Copied:
    """A container on the way to a change, copied once, with the operations on what it holds."""

    value: Json
    children: dict[str | int, _Copied] = field(default_factory=dict)
    operations: list[tuple[str, Json]] = field(default_factory=list)


def apply_together(document: object, patches: Sequence[Sequence[Json]]) -> Json:
    """The document after all patches, none of which touches what another does."""
    whole = next((operation for patch in patches for operation in patch if operation["path"] == ""), None)
    if whole is not None:
        return whole["value"]
    root = _Copied(document.copy()) if isinstance(document, (dict, list)) else _Copied(document)
    try:
        changed = _collect(root, patches)
        for container in changed:
            _change(container)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise PatchError(f"the patches do not fit the document: {error}") from error
    return root.value


def _collect(root: _Copied, patches: Sequence[Sequence[Json]]) -> list[_Copied]:
    """Copies the containers that change; each is given its operations, in the order of the patches."""
    changed: dict[int, _Copied] = {}
    for patch in patches:
        for operation in _as_made(patch):
            *way, last = to_path(operation["path"])
            holder = root
            for step in way:
                key = _key(holder.value, str(step))
                if key not in holder.children:
                    holder.value[key] = holder.value[key].copy()
                    holder.children[key] = _Copied(holder.value[key])
                holder = holder.children[key]
            holder.operations.append((str(last), operation))
            changed[id(holder)] = holder
    return list(changed.values())


def _key(holder: object, step: str) -> str | int:
    index = list_index(step) if isinstance(holder, list) else None
    return step if index is None else index


def _change(container: _Copied) -> None:
    if isinstance(container.value, dict):
        for key, operation in container.operations:
            if operation["op"] == "remove":
                del container.value[key]
            else:
                container.value[key] = operation["value"]
        return
    before: dict[int, list[Json]] = {}
    gone: set[int] = set()
    items = container.value
    for step, operation in container.operations:
        index = len(items) if step == END else int(step)
        if operation["op"] == "add":
            before.setdefault(index, []).append(operation["value"])
        elif operation["op"] == "replace":
            items[index] = operation["value"]
        else:
            gone.add(index)
    kept: list[Json] = []
    for index, item in enumerate([*items, None]):
        kept += before.get(index, ())
        if index < len(items) and index not in gone:
            kept.append(item)
    items[:] = kept
