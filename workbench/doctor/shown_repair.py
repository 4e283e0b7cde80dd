"""Write the repair that a person was shown into the session's own file, and take it back.

The doctor repairs all conversations of a file; here one of them becomes what was shown, with the fixes that were
chosen. The file is left alone if anybody has written to it since it was opened.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.doctor.repairing import (
    DATABASE,
    Replace,
    State,
    alone,
    conversations_in,
    copied_database,
    state_of,
)
from workbench.files import destination, put_back
from workbench.json.text import compact
from workbench.outputs.repaired_file import repaired_file_text
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

_CHANGED = "the file has changed since it was opened: open it again"


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file on this computer, as it was when it was read."""

    path: Path
    state: State

    @property
    def is_database(self) -> bool:
        with self.path.open("rb") as file:
            return file.read(len(DATABASE)) == DATABASE

    def content(self) -> bytes:
        """Raises `CannotBeWrittenError` if the file is not what was opened any more."""
        if self.path.is_dir():
            raise CannotBeWrittenError("it is a folder of files, which `workbench doctor --fix` repairs")
        before = _current(self.path)
        content = self.path.read_bytes() if before == self.state else b""
        if before != self.state or _current(self.path) != self.state:
            raise CannotBeWrittenError(_CHANGED)
        return content


@dataclass(frozen=True, slots=True)
class WrittenFile:
    file: OpenedFile
    """As it is now."""
    kept: Path
    """Where the original is."""


def opened_file(path: Path) -> OpenedFile:
    """Raises `OSError` if there is no such file."""
    return OpenedFile(path, state_of(path))


def write_repair(file: OpenedFile, before: Conversation, after: Conversation, replace: Replace) -> WrittenFile:
    """Put a repaired conversation into its file. Raises `CannotBeWrittenError` where the file has to stay as it is."""
    path = destination(file.path)
    content = file.content()
    if content.startswith(DATABASE):
        return _write_database(file, path, before, after)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise CannotBeWrittenError("the file is not UTF-8") from fault
    _number_of(before, conversations_in(content, str(file.path)))  # raises if the program does not load it
    new = repaired_file_text(text, [(before, after)]).encode()
    with alone(path):
        if _current(path) != file.state:
            raise CannotBeWrittenError(_CHANGED)
        kept = replace(path, new)
    return WrittenFile(opened_file(file.path), kept)


def _write_database(file: OpenedFile, path: Path, before: Conversation, after: Conversation) -> WrittenFile:
    """Rows in one transaction, a copy first. What does not read as it should is put back at once."""
    if any(_size(path.with_name(path.name + ending)) for ending in ("-wal", "-journal")):
        raise CannotBeWrittenError("a program has the database open")
    talks = conversations_in(path, str(path))
    number = _number_of(before, talks)
    kept = copied_database(path)
    try:
        write_to_database(path, before, after)
    except CannotBeWrittenError:
        kept.unlink()
        raise
    try:
        _verify(path, talks, number, after, str(path))
    except CannotBeWrittenError:
        _restore_database(kept, path)
        raise
    return WrittenFile(opened_file(file.path), kept)


def _number_of(conversation: Conversation, talks: list[Conversation]) -> int:
    """Which conversation of the file it is. Another branch is none of those that the program loads."""
    wanted = _digest(conversation)
    number = next((number for number, talk in enumerate(talks) if _digest(talk) == wanted), None)
    if number is None:
        raise CannotBeWrittenError("the program does not load this branch again")
    return number


def _verify(new: Path, talks: list[Conversation], number: int, after: Conversation, name: str) -> None:
    """What is written reads as the same conversations, with no more errors in the repaired one than were shown."""
    read = conversations_in(new, name)
    if len(read) != len(talks):
        raise CannotBeWrittenError("the repaired file would not be read as the same conversations")
    if any(_digest(talk) != _digest(read[index]) for index, talk in enumerate(talks) if index != number):
        raise CannotBeWrittenError("the repair would change another conversation of the file")
    if _faults(read[number]) > _faults(after):
        raise CannotBeWrittenError("the repair does not last when the file is read again")


def _digest(conversation: Conversation) -> bytes:
    return sha256(compact(conversation.messages).encode()).digest()


def _faults(conversation: Conversation) -> int:
    """How much a provider refuses, or the program repairs again with every request."""
    repaired = conversation.origin.program_repairs if conversation.origin else {}
    findings = check(conversation, with_information=False).findings
    return sum(finding.severity == "error" or finding.rule in repaired for finding in findings)


def undo_writing(written: WrittenFile) -> OpenedFile:
    """Put the original back. Raises `CannotBeWrittenError` if anybody wrote to the file since."""
    path = destination(written.file.path)
    if not written.kept.is_file():
        raise CannotBeWrittenError(f"the original is not at {written.kept} any more")
    with alone(path):
        if _current(path) != written.file.state:
            raise CannotBeWrittenError("the file has changed since the repair was written: nothing was undone")
        if written.file.is_database:
            _restore_database(written.kept, path)
        else:
            put_back(written.kept, path)
    return opened_file(written.file.path)


def _restore_database(kept: Path, path: Path) -> None:
    """Copy the kept database back. A lock is looked for first, because the copying would wait for it without an end."""
    with (
        contextlib.closing(sqlite3.connect(kept)) as source,
        contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as target,
    ):
        try:
            target.execute("begin immediate")
            target.execute("rollback")
            source.backup(target)
        except sqlite3.Error as fault:
            raise CannotBeWrittenError(f"the database cannot be written now: {fault}") from fault
    kept.unlink()


def _size(path: Path) -> int:
    state = _current(path)
    return state[0] if state else 0


def _current(path: Path) -> State | None:
    try:
        return state_of(path)
    except OSError:
        return None
