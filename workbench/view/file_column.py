"""The file as the first column: the records that each message was read from, and the unsent records between them.

Its column number is the last one, so the numbers of the other columns do not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.report import Report
from workbench.json.pointer import Path, leaves, list_index, to_path
from workbench.json.text import Json
from workbench.records.document import NOTHING
from workbench.records.linking import LinkedMessage
from workbench.records.stage import WRAPPED_IN, FileStage
from workbench.records.versions import file_stage_of
from workbench.view.drawn_rows import Cell, DrawnMessage, Segment, UnsentRecord, UnsentRecords
from workbench.view.lines import Drawing, pointer_of, record_lines, value_lines

ADDED_BY_REPAIR = "added by the repair"
ADDED_BY_PROGRAM = "added by the program"
REST = "rest"
"""Pointer of the fold with the values of a record that are in no message."""
GAP = "gap"
"""Prefix of the name of a fold of records that are not sent."""
_MAX_RECORDS = 12
_ALL = "records"
"""Pointer of the fold with the further records of a message."""
_RECORDS_AT_ONCE = 40
_LINES_OF_UNSENT = 4
_LONGEST_NAME = 44
_LONGEST_KEY = 24
_MAX_LINKS = 600


class FileRows:
    """Draws the file column of one conversation."""

    def __init__(self, stage: FileStage, column: int) -> None:
        self.stage, self.column = stage, column
        self._read_as_is = stage.conversation.messages is stage.origin.messages
        self._sentences: dict[int, str] = {}
        """The sentences of the gaps shown so far, by first record; each requires a look at all records of the gap."""

    def cell(self, index: int, ids: dict[Path, int], opened: frozenset[str]) -> Cell:
        """Draw the records of a message. `ids` maps the paths of its tool ids to the numbers of their threads."""
        numbers = self.stage.records_of(index)
        if not numbers:
            return {"messages": [], "why": ADDED_BY_PROGRAM if self._read_as_is else ADDED_BY_REPAIR}
        linked = self.stage.linked(index)
        shown = numbers if self._key(numbers[0], _ALL) in opened else numbers[:_MAX_RECORDS]
        drawn = [self._record(number, index, linked, ids, opened) for number in shown]
        if rest := len(numbers) - len(shown):
            fold = f"{rest:,} more records"
            drawn[0]["lines"] += [{"depth": 0, "segments": [{"kind": "fold", "text": fold, "pointer": _ALL}]}]
        return {"messages": drawn}

    def links(self, index: int) -> Iterator[list[str]]:
        """Yield from, to and how for every value of a message that the file has."""
        for link in self.stage.linked(index).links[:_MAX_LINKS]:
            yield [self._key(link.record, pointer_of(link.place)), f"0:{index}:{pointer_of(link.target)}", link.how]

    def gap(self, index: int, opened: frozenset[str]) -> UnsentRecords | None:
        """Return the unsent records before a message. An index after the last message returns those at the end."""
        numbers = self.stage.unsent.get(index)
        if not numbers:
            return None
        place = f"{GAP}:{numbers[0]}"
        if numbers[0] not in self._sentences:
            self._sentences[numbers[0]] = self.stage.sentence(numbers)
        pages = sum(name == place or name.startswith(f"{place}:") for name in opened)
        shown = numbers[: pages * _RECORDS_AT_ONCE] if place in opened else []
        return {
            "place": place,
            "text": self._sentences[numbers[0]],
            "opened": place in opened,
            "records": [self._unsent(number, opened) for number in shown],
            "rest": len(numbers) - len(shown),
            "more": f"{place}:{pages}",
        }

    def value(self, number: int, pointer: str) -> Json:
        """Return the value at a pointer into a record. Raises LookupError if there is none."""
        value = self.stage.document.at(self.stage.path(number) + self._typed(number, pointer))
        if value is NOTHING:
            raise LookupError(pointer)
        return _drawable(value)

    def _typed(self, number: int, pointer: str) -> Path:
        """Return the steps of a pointer, with indexes as numbers if the document has a list there."""
        path: Path = self.stage.path(number)
        start = len(path)
        for step in to_path(pointer):
            holder = self.stage.document.inside(self.stage.document.at(path))
            index = list_index(step) if isinstance(holder, list) else None
            path = (*path, step if index is None else index)
        return path[start:]

    def _record(
        self, number: int, index: int, linked: LinkedMessage, ids: dict[Path, int], opened: frozenset[str]
    ) -> DrawnMessage:
        own = [link for link in linked.links if link.record == number]
        whole = {path for record, path in linked.copied_containers if record == number}
        kept = {link.place[:length] for link in own for length in range(len(link.place) + 1)}
        at = self.stage.place_in(number, index)
        record = _opened_along(self.stage, number, kept | {at})
        unfolded = self._opened_in(opened, number)
        shows_all = REST in unfolded
        sent = {link.place for link in own}
        drawing = Drawing(
            ids={link.place: ids[link.target] for link in own if link.target in ids},
            marks={path: "unsent" for path, _ in leaves(record) if path not in sent} if shows_all else {},
            opened=unfolded | ({pointer_of(path) for path in kept} if shows_all else frozenset()),
            kept=None if shows_all else kept,
            whole=whole,
        )
        if not isinstance(record, (dict, list)):
            lines = value_lines(record, drawing, self._named(number))
        else:
            lines = record_lines(record, drawing, self.stage.kind(number), self._name(number), at)
            lines[0]["segments"] += self._rest(record, drawing, shows_all)
        return {"position": number, "lines": lines, "name": self.stage.short_name(number)}

    def _rest(self, record: Json, drawing: Drawing, shows_all: bool) -> list[Segment]:
        """Return the fold that shows or hides the values that are not sent."""
        if shows_all:
            return [{"kind": "rest", "text": "show only sent fields", "pointer": REST, "opened": True}]
        count = _undrawn(record, drawing)
        return [{"kind": "rest", "text": f"+ {count:,} not sent", "pointer": REST, "opened": False}] if count else []

    def _unsent(self, number: int, opened: frozenset[str]) -> UnsentRecord:
        """Draw an unsent record, starting with the object that it wraps: that is its content."""
        unfolded = self._opened_in(opened, number)
        record = _drawable(self.stage.value(number))
        at = () if REST in unfolded else _wrapped_in(record)
        drawing = Drawing(opened=unfolded, kept=None if not at else {at}, whole={at} if at else ())
        lines = record_lines(record, drawing, self.stage.kind(number), "", at)
        hidden = len(lines) > _LINES_OF_UNSENT or bool(at)
        if hidden and REST not in unfolded:
            fold: Segment = {"kind": "rest", "text": "show all fields", "pointer": REST, "opened": False}
            lines = lines[:_LINES_OF_UNSENT]
            lines[0] = {**lines[0], "segments": [*lines[0]["segments"], fold]}
        return {
            "position": number,
            "name": self.stage.short_name(number),
            "why": self.stage.reason(number),
            "lines": lines,
        }

    def _name(self, number: int) -> str:
        """Return the place of a record, shortened at the start to fit a column; empty if it is equal to the kind."""
        name = self.stage.short_name(number)
        if name == self.stage.kind(number):
            return ""
        return name if len(name) <= _LONGEST_NAME else f"…{name[-_LONGEST_NAME:]}"

    def _named(self, number: int) -> str:
        """Return the name of a record that is a single value, shortened at the start."""
        name = self.stage.short_name(number)
        return name if len(name) <= _LONGEST_KEY else f"…{name[-_LONGEST_KEY:]}"

    def _key(self, number: int, pointer: str) -> str:
        return f"{self.column}:{number}:{pointer}"

    def _opened_in(self, opened: frozenset[str], number: int) -> frozenset[str]:
        start = self._key(number, "")
        return frozenset(name[len(start) :] for name in opened if name.startswith(start))


def _opened_along(stage: FileStage, number: int, kept: set[Path]) -> Json:
    """Return the record with its JSON texts parsed if a drawn value is inside them."""
    inner = {path[:length] for path in kept for length in range(len(path))}

    def opened(value: Json, path: Path) -> Json:
        if path not in inner:
            return _drawable(value)
        value = stage.document.inside(value)
        if isinstance(value, dict):
            return {key: opened(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [opened(item, (*path, step)) for step, item in enumerate(value)]
        return _drawable(value)

    return opened(stage.value(number), ())


def _wrapped_in(record: object) -> Path:
    """Return the path of the object that a record wraps: it is more useful than the fields around it."""
    fields = record if isinstance(record, dict) else {}
    return next(((key,) for key in WRAPPED_IN if isinstance(fields.get(key), dict)), ())


def _drawable(value: object) -> Json:
    """Return a value with the bytes of a database replaced by their number, which is all that can be shown."""
    if isinstance(value, bytes):
        return f"{len(value):,} bytes"
    if isinstance(value, dict) and any(isinstance(item, bytes) for item in value.values()):
        return {key: _drawable(item) for key, item in value.items()}
    return None if value is NOTHING else value


def _undrawn(record: Json, drawing: Drawing) -> int:
    """Count the members that are not drawn, each container as one."""
    count = 0
    waiting: list[tuple[Path, Json]] = [((), record)]
    while waiting:
        path, value = waiting.pop()
        steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for step, item in steps:
            inner = (*path, step)
            if not drawing.draws(inner):
                count += 1
            elif inner not in drawing.whole:
                waiting.append((inner, item))
    return count


def file_rows(report: Report, column: int) -> FileRows | None:
    """Return the file column of a conversation, or None if its file is not available."""
    stage = file_stage_of(report.conversation)
    return FileRows(stage, column) if stage else None
