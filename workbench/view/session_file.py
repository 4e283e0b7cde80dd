"""A repaired session as the file of its program: the text to download, and which of its lines change."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from workbench.conversation import Conversation
from workbench.doctor.written_text import text_in
from workbench.outputs.repaired_file import repaired_file_text
from workbench.outputs.visible import visible_lines
from workbench.sequence_difference import unified_diff
from workbench.sources.contract import TABLES
from workbench.sources.writing import can_be_written
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError, changes_between
from workbench.sources.writing.database import STORES, write_to_database

_MAX_LINES = 200
_LONGEST_LINE = 400


class ChangedText(Protocol):
    """A file with its text before and after a repair."""

    @property
    def file(self) -> Path: ...
    @property
    def old(self) -> str: ...
    @property
    def new(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RepairedFile:
    text: str
    """The text to download; empty for a database or a folder, of which only parts are changed."""
    difference: str
    """The diff of its lines; every other line is unchanged to the byte."""
    obstacle: str = ""
    """The reason why the repair cannot be written to the file; then there is no text."""


def repaired_file(content: bytes | None, before: Conversation, after: Conversation) -> RepairedFile | None:
    """Return the repaired file, or None if the conversation does not come from a file that a program loads again."""
    origin = before.origin
    if content is None or origin is None:
        return None
    try:
        if origin.kind == TABLES and origin.source in STORES:
            return RepairedFile("", "\n".join(_changed_rows(content, before, after)))
        if not can_be_written(before):
            return None
        old = text_in(content)
        new = repaired_file_text(old, [(before, after)])
    except CannotBeWrittenError as reason:
        return RepairedFile("", "", str(reason))
    return RepairedFile(new, _difference(old.splitlines(), new.splitlines()))


def repaired_folder(changes: Sequence[ChangedText], folder: Path) -> RepairedFile:
    """Return the diff of the files of a session folder that a repair changes."""
    pieces = []
    for change in changes:
        name = visible_lines(str(change.file.relative_to(folder)))
        pieces.append(f"--- {name}\n{_difference(change.old.splitlines(), change.new.splitlines())}")
    return RepairedFile("", "\n".join(pieces))


def _changed_rows(content: bytes, before: Conversation, after: Conversation) -> Iterator[str]:
    """Yield the diff of each table, made by writing the repair into a copy of the database."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy.write_bytes(content)
        changes = changes_between(before, after)
        places = [change.call if isinstance(change, AddedResult) else change.at for change in changes]
        columns = sorted({(str(place[0]), str(place[2])) for place in places})
        old = [_values(copy, table, column) for table, column in columns]
        write_to_database(copy, before, after)
        for (table, column), values in zip(columns, old, strict=True):
            difference = _difference(values, _values(copy, table, column), "row")
            yield f"--- {visible_lines(table)}, {visible_lines(column)}\n{difference}"


def _values(database: Path, table: str, column: str) -> list[str]:
    """Return a column, session by session: a row that is inserted gives the rows after it new ids."""
    query = f'select "{column}" from "{table}" order by session_id, id'
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return [str(value) for (value,) in connection.execute(query)]


def _difference(old: list[str], new: list[str], unit: str = "line") -> str:
    """Return the diff. Only the lines from the first to the last change are compared: a session can be very long."""
    start = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - start
    end = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    changed = list(unified_diff(old[start : len(old) - end], new[start : len(new) - end], context=0))[2:]
    lines = [_numbered(line, start, unit) for line in changed[:_MAX_LINES]]
    rest = len(changed) - len(lines)
    return "\n".join([*lines, *([f"… {rest:,} more {unit}s"] if rest > 0 else [])])


def _numbered(line: str, start: int, unit: str) -> str:
    """Return a shortened line of the diff; a heading gets its number in the repaired file."""
    if line.startswith("@@"):
        first = line.split()[2].lstrip("+").split(",")[0]
        return f"@@ from {unit} {int(first) + start} on @@"
    return visible_lines(line[:_LONGEST_LINE] + (" …" if len(line) > _LONGEST_LINE else ""))
