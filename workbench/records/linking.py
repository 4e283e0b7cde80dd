"""Find where each value of a message is in the records it was read from, by comparing values at the known places.

A source reports where a message and its blocks come from. Whether a value was copied, renamed, serialised or joined is
observed. A value that no record has was added by the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from workbench.json.pointer import Path, last_key, leaves
from workbench.json.text import Json, parse_or_none
from workbench.provenance.labels import label
from workbench.records.document import NOTHING, Missing, OpenedDocument, step_into

_SPEAKERS = frozenset({"role", "speaker", "author", "sender", "from", "type", "kind"})
_DECIDED_BY = {
    **dict.fromkeys(("role", "speaker"), _SPEAKERS),
    **dict.fromkeys(("type", "kind", "part_kind"), frozenset({"type", "kind", "part_kind", "content_type"})),
    **dict.fromkeys(("state", "status"), frozenset({"state", "status"})),
}
"""Keys of enumerated values, each with the keys in a record that determine the value, even if the words differ."""
_MAX_LEAVES = 20_000
_MAX_PIECES = 40
_MAX_COMPARED = 4_000_000
_MIN_DISTINCTIVE = 4
_MAX_NAME = 200
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")
_MIN_PIECE = 2
_MIN_COVERED = 0.3


class FileLink(NamedTuple):
    record: int
    place: Path
    """The path in the record."""
    target: Path
    """The path in the message."""
    how: str


class LinkedMessage(NamedTuple):
    links: tuple[FileLink, ...]
    added: tuple[Path, ...]
    """Values of the message that no record has."""
    copied_containers: tuple[tuple[int, Path], ...] = ()
    """Record and path of each container that the message has unchanged."""


class _Value(NamedTuple):
    record: int
    path: Path
    """The path in the document."""
    start: int
    """How many steps of the path lead to the record."""
    value: Any


class RecordValues:
    """The values of one record, which can be looked up by value. Records inside it have their own."""

    def __init__(self, number: int, path: Path, document: OpenedDocument, is_nested: Callable[[Path], bool]) -> None:
        self.number, self.path = number, path
        self._document, self._is_nested = document, is_nested

    @cached_property
    def leaves(self) -> list[_Value]:
        values = islice(self._walked(), _MAX_LEAVES)
        return [_Value(self.number, path, len(self.path), value) for path, value in values if not _is_container(value)]

    @cached_property
    def containers(self) -> list[_Value]:
        values = islice(self._walked(), _MAX_LEAVES)
        return [_Value(self.number, path, len(self.path), value) for path, value in values if _is_container(value)]

    @cached_property
    def by_value(self) -> dict[tuple[type, Json], list[_Value]]:
        by_value: dict[tuple[type, Json], list[_Value]] = {}
        for leaf in self.leaves:
            if not isinstance(leaf.value, (dict, list)):
                by_value.setdefault((type(leaf.value), leaf.value), []).append(leaf)
        return by_value

    def equal_to(self, value: object) -> list[_Value]:
        return [] if isinstance(value, (dict, list)) else self.by_value.get((type(value), value), [])

    def _walked(self) -> Iterator[tuple[Path, Json]]:
        """Yield every value of the record, and those inside its JSON strings."""
        waiting: list[tuple[Path, Json | Missing]] = [(self.path, self._document.at(self.path))]
        while waiting:
            path, value = waiting.pop()
            if value is NOTHING or (path != self.path and self._is_nested(path)):
                continue
            yield path, value
            inner = self._document.inside(value)
            if isinstance(inner, dict):
                waiting += [((*path, key), item) for key, item in reversed(inner.items())]
            elif isinstance(inner, list):
                waiting += [((*path, number), item) for number, item in reversed(list(enumerate(inner)))]


def linked_values(
    message: Json,
    places: Sequence[tuple[Path, Path]],
    joined: Mapping[Path, Sequence[Path]],
    records: Sequence[RecordValues],
    document: OpenedDocument,
    earlier: Iterable[RecordValues] = (),
) -> LinkedMessage:
    """Link the values of a message with the document.

    `places` map paths in the message to paths in the document; `earlier` are the records of previous messages.
    """
    return _Linking(dict(places), joined, records, document, earlier).link(message)


class _Linking:
    def __init__(
        self,
        places: Mapping[Path, Path],
        joined: Mapping[Path, Sequence[Path]],
        records: Sequence[RecordValues],
        document: OpenedDocument,
        earlier: Iterable[RecordValues],
    ) -> None:
        self.places, self.joined, self.records, self.document = places, joined, records, document
        self._earlier = iter(earlier)
        self._earlier_read: list[RecordValues] = []
        self._parents_of_places = {path[:length] for path in places for length in range(len(path))}
        self.links: list[FileLink] = []
        self.added: list[Path] = []
        self.copied_containers: list[tuple[int, Path]] = []
        self._used: set[Path] = set()

    def link(self, message: Json) -> LinkedMessage:
        remaining: list[tuple[Path, Json, Path]] = []
        waiting: list[tuple[Path, Json, Path, Json | Missing, Path]] = [((), message, (), NOTHING, ())]
        while waiting:
            path, value, place, original, scope = waiting.pop()
            if path in self.places:
                place = scope = self.places[path]
                original = self.document.at(place)
            inner = self.document.inside(original) if _is_container(value) else original
            if path not in self._parents_of_places and _is_same(inner, value):
                self._link_copy(path, value, place)
            elif _is_container(value):
                for step, item in reversed(_steps(value)):
                    waiting.append(((*path, step), item, (*place, step), step_into(inner, step), scope))
            else:
                remaining.append((path, value, scope))
        self.added += [path for path, value, scope in remaining if not self._link_by_search(path, value, scope)]
        return LinkedMessage(tuple(self.links), tuple(self.added), tuple(self.copied_containers))

    def _link_copy(self, path: Path, value: Json, place: Path) -> None:
        """Link an unchanged value leaf by leaf, so that each leaf can be shown with its own place."""
        if _is_container(value) and (record := self._record_at(place)) is not None:
            self.copied_containers.append((record.number, place[len(record.path) :]))
        waiting: list[tuple[Path, Json]] = [((), value)]
        while waiting:
            inside, item = waiting.pop()
            if _is_container(item):
                waiting += [((*inside, step), member) for step, member in reversed(_steps(item))]
            else:
                self._link((*place, *inside), item, (*path, *inside), item)

    def _link_by_search(self, path: Path, value: Json, scope: Path) -> bool:
        """Link a value that has another name in the file: an equal one in its scope or records, or its parts."""
        if self._link_equal(path, value, scope):
            return True
        if not isinstance(value, str):
            return value in ({}, []) and self._link_empty(path, value, scope)
        if path and path[-1] in _DECIDED_BY and self._link_deciding(path, value, scope):
            return True
        may_be_built = not path or path[-1] not in ("role", "speaker")
        return (
            (may_be_built and (self._link_serialised(path, value, scope) or self._link_pieces(path, value, scope)))
            or self._link_record_key(path, value)
            or self._link_earlier(path, value)
        )

    def _link_equal(self, path: Path, value: Json, scope: Path) -> bool:
        equal = [leaf for record in self.records for leaf in record.equal_to(value)]
        is_distinctive = _is_distinctive(value)
        in_scope = [leaf for leaf in equal if _is_in(leaf.path, scope)]
        may_differ_in_name = value not in (None, "")
        chosen = self._best(path, [leaf for leaf in in_scope if may_differ_in_name or _has_same_name(leaf.path, path)])
        if chosen is None:
            chosen = self._best(path, [leaf for leaf in equal if is_distinctive or _has_same_name(leaf.path, path)])
        if chosen is None or (not isinstance(value, str) and not _has_same_name(chosen.path, path)):
            return False
        self._link(chosen.path, chosen.value, path, value)
        return True

    def _best(self, path: Path, candidates: Sequence[_Value]) -> _Value | None:
        """Choose a leaf with the same name if there is one, and among those one that is not linked yet."""
        same_name = [leaf for leaf in candidates if _has_same_name(leaf.path, path)] or list(candidates)
        unused = [leaf for leaf in same_name if leaf.path not in self._used] or same_name
        return unused[0] if unused else None

    def _link_serialised(self, path: Path, value: str, scope: Path) -> bool:
        """Link a JSON string with the object or list that it was serialised from, or else with the values in it."""
        parsed = parse_or_none(value) if value[:1] in ("{", "[") else None
        if not isinstance(parsed, (dict, list)):
            return False
        if not parsed:
            return self._link_empty(path, parsed, scope, "serialised")
        originals = [item for record in self.records for item in record.containers if item.value == parsed]
        parts = [leaf for _, item in islice(leaves(parsed), _MAX_PIECES) for leaf in self._equals_of(item)]
        candidates = originals or [leaf for leaf in parts if _is_distinctive(leaf.value)]
        chosen = [item for item in candidates if _is_in(item.path, scope)] or candidates
        for item in chosen[:1] if originals else chosen:
            self._link(item.path, item.value, path, value, "serialised")
        return bool(chosen)

    def _link_empty(self, path: Path, value: Json, scope: Path, how: str = "") -> bool:
        """Link an empty object or list with an equal one in the same block: elsewhere it would be a coincidence."""
        equal = (leaf for record in self.records for leaf in record.leaves if leaf.value == value)
        found = next((leaf for leaf in equal if _is_in(leaf.path, scope)), None)
        if found is not None:
            self._link(found.path, found.value, path, value, how)
        return found is not None

    def _equals_of(self, value: Json) -> list[_Value]:
        return [leaf for record in self.records for leaf in record.equal_to(value)[:1]]

    def _link_pieces(self, path: Path, value: str, scope: Path) -> bool:
        """Link a text with the texts that were joined into it, or with the text that it is a part of."""
        joined = [place for spot, places in self.joined.items() if path[: len(spot)] == spot for place in places]
        scopes = [scope, *joined]
        texts = [leaf for record in self.records for leaf in record.leaves if isinstance(leaf.value, str)]
        in_scope = [leaf for leaf in texts if any(_is_in(leaf.path, place) for place in scopes)]
        chosen = _parts_of(value, in_scope) or _parts_of(value, texts)
        for leaf in chosen:
            self._link(leaf.path, leaf.value, path, value)
        if chosen or not _is_distinctive(value):
            return bool(chosen)
        containing = next((leaf for leaf in (*in_scope, *texts) if value in leaf.value), None)
        respelt = next((leaf for leaf in in_scope if _is_same_spelling(leaf.value, value)), None)
        source, how = (containing, "part of it") if containing else (respelt, "spelt differently")
        if source is not None:
            self._link(source.path, source.value, path, value, how)
        return source is not None

    def _link_record_key(self, path: Path, value: str) -> bool:
        """Link a value with the key of its record: nodes have their id as the key."""
        record = next((record for record in self.records if value in record.path), None)
        if record is not None:
            self.links.append(FileLink(record.number, (), path, "taken from its key"))
        return record is not None

    def _link_deciding(self, path: Path, value: Json, scope: Path) -> bool:
        """Link a role, type or state with the one of its block, or else of its record, even if the words differ."""
        keys = _DECIDED_BY[str(path[-1])]
        candidates = [leaf for record in self.records for leaf in record.leaves if not keys.isdisjoint(leaf.path[-1:])]
        in_scope = [leaf for leaf in candidates if _is_in(leaf.path, scope)]
        of_record = [leaf for leaf in candidates if len(leaf.path) == leaf.start + 1] or candidates
        chosen = (in_scope or of_record if len(path) == 1 else in_scope)[:1]
        for leaf in chosen:
            self._link(leaf.path, leaf.value, path, value, "decided")
        return bool(chosen)

    def _link_earlier(self, path: Path, value: str) -> bool:
        """Link an id that only the record of an earlier message has."""
        if not _is_distinctive(value):
            return False
        for record in self._earlier_records():
            if found := record.equal_to(value):
                self._link(found[0].path, found[0].value, path, value, "looked up")
                return True
            if value in record.path:
                self.links.append(FileLink(record.number, (), path, "looked up"))
                return True
        return False

    def _earlier_records(self) -> Iterator[RecordValues]:
        yield from self._earlier_read
        for record in self._earlier:
            self._earlier_read.append(record)
            yield record

    def _link(self, place: Path, before: Json, path: Path, after: Json, how: str = "") -> None:
        record = self._record_at(place)
        if record is None:
            return
        self._used.add(place)
        how = how or label(place, before, path, after)
        self.links.append(FileLink(record.number, place[len(record.path) :], path, how))

    def _record_at(self, place: Path) -> RecordValues | None:
        """Return the innermost record that contains a place."""
        outer = [record for record in (*self.records, *self._earlier_read) if _is_in(place, record.path)]
        return max(outer, key=lambda record: len(record.path), default=None)


def _parts_of(text: str, leaves: Sequence[_Value]) -> list[_Value]:
    """Return the texts that a text contains, none inside another; empty if they cover only a small part of it."""
    effort = _MAX_COMPARED
    covered = bytearray()
    chosen: list[_Value] = []
    seen: set[str] = set()
    for leaf in sorted(leaves, key=lambda leaf: -len(leaf.value)):
        piece: Any = leaf.value
        if not _MIN_PIECE <= len(piece) <= len(text) or piece in seen:
            continue
        effort -= len(text)
        if effort < 0 or len(chosen) >= _MAX_PIECES:
            break
        seen.add(piece)
        at = text.find(piece)
        if at < 0:
            continue
        covered = covered or bytearray(len(text))
        if not covered[at]:
            covered[at : at + len(piece)] = b"\1" * len(piece)
            chosen.append(leaf)
    return chosen if sum(covered) >= max(_MIN_PIECE, len(text) * _MIN_COVERED) else []


def _is_same_spelling(left: str, right: str) -> bool:
    """Whether two names differ only in characters that a provider does not accept in names."""
    return len(left) == len(right) <= _MAX_NAME and _NOT_IN_NAMES.sub("_", left) == _NOT_IN_NAMES.sub("_", right)


def _is_same(original: object, value: Json) -> bool:
    if original is value:
        return True
    return original is not NOTHING and type(original) is type(value) and bool(original == value)


def _is_distinctive(value: object) -> bool:
    """Whether an equal value elsewhere is unlikely to be a coincidence."""
    return isinstance(value, str) and len(value) >= _MIN_DISTINCTIVE


def _is_container(value: object) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def _steps(container: Any) -> list[tuple[str | int, Json]]:
    return list(container.items() if isinstance(container, dict) else enumerate(container))


def _is_in(path: Path, scope: Path) -> bool:
    return path[: len(scope)] == scope


def _has_same_name(left: Path, right: Path) -> bool:
    """Whether the last keys of two paths are equal; indexes after them do not matter."""
    return _bare(last_key(left)) == _bare(last_key(right))


def _bare(key: str) -> str:
    return key.replace("_", "").lower()
