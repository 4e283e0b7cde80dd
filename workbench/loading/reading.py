"""Read one value from a text, strictly if it is JSON and tolerantly if it is nearly JSON."""

from __future__ import annotations

from msgspec import Struct

from workbench.conversation import Note
from workbench.json.text import Json
from workbench.loading.error import LoadError
from workbench.loading.open_containers import has_content
from workbench.loading.salvage import salvage
from workbench.loading.strict import read_strict
from workbench.loading.text_cursor import Comments, Cursor
from workbench.loading.tolerant import Reader


class Reading(Struct, frozen=True):
    """A value, notes on its oddities, and the part of the text that it was read from, if that matters."""

    value: Json
    notes: list[Note]
    start: int = 0
    end: int = 0


class Unreadable(Exception):
    """No value can be read here. `is_data` distinguishes a broken document from a bracket in prose (`[pid 12]`)."""

    def __init__(self, fault: LoadError, index: int, is_data: bool) -> None:
        super().__init__(fault, index, is_data)
        self.fault = fault
        self.index = index
        self.is_data = is_data


def read_at(text: str, start: int, end: int, comments: Comments | None = None) -> Reading:
    """Read the value that starts at `start`. Raise `Unreadable` if there is none.

    A caller that tries many places of one part of a text, with the same `end`, gives the same `comments` each time.
    """
    cursor = Cursor(text, start, end, comments)
    reader = Reader(cursor)
    try:
        value = reader.read()
    except LoadError as fault:
        is_data = has_content(reader.stack)
        fault.partial = salvage(reader.stack, reader.notes.listed) if is_data else None
        raise Unreadable(fault, cursor.index, is_data) from fault
    return Reading(value, reader.notes.listed, start, cursor.index)


def read_whole(text: str, start: int, end: int) -> Reading:
    """Read the only value of this part of the text. The line and column of a `LoadError` are not set yet."""
    part = text[start:end]
    strict = read_strict(part)
    if strict is not None:
        return Reading(strict[0], strict[1], start, end)
    cursor = Cursor(text, start, end)
    cursor.skip_blank()
    try:
        reading = read_at(text, cursor.index, end)
    except Unreadable as unreadable:
        raise unreadable.fault from None
    cursor.index = reading.end
    cursor.skip_blank()
    if cursor.index < end:
        raise cursor.fault("the end of the line", "there are probably two values instead of one")
    return reading
