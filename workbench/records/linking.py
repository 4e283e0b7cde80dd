"""Where each value of a message is in the records it was read from, found by comparing values at the known places.

A source says where a message and its blocks come from. Whether a value there was copied, renamed, serialised or joined
is observed; a value that no record has was added by the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from workbench.json.pointer import Path, leaves
from workbench.json.text import Json, parse_or_none
from workbench.provenance.labels import label
from workbench.records.document import NOTHING, Missing, OpenedDocument, step_into

_SPEAKERS = frozenset({"role", "speaker", "author", "sender", "from", "type", "kind"})
_DECIDED_BY = {
    **dict.fromkeys(("role", "speaker"), _SPEAKERS),
    **dict.fromkeys(("type", "kind", "part_kind"), frozenset({"type", "kind", "part_kind", "content_type"})),
    **dict.fromkeys(("state", "status"), frozenset({"state", "status"})),
}
"""Keys of values that are one of a few words → the keys of those that decide them, also where the words differ."""
_MOST_LEAVES = 20_000
_MOST_PIECES = 40
_MOST_COMPARED = 4_000_000
_SHORT = 4
_LONGEST_NAME = 200
_NO_LETTER = re.compile(r"[^a-zA-Z0-9_-]")
_SHORTEST_PIECE = 2
_COVERED = 0.3


class FileLink(NamedTuple):
    record: int
    place: Path
    """In the record."""
    target: Path
    """In the message."""
    how: str


class Linked(NamedTuple):
    links: tuple[FileLink, ...]
    added: tuple[Path, ...]
    """Values of the message that no record has."""
    whole: tuple[tuple[int, Path], ...] = ()
    """Record and path of each container that the message has as it is."""


class _Value(NamedTuple):
    record: int
    path: Path
    """In the document."""
    start: int
    """How many steps of it lead to the record."""
    value: Json


class RecordValues:
    """The values of one record, found by what they are. Records inside it have their own."""

    def __init__(self, number: int, path: Path, document: OpenedDocument, is_nested: Callable[[Path], bool]) -> None:
        self.number, self.path = number, path
        self._document, self._is_nested = document, is_nested

    @cached_property
    def leaves(self) -> list[_Value]:
        found = islice(self._walked(), _MOST_LEAVES)
        return [_Value(self.number, path, len(self.path), value) for path, value in found if not _is_container(value)]

    @cached_property
    def containers(self) -> list[_Value]:
        found = islice(self._walked(), _MOST_LEAVES)
        return [_Value(self.number, path, len(self.path), value) for path, value in found if _is_container(value)]

    @cached_property
    def by_value(self) -> dict[tuple[type, Json], list[_Value]]:
        found: dict[tuple[type, Json], list[_Value]] = {}
        for leaf in self.leaves:
            if not isinstance(leaf.value, (dict, list)):
                found.setdefault((type(leaf.value), leaf.value), []).append(leaf)
        return found

    def equal_to(self, value: object) -> list[_Value]:
        return [] if isinstance(value, (dict, list)) else self.by_value.get((type(value), value), [])

    def _walked(self) -> Iterator[tuple[Path, Json]]:
        """Yield every value of the record, and those inside its JSON texts."""
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
) -> Linked:
    """`places` lead from paths in the message into the document; `earlier` are records of messages before it."""
    return _Linking(dict(places), joined, records, document, earlier).of(message)


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
        self._looked_back: list[RecordValues] = []
        self._noted = {path[:length] for path in places for length in range(len(path))}
        self.links: list[FileLink] = []
        self.added: list[Path] = []
        self.whole: list[tuple[int, Path]] = []
        self._used: set[Path] = set()

    def of(self, message: Json) -> Linked:
        left: list[tuple[Path, Json, Path]] = []
        waiting: list[tuple[Path, Json, Path, Json | Missing, Path]] = [((), message, (), NOTHING, ())]
        while waiting:
            path, value, place, there, scope = waiting.pop()
            if path in self.places:
                place = scope = self.places[path]
                there = self.document.at(place)
            inner = self.document.inside(there) if _is_container(value) else there
            if path not in self._noted and _same(inner, value):
                self._copied(path, value, place)
            elif _is_container(value):
                for step, item in reversed(_steps(value)):
                    waiting.append(((*path, step), item, (*place, step), step_into(inner, step), scope))
            else:
                left.append((path, value, scope))
        self.added += [path for path, value, scope in left if not self._found(path, value, scope)]
        return Linked(tuple(self.links), tuple(self.added), tuple(self.whole))

    def _copied(self, path: Path, value: Json, place: Path) -> None:
        """The same value at the place that is known: leaf by leaf, so that each can be shown with its own."""
        if _is_container(value) and (record := self._record_at(place)) is not None:
            self.whole.append((record.number, place[len(record.path) :]))
        waiting: list[tuple[Path, Json]] = [((), value)]
        while waiting:
            inside, item = waiting.pop()
            if _is_container(item):
                waiting += [((*inside, step), member) for step, member in reversed(_steps(item))]
            else:
                self._link((*place, *inside), item, (*path, *inside), item)

    def _found(self, path: Path, value: Json, scope: Path) -> bool:
        """Find a value that is not under its own name: elsewhere in its scope or its records, or built from those."""
        if self._equal(path, value, scope):
            return True
        if not isinstance(value, str):
            return value in ({}, []) and self._empty(path, value, scope)
        if path and path[-1] in _DECIDED_BY and self._decided(path, value, scope):
            return True
        built = not path or path[-1] not in ("role", "speaker")
        return (
            (built and (self._written(path, value, scope) or self._pieces(path, value, scope)))
            or self._key_of_a_record(path, value)
            or self._looked_up(path, value)
        )

    def _equal(self, path: Path, value: Json, scope: Path) -> bool:
        near = [leaf for record in self.records for leaf in record.equal_to(value)]
        telling = _is_telling(value)
        inside = [leaf for leaf in near if _is_in(leaf.path, scope)]
        chosen = self._best(path, [leaf for leaf in inside if value not in (None, "") or _named_alike(leaf.path, path)])
        if chosen is None:
            chosen = self._best(path, [leaf for leaf in near if telling or _named_alike(leaf.path, path)])
        if chosen is None or (not isinstance(value, str) and not _named_alike(chosen.path, path)):
            return False
        self._link(chosen.path, chosen.value, path, value)
        return True

    def _best(self, path: Path, found: Sequence[_Value]) -> _Value | None:
        """One with the same name, else one that nothing was taken from yet, else the first."""
        alike = [leaf for leaf in found if _named_alike(leaf.path, path)] or list(found)
        fresh = [leaf for leaf in alike if leaf.path not in self._used] or alike
        return fresh[0] if fresh else None

    def _written(self, path: Path, value: str, scope: Path) -> bool:
        """An object or a list that is JSON in the message: found as a whole, else by the values in it."""
        held = parse_or_none(value) if value[:1] in ("{", "[") else None
        if not isinstance(held, (dict, list)):
            return False
        if not held:
            return self._empty(path, held, scope, "serialised")
        whole = [one for record in self.records for one in record.containers if one.value == held]
        parts = [leaf for _, item in islice(leaves(held), _MOST_PIECES) for leaf in self._equals_of(item)]
        found = whole or [leaf for leaf in parts if _is_telling(leaf.value)]
        near = [one for one in found if _is_in(one.path, scope)] or found
        for one in near[:1] if whole else near:
            self._link(one.path, one.value, path, value, "serialised")
        return bool(near)

    def _empty(self, path: Path, value: Json, scope: Path, how: str = "") -> bool:
        """An empty object or list, which is known by the block that it is in."""
        every = (leaf for record in self.records for leaf in record.leaves if leaf.value == value)
        found = next((leaf for leaf in every if _is_in(leaf.path, scope)), None)
        if found is not None:
            self._link(found.path, found.value, path, value, how)
        return found is not None

    def _equals_of(self, value: Json) -> list[_Value]:
        return [leaf for record in self.records for leaf in record.equal_to(value)[:1]]

    def _pieces(self, path: Path, value: str, scope: Path) -> bool:
        """A text that others were joined into, or that was cut out of another."""
        known = [place for spot, places in self.joined.items() if path[: len(spot)] == spot for place in places]
        scopes = [scope, *known]
        texts = [leaf for record in self.records for leaf in record.leaves if isinstance(leaf.value, str)]
        near = [leaf for leaf in texts if any(_is_in(leaf.path, place) for place in scopes)]
        chosen = _parts_of(value, near) or _parts_of(value, texts)
        for leaf in chosen:
            self._link(leaf.path, leaf.value, path, value)
        if chosen or not _is_telling(value):
            return bool(chosen)
        around = next((leaf for leaf in (*near, *texts) if value in leaf.value), None)
        spelt = next((leaf for leaf in near if _spelt_alike(leaf.value, value)), None)
        source, how = (around, "cut from it") if around else (spelt, "spelt otherwise")
        if source is not None:
            self._link(source.path, source.value, path, value, how)
        return source is not None

    def _key_of_a_record(self, path: Path, value: str) -> bool:
        """Nodes have their id as key."""
        record = next((record for record in self.records if value in record.path), None)
        if record is not None:
            self.links.append(FileLink(record.number, (), path, "taken from its key"))
        return record is not None

    def _decided(self, path: Path, value: Json, scope: Path) -> bool:
        """A role, a type or a state in other words: decided by that of the block, else by that of the record."""
        keys = _DECIDED_BY[str(path[-1])]
        leaves_found = [
            leaf for record in self.records for leaf in record.leaves if not keys.isdisjoint(leaf.path[-1:])
        ]
        near = [leaf for leaf in leaves_found if _is_in(leaf.path, scope)]
        whole = [leaf for leaf in leaves_found if len(leaf.path) == leaf.start + 1] or leaves_found
        chosen = (near or whole if len(path) == 1 else near)[:1]
        for leaf in chosen:
            self._link(leaf.path, leaf.value, path, value, "decided")
        return bool(chosen)

    def _looked_up(self, path: Path, value: str) -> bool:
        """An id that only the record of an earlier message has."""
        if not _is_telling(value):
            return False
        for record in self._back():
            if found := record.equal_to(value):
                self._link(found[0].path, found[0].value, path, value, "looked up")
                return True
            if value in record.path:
                self.links.append(FileLink(record.number, (), path, "looked up"))
                return True
        return False

    def _back(self) -> Iterator[RecordValues]:
        yield from self._looked_back
        for record in self._earlier:
            self._looked_back.append(record)
            yield record

    def _link(self, place: Path, before: Json, path: Path, after: Json, how: str = "") -> None:
        record = self._record_at(place)
        if record is None:
            return
        self._used.add(place)
        how = how or label(place, before, path, after)
        self.links.append(FileLink(record.number, place[len(record.path) :], path, how))

    def _record_at(self, place: Path) -> RecordValues | None:
        """The innermost record that holds a place."""
        holders = [record for record in (*self.records, *self._looked_back) if _is_in(place, record.path)]
        return max(holders, key=lambda record: len(record.path), default=None)


def _parts_of(text: str, leaves: Sequence[_Value]) -> list[_Value]:
    """The texts that a text holds, none inside another; nothing if they are only a small part of it."""
    room = _MOST_COMPARED
    covered = bytearray()
    chosen: list[_Value] = []
    seen: set[str] = set()
    for leaf in sorted(leaves, key=lambda leaf: -len(leaf.value)):
        piece = leaf.value
        if not _SHORTEST_PIECE <= len(piece) <= len(text) or piece in seen:
            continue
        room -= len(text)
        if room < 0 or len(chosen) >= _MOST_PIECES:
            break
        seen.add(piece)
        at = text.find(piece)
        if at < 0:
            continue
        covered = covered or bytearray(len(text))
        if not covered[at]:
            covered[at : at + len(piece)] = b"\1" * len(piece)
            chosen.append(leaf)
    return chosen if sum(covered) >= max(_SHORTEST_PIECE, len(text) * _COVERED) else []


def _spelt_alike(one: str, other: str) -> bool:
    """Whether two names differ only in characters that a provider does not take in names."""
    return len(one) == len(other) <= _LONGEST_NAME and _NO_LETTER.sub("_", one) == _NO_LETTER.sub("_", other)


def _same(there: object, value: Json) -> bool:
    if there is value:
        return True
    return there is not NOTHING and type(there) is type(value) and bool(there == value)


def _is_telling(value: object) -> bool:
    """Whether a value is found again by what it is, and not by chance."""
    return isinstance(value, str) and len(value) >= _SHORT


def _is_container(value: object) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def _steps(container: Json) -> list[tuple[str | int, Json]]:
    return list(container.items() if isinstance(container, dict) else enumerate(container))


def _is_in(path: Path, scope: Path) -> bool:
    return path[: len(scope)] == scope


def _named_alike(one: Path, other: Path) -> bool:
    """Whether two values have the same name: the last key of each, whatever indexes follow it."""
    return _last_key(one) == _last_key(other)


def _last_key(path: Path) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "").replace("_", "").lower()
