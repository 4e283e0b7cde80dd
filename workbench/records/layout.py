"""Find the records of a document and their order: lines, rows, nodes, or items of the lists around messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from workbench.json.pointer import Path
from workbench.origin import FileKind
from workbench.records.document import OpenedDocument
from workbench.sources.contract import MEMBERS, TABLES


class Layout:
    """The records of one document. A record inside another one, such as a node of a nested tree, follows it."""

    def __init__(
        self, document: OpenedDocument, kind: FileKind, message_places: Sequence[Path], places: Collection[Path]
    ):
        """`message_places` determine what a record is; `number_of` can later be called for any of the `places`."""
        self._containers = dict.fromkeys((*_outermost(document, kind), *_containers(message_places)))
        self._lengths = sorted({len(container) for container in self._containers}, reverse=True)
        used = {self._record_path(place) for place in places}
        self.paths = list(self._in_order(document, used)) if self._containers else [()]
        self._numbers = {path: number for number, path in enumerate(self.paths)}

    def number_of(self, place: Path) -> int | None:
        """Return the number of the innermost record that contains a place."""
        return self._numbers.get(self._record_path(place))

    def is_nested(self, path: Path) -> bool:
        """Whether a path in a record is a list of further records."""
        return path in self._containers

    def is_outside(self, path: Path) -> bool:
        """Whether a record is a sibling of the one that contains the conversation, such as another conversation."""
        return path[:-1] in self._outer_containers

    def _record_path(self, place: Path) -> Path:
        for length in self._lengths:
            if len(place) > length and place[:length] in self._containers:
                return place[: length + 1]
        return ()

    def _in_order(self, document: OpenedDocument, used: set[Path]) -> Iterator[Path]:
        """Yield records in the order of the file, without records that only contain other records."""
        inside: dict[Path, list[Path]] = {}
        for container in self._containers:
            inside.setdefault(self._record_path(container), []).append(container)
        used_containers = {path[:-1] for path in used}
        self._outer_containers = {path[:-1] for path in inside if path and path not in used} - used_containers
        waiting = [self._children(document, container) for container in inside.pop((), [])][::-1]
        while waiting:
            record = next(waiting[-1], None)
            if record is None:
                waiting.pop()
                continue
            nested = inside.get(record, ())
            if record in used or not nested:
                yield record
            waiting.extend(self._children(document, container) for container in reversed(nested))

    @staticmethod
    def _children(document: OpenedDocument, container: Path) -> Iterator[Path]:
        return ((*container, step) for step in document.steps(container))


def _outermost(document: OpenedDocument, kind: FileKind) -> list[Path]:
    """Return the tables of a database or the root of an archive: all their items are records, even without messages."""
    if kind == TABLES and isinstance(document.root, dict):
        return [(table,) for table, rows in document.root.items() if isinstance(rows, list)]
    return [()] if kind == MEMBERS else []


def _containers(places: Sequence[Path]) -> Iterator[Path]:
    """Yield the lists on the path to each message, and the object that has messages as members (nodes by id)."""
    shared = _shared_start(places)
    for place in places:
        indexes = [number for number, step in enumerate(place) if isinstance(step, int)]
        yield from (place[:number] for number in indexes)
        if len(shared) < len(place) and (not indexes or indexes[-1] < len(shared)):
            yield place[: len(shared)]
        elif place and not indexes:
            yield place[:-1]


def _shared_start(places: Sequence[Path]) -> Path:
    if not places:
        return ()
    first, last = min(places, key=_sortable), max(places, key=_sortable)
    length = next((n for n, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), None)
    return first[:length] if length is not None else min(first, last, key=len)


def _sortable(place: Path) -> tuple[tuple[bool, str | int], ...]:
    """Return a sort key that compares keys with keys and indexes with indexes."""
    return tuple((isinstance(step, int), step) for step in place)
