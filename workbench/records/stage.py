"""The file as a stage of its own: the records that each message was read from, and those that are not sent, and why.

Building it is linear in the number of records; the values of a message are compared only when they are requested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.json.pointer import Path, list_index, readable, to_path, to_pointer
from workbench.json.text import Json
from workbench.origin import WITHOUT_FILE, Origin
from workbench.records.document import Missing, OpenedDocument
from workbench.records.layout import Layout
from workbench.records.linking import LinkedMessage, RecordValues, linked_values
from workbench.sources.contract import LINES, MEMBERS, TABLES, TEXT, Material
from workbench.sources.unsent_records import Reason, describes_record, reason_of

REMOVED = "removed by the repair"
OUTSIDE = "outside this conversation"
_KIND_KEYS = ("type", "kind", "role", "sender", "from", "part_kind", "key", "name")
WRAPPED_IN = ("payload", "data", "message", "info")
"""Keys under which records wrap their content."""
_MAX_KIND = 60
_MAX_KINDS = 4
_SAMPLE = 200
_MAX_EARLIER = 8
_MAX_CACHED = 64
_OUTSIDE = -1
_ARTICLE = re.compile(r"^(?:a|an|the) ")
_NUMBERED = (LINES, TABLES, TEXT, MEMBERS)
"""Kinds of files whose records have numbers or names that other programs show too."""
_UNCHANGED = ("copied", "renamed")


class FileStage:
    """The records of the file of one conversation, and how they are related to its messages."""

    @collector_paused()
    def __init__(self, conversation: Conversation, as_read: Sequence[int | None] | None = None) -> None:
        """`as_read` has the index of each message in the list that the source read, if a repair changed the list."""
        origin = conversation.origin
        assert origin is not None
        self.conversation, self.origin = conversation, origin
        self.document = OpenedDocument(origin)
        self._as_read = as_read
        self._places = _places_by_message(conversation, origin)
        message_places = [places[0][1] for places in self._places if places]
        all_places = [place for places in self._places for _, place in places]
        joined = [place for further in origin.joined.values() for place in further]
        self._layout = Layout(self.document, origin.kind, message_places, [*all_places, *joined])
        self._cached_values: dict[int, RecordValues] = {}
        self._records_by_message = self._records_of_messages()

    @property
    def count(self) -> int:
        """How many records the file has."""
        return len(self._layout.paths)

    def records_of(self, index: int) -> tuple[int, ...]:
        """Return the numbers of the records that a message was read from; none if the program or a repair added it."""
        read = self._read_index(index)
        return () if read is None else self._records_by_message[read]

    def lines_of(self, index: int) -> list[int]:
        """Return the numbers of the lines that a message was read from."""
        lines = (self.origin.line_of(to_pointer(self.path(number)[:1])) for number in self.records_of(index))
        return [line for line in dict.fromkeys(lines) if line is not None]

    @cached_property
    @collector_paused()
    def unsent(self) -> dict[int, list[int]]:
        """Map the index of a message to the records before it that are not sent. The key after the last is the end."""
        now = self._index_now
        at = _OUTSIDE
        gaps: dict[int, list[int]] = {}
        for number in range(self.count):
            sent = [now[read] for read in self._used_by.get(number, ()) if read in now]
            if sent:
                at = sent[-1]
            else:
                gaps.setdefault(at + 1, []).append(number)
        return gaps

    @cached_property
    def differs(self) -> bool:
        """Whether the content of the file differs from the messages in more than their wrapping."""
        unsent = (self.path(number) for gap in self.unsent.values() for number in gap)
        if not all(map(self._layout.is_outside, unsent)) or any(
            len(records) != 1 for records in self._records_by_message
        ):
            return True
        sampled = range(min(len(self.conversation.messages), _SAMPLE))
        return any(link.how not in _UNCHANGED for index in sampled for link in self.linked(index).links)

    def linked(self, index: int) -> LinkedMessage:
        """Return where each value of a message is in the file, and which values the file does not have."""
        read = self._read_index(index)
        message = self.conversation.messages[index]
        if read is None:
            return linked_values(message, (), {}, [], self.document)
        records = [self._values(number) for number in self._records_by_message[read]]
        earlier = (self._values(n) for previous in self._before(read) for n in self._records_by_message[previous])
        return linked_values(message, self._places[read], self._joined(read), records, self.document, earlier)

    def value(self, number: int) -> Json | Missing:
        return self.document.at(self.path(number))

    def path(self, number: int) -> Path:
        return self._layout.paths[number]

    def place_in(self, number: int, index: int) -> Path:
        """Return the part of a record that a message was read from, as a path in the record."""
        start, read = self.path(number), self._read_index(index)
        places = [] if read is None else [place for _, place in self._places[read]]
        return _shared([place[len(start) :] for place in places if self._layout.number_of(place) == number])

    def name(self, number: int) -> str:
        """Return the name of a record for a person: `line 12`, `row 3 of part`, `messages[4]`."""
        return self.place_name(self.path(number))

    def short_name(self, number: int) -> str:
        """Return the name of a record without the path to it: `line 12`, `row 3 of part`, `messages[4]`, a key."""
        path = self.path(number)
        if len(path) < 2 or (self.origin.kind == TABLES and len(path) == 2):
            return self.name(number)
        keys = [number for number, step in enumerate(path) if isinstance(step, str)]
        if keys and keys[-1] == len(path) - 1:
            return str(path[-1])
        return readable(to_pointer(path[keys[-1] :])) if keys else self.name(number)

    def place_name(self, path: Path) -> str:
        """Return the name of any place in the document."""
        inside = readable(to_pointer(path[1:]))
        first = path[0] if path else ""
        if isinstance(first, int) and self._is_a_line(first):
            line = self.origin.lines[first] if first < len(self.origin.lines) else first + 1
            return f"line {line} {inside}".rstrip()
        if self.origin.kind == TABLES and len(path) > 1 and isinstance(path[1], int):
            return f"row {path[1] + 1} of {first} {readable(to_pointer(path[2:]))}".rstrip()
        if self.origin.kind == MEMBERS and path:
            return f"{first} {inside}".rstrip()
        return readable(to_pointer(path)) or "the whole file"

    def _is_a_line(self, number: int) -> bool:
        kind, root = self.origin.kind, self.document.root
        return kind == LINES or (kind == TEXT and isinstance(root, list) and isinstance(root[number], str))

    def record_name_at(self, pointer: str) -> str:
        """Return the short name of the record that contains a value of the payload.

        It is empty if the file has the same order as the messages, because the number of the message is enough then.
        """
        if self.origin.kind not in _NUMBERED and not self.differs:
            return ""
        index = self.conversation.index_of(pointer)
        read = None if index is None else self._read_index(index)
        if index is None or read is None:
            return ""
        path = to_path(pointer)[len(to_path(self.conversation.pointer(index))) :]
        places = {to_pointer(inside): place for inside, place in self._places[read]}
        starts = (to_pointer(path[:length]) for length in range(len(path), -1, -1))
        place = next((places[start] for start in starts if start in places), None)
        number = None if place is None else self._layout.number_of(place)
        return "" if number is None else self.short_name(number)

    def kind(self, number: int) -> str:
        """Return the type of a record, or its key if it has no type."""
        path = self.path(number)
        return self._type(number) or (path[-1][:_MAX_KIND] if path and isinstance(path[-1], str) else "")

    def _type(self, number: int) -> str:
        """Return the type of a record and of the content that it wraps. The type of a row is its table."""
        path = self.path(number)
        if self.origin.kind == TABLES and len(path) == 2:
            return str(path[0])
        value = self.document.inside(self.value(number))
        wrapped = (_kind_of(value.get(key)) for key in WRAPPED_IN) if isinstance(value, dict) else ()
        inner = next((kind for kind in wrapped if kind), "")
        return " ".join(dict.fromkeys(filter(None, (_kind_of(value), inner.removeprefix("message")))))[:_MAX_KIND]

    def reason(self, number: int) -> str:
        """Return why a record is not sent, as far as that is known."""
        if number in self._used_by:
            return REMOVED
        path = self.path(number)
        return self._reason(path, self.value(number)) or (OUTSIDE if self._layout.is_outside(path) else "")

    def summary(self, numbers: Sequence[int]) -> str:
        """Return a short list of records: `9 file-history-snapshot, 5 on another branch`."""
        counted = Counter(map(self._summary_name, numbers)).most_common()
        words = [f"{count:,} {kind}" if kind else f"{count:,} without a type" for kind, count in counted[:_MAX_KINDS]]
        rest = sum(count for _, count in counted[_MAX_KINDS:])
        return ", ".join([*words, *([f"{rest:,} of other kinds"] if rest else [])])

    def sentence(self, numbers: Sequence[int]) -> str:
        """Return the number of records that are not sent, and a list of them: `14 records not sent: 9 …, 5 …`."""
        count, summary = f"{len(numbers):,} record{'' if len(numbers) == 1 else 's'}", self.summary(numbers)
        return f"{count} not sent: {summary if ', ' in summary else summary.partition(' ')[2]}"

    def _summary_name(self, number: int) -> str:
        """Return the reason why a record is not sent, or its kind if that is more specific or no reason is known."""
        type_, reason = self._type(number), self.reason(number)
        if not reason or (type_ and type_ not in self._sent_kinds and describes_record(reason)):
            return self.kind(number)
        return _ARTICLE.sub("", reason)

    @cached_property
    def _sent_kinds(self) -> set[str]:
        """The kinds of the records that messages were read from: these names do not identify a record as left out."""
        used = list(self._used_by)
        return {self.kind(number) for number in (*used[:_SAMPLE], *used[-_SAMPLE:])}

    @cached_property
    def _reason(self) -> Reason:
        material = Material(self.document.root, self.origin.kind, self.conversation.name, self.origin.lines)
        return reason_of(self.origin.source, material, {self.path(number) for number in self._used_by})

    @cached_property
    def _used_by(self) -> dict[int, list[int]]:
        used: dict[int, list[int]] = {}
        for read, numbers in enumerate(self._records_by_message):
            for number in numbers:
                used.setdefault(number, []).append(read)
        return used

    @cached_property
    def _index_now(self) -> dict[int, int]:
        """Map the index of a message as read to its index in the current conversation."""
        if self._as_read is None:
            return {index: index for index in range(len(self._records_by_message))}
        return {read: index for index, read in enumerate(self._as_read) if read is not None}

    def _read_index(self, index: int) -> int | None:
        read = index if self._as_read is None else self._as_read[index]
        return read if read is not None and read < len(self._records_by_message) else None

    def _records_of_messages(self) -> list[tuple[int, ...]]:
        number_of = self._layout.number_of
        records: list[tuple[int, ...]] = []
        for read, places in enumerate(self._places):
            further = (place for listed in self._joined(read).values() for place in listed)
            numbers = {number_of(place) for place in (*(place for _, place in places), *further)} - {None}
            records.append(tuple(sorted(number for number in numbers if number is not None)))
        return records

    def _joined(self, read: int) -> dict[Path, Sequence[Path]]:
        return self._joined_by_message.get(read, {})

    @cached_property
    def _joined_by_message(self) -> dict[int, dict[Path, Sequence[Path]]]:
        base = _base(self.conversation, self.origin)
        found: dict[int, dict[Path, Sequence[Path]]] = {}
        for path, places in self.origin.joined.items():
            index = path[len(base)]
            if isinstance(index, int):
                found.setdefault(index, {})[path[len(base) + 1 :]] = places
        return found

    def _before(self, read: int) -> Iterator[int]:
        return iter(range(read - 1, max(-1, read - 1 - _MAX_EARLIER), -1))

    def _values(self, number: int) -> RecordValues:
        """Return the values of a record. They are cached, because several messages can come from one record."""
        if number not in self._cached_values:
            if len(self._cached_values) >= _MAX_CACHED:
                self._cached_values.clear()
            self._cached_values[number] = RecordValues(number, self.path(number), self.document, self._layout.is_nested)
        return self._cached_values[number]


def has_file_stage(conversation: Conversation) -> bool:
    """Whether the file that a conversation was read from is available."""
    origin = conversation.origin
    return origin is not None and origin.kind != WITHOUT_FILE and bool(origin.places) and bool(origin.messages)


def _places_by_message(conversation: Conversation, origin: Origin) -> list[list[tuple[Path, Path]]]:
    """Return for each message as read: paths in it, the message itself first, each with its path in the document."""
    base = _base(conversation, origin)
    found: list[list[tuple[Path, Path]]] = [[] for _ in origin.messages]
    if () in origin.places:
        at = origin.places[()]
        for index, places in enumerate(found):
            places.append(((), (*at, *_path_to(conversation, base, index))))
        return found
    for path, place in origin.places.items():
        number = path[len(base)] if len(path) > len(base) else None
        if isinstance(number, int) and number < len(found):
            found[number].append((path[len(base) + 1 :], place))
    for places in found:
        places.sort(key=_by_length)
    return found


def _by_length(place: tuple[Path, Path]) -> int:
    return len(place[0])


def _base(conversation: Conversation, origin: Origin) -> Path:
    """Return the path of the list of messages in the payload as it was read, before any repair moved it."""
    if () in origin.places:
        return _typed(to_path(conversation.base))
    first = next(iter(origin.places))
    return () if isinstance(first[0], int) else first[:1]


def _path_to(conversation: Conversation, base: Path, index: int) -> Path:
    return (*base, index) if conversation.places is None else _typed(to_path(conversation.places[index]))


def _typed(path: Path) -> Path:
    return tuple(step if (index := list_index(step)) is None else index for step in path)


def _shared(paths: Sequence[Path]) -> Path:
    if not paths:
        return ()
    first = min(paths, key=len)
    length = next((n for n, step in enumerate(first) if any(path[n] != step for path in paths)), len(first))
    return first[:length]


def _kind_of(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    author = value.get("author")
    names = (value.get(key) for key in _KIND_KEYS)
    return next((kind for kind in (*names, author, _kind_of(author)) if isinstance(kind, str) and kind), "")
