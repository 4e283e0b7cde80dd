"""Write the repair that a person saw into the session's own file, and undo it.

The doctor repairs all conversations of a file; here one of them is replaced by the version on the page, with the fixes
that the person chose. The file is left alone if any program has written to it since it was opened.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.doctor.databases import MAGIC, is_database, kept_copy, restore_database
from workbench.doctor.exclusive_access import State, exclusive_access
from workbench.doctor.folders import FileChange, Original, Replace, changes_in, restore, write_changes
from workbench.doctor.repairing import conversations_in, state_of
from workbench.doctor.written_text import text_in
from workbench.files import destination
from workbench.json.text import compact
from workbench.outputs.repaired_file import repaired_file_text
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

_CHANGED = "the file has changed since it was opened; open it again"
_ANOTHER_BRANCH = "the program does not load this branch"


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file on this computer, as it was when it was read."""

    path: Path
    state: State

    @property
    def is_folder(self) -> bool:
        return self.path.is_dir()

    @property
    def is_database(self) -> bool:
        return not self.is_folder and is_database(self.path)

    def content(self) -> bytes:
        """Return the content. Raise `CannotBeWrittenError` if the file has changed since it was opened."""
        before = _current(self.path)
        content = self.path.read_bytes() if before == self.state else b""
        if before != self.state or _current(self.path) != self.state:
            raise CannotBeWrittenError(_CHANGED)
        return content


@dataclass(frozen=True, slots=True)
class WrittenFile:
    file: OpenedFile
    """The file after the repair."""
    originals: tuple[Original, ...]
    """The files that were replaced; several only in a session folder."""

    @property
    def kept(self) -> Path:
        """The path of the original, or of the first of several."""
        return self.originals[0].kept


def opened_file(path: Path) -> OpenedFile:
    """Return the file with its current state. Raise `OSError` if there is no such file."""
    return OpenedFile(path, state_of(path))


def write_repair(file: OpenedFile, before: Conversation, after: Conversation, replace: Replace) -> WrittenFile:
    """Write a repaired conversation into its file. Raise `CannotBeWrittenError` if the file must not be changed."""
    if file.is_folder:
        changes = changes_in_folder(file, before, after)
        return WrittenFile(originals=write_changes(changes, replace), file=opened_file(file.path))
    path = destination(file.path)
    content = file.content()
    if content.startswith(MAGIC):
        return _write_database(file, path, before, after)
    text = text_in(content)
    _number_of(before, conversations_in(content, str(file.path)))  # raises if the program does not load it
    new = repaired_file_text(text, [(before, after)]).encode()
    with exclusive_access(path):
        if _current(path) != file.state:
            raise CannotBeWrittenError(_CHANGED)
        kept = replace(path, new)
    return WrittenFile(opened_file(file.path), (Original(path, kept),))


def changes_in_folder(file: OpenedFile, before: Conversation, after: Conversation) -> list[FileChange]:
    """Return the files of a session folder that the repair changes. Raise `CannotBeWrittenError` if it must stay."""
    if _current(file.path) != file.state:
        raise CannotBeWrittenError(_CHANGED)

    def with_repair(text: str, name: str) -> tuple[str, int]:
        wanted = _digest(before)
        if not any(_digest(candidate) == wanted for candidate in conversations_in(text.encode(), name)):
            return text, 0
        return repaired_file_text(text, [(before, after)]), 1

    changes, repairs = changes_in(file.path, with_repair)
    if not repairs:
        raise CannotBeWrittenError(_ANOTHER_BRANCH)
    return changes


def _write_database(file: OpenedFile, path: Path, before: Conversation, after: Conversation) -> WrittenFile:
    """Copy the database, then write the rows in one transaction. If they read differently, restore the copy."""
    conversations = conversations_in(path, str(path))
    number = _number_of(before, conversations)
    with kept_copy(path) as kept:
        write_to_database(path, before, after)
        _verify(path, conversations, number, after, str(path))
    return WrittenFile(opened_file(file.path), (Original(path, kept),))


def _number_of(conversation: Conversation, conversations: list[Conversation]) -> int:
    """Return the number of the conversation in the file. Raise for another branch, which the program does not load."""
    wanted = _digest(conversation)
    number = next((number for number, candidate in enumerate(conversations) if _digest(candidate) == wanted), None)
    if number is None:
        raise CannotBeWrittenError(_ANOTHER_BRANCH)
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
    if lost := next((original.kept for original in written.originals if not original.kept.is_file()), None):
        raise CannotBeWrittenError(f"the original is no longer at {lost}")
    path = written.file.path if written.file.is_folder else destination(written.file.path)
    with contextlib.ExitStack() as access:
        for original in written.originals:
            access.enter_context(exclusive_access(original.file))
        if _current(path) != written.file.state:
            raise CannotBeWrittenError("it has changed since the repair was written")
        if written.file.is_database:
            restore_database(written.kept, path)
        else:
            restore(written.originals)
    return opened_file(written.file.path)


def _current(path: Path) -> State | None:
    try:
        return state_of(path)
    except OSError:
        return None
