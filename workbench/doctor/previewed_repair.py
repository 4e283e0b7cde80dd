"""Write the repair that a person saw into the session's own file, and undo it.

The doctor repairs all conversations of a file; here one of them is replaced by the version on the page, with the fixes
that the person chose. The file is left alone if any program has written to it since it was opened.
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
    conversations_in,
    copied_database,
    exclusive_access,
    state_of,
)
from workbench.files import destination, put_back
from workbench.json.text import compact
from workbench.outputs.repaired_file import repaired_file_text
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

_CHANGED = "the file has changed since it was opened; open it again"


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
        """Return the content. Raise `CannotBeWrittenError` if the file has changed since it was opened."""
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
    """The file after the repair."""
    kept: Path
    """The path of the original."""


def opened_file(path: Path) -> OpenedFile:
    """Return the file with its current state. Raise `OSError` if there is no such file."""
    return OpenedFile(path, state_of(path))


def write_repair(file: OpenedFile, before: Conversation, after: Conversation, replace: Replace) -> WrittenFile:
    """Write a repaired conversation into its file. Raise `CannotBeWrittenError` if the file must not be changed."""
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
    with exclusive_access(path):
        if _current(path) != file.state:
            raise CannotBeWrittenError(_CHANGED)
        kept = replace(path, new)
    return WrittenFile(opened_file(file.path), kept)


def _write_database(file: OpenedFile, path: Path, before: Conversation, after: Conversation) -> WrittenFile:
    """Copy the database, then write the rows in one transaction. If they read differently, restore the copy."""
    if any(_size(path.with_name(path.name + ending)) for ending in ("-wal", "-journal")):
        raise CannotBeWrittenError("a program has the database open")
    conversations = conversations_in(path, str(path))
    number = _number_of(before, conversations)
    kept = copied_database(path)
    try:
        write_to_database(path, before, after)
    except CannotBeWrittenError:
        kept.unlink()
        raise
    try:
        _verify(path, conversations, number, after, str(path))
    except CannotBeWrittenError:
        _restore_database(kept, path)
        raise
    return WrittenFile(opened_file(file.path), kept)


def _number_of(conversation: Conversation, conversations: list[Conversation]) -> int:
    """Return the number of the conversation in the file. Raise for another branch, which the program does not load."""
    wanted = _digest(conversation)
    number = next((number for number, candidate in enumerate(conversations) if _digest(candidate) == wanted), None)
    if number is None:
        raise CannotBeWrittenError("the program does not load this branch")
    return number


def _verify(new: Path, conversations: list[Conversation], number: int, after: Conversation, name: str) -> None:
    """Raise unless the new content has the same conversations, and no more errors in the repaired one than shown."""
    read = conversations_in(new, name)
    if len(read) != len(conversations):
        raise CannotBeWrittenError("the repaired file would not be read as the same conversations")
    if any(
        _digest(conversation) != _digest(read[index])
        for index, conversation in enumerate(conversations)
        if index != number
    ):
        raise CannotBeWrittenError("the repair would change another conversation of the file")
    if _faults(read[number]) > _faults(after):
        raise CannotBeWrittenError("the repair does not last when the file is read again")


def _digest(conversation: Conversation) -> bytes:
    return sha256(compact(conversation.messages).encode()).digest()


def _faults(conversation: Conversation) -> int:
    """Count the findings that a provider refuses or that the program repairs again with every request."""
    repaired = conversation.origin.program_repairs if conversation.origin else {}
    findings = check(conversation, with_information=False).findings
    return sum(finding.severity == "error" or finding.rule in repaired for finding in findings)


def undo_writing(written: WrittenFile) -> OpenedFile:
    """Restore the original. Raise `CannotBeWrittenError` if any program has written to the file since the repair."""
    path = destination(written.file.path)
    if not written.kept.is_file():
        raise CannotBeWrittenError(f"the original is no longer at {written.kept}")
    with exclusive_access(path):
        if _current(path) != written.file.state:
            raise CannotBeWrittenError("the file has changed since the repair was written; nothing was undone")
        if written.file.is_database:
            _restore_database(written.kept, path)
        else:
            put_back(written.kept, path)
    return opened_file(written.file.path)


def _restore_database(kept: Path, path: Path) -> None:
    """Copy the kept database back. Locks are checked first, because the backup would wait for one forever."""
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
