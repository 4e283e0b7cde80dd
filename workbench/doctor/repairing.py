"""Repair a session in its own file.

The repaired content is read again before it is written, the file is replaced atomically, and the original is kept. A
file that changes while it is read belongs to a running program and is left alone.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from workbench.conversation import Conversation
from workbench.doctor.sessions import NO_SAFE_REPAIR, first_fault
from workbench.json.text import compact
from workbench.loading import load_all
from workbench.repairs.repair import repair
from workbench.sources.writing import rewritten
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

Replace = Callable[[Path, bytes], Path]
"""Replaces the content of a file and returns the path of the kept original."""
DATABASE = b"SQLite format 3\0"
_MAX_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class RepairedFile:
    file: Path
    kept: Path
    """The path of the original."""
    repairs: int


def repair_file(file: Path, replace: Replace) -> RepairedFile:
    """Repair all conversations of a file. Raise `CannotBeWrittenError` if the file must not be changed."""
    before = state_of(file)
    content = file.read_bytes()
    if content.startswith(DATABASE):
        return _repair_database(file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise CannotBeWrittenError("the file is not UTF-8") from fault
    new, repairs = repaired_text(text, str(file))
    with exclusive_access(file):
        if state_of(file) != before:
            raise CannotBeWrittenError("the file changed while it was read: a program is writing to it")
        return RepairedFile(file, replace(file, new.encode()), repairs)


def repaired_text(text: str, name: str) -> tuple[str, int]:
    """Return the text of a session with all its conversations repaired, and the number of repaired conversations."""
    conversations = conversations_in(text.encode(), name)
    for repairs in range(_MAX_ROUNDS):
        number = next(
            (
                number
                for number, conversation in enumerate(conversations)
                if conversation.origin and first_fault(conversation)
            ),
            None,
        )
        if number is None:
            return text, repairs
        before = [digest_of(conversation) for conversation in conversations]
        text = _repaired_once(text, conversations[number])
        conversations = []  # frees the memory of a large session before it is read again
        conversations = _verified(text, name, number, before)
    raise CannotBeWrittenError("the repair does not terminate")


def _repaired_once(text: str, conversation: Conversation) -> str:
    repaired = repair(conversation, mind_others=False)
    if repaired.remaining or not repaired.applied:
        raise CannotBeWrittenError(NO_SAFE_REPAIR)
    return rewritten(text, conversation, repaired.conversation)


def conversations_in(content: bytes | Path, name: str) -> list[Conversation]:
    return [item for item in load_all(content, name) if isinstance(item, Conversation)]


def digest_of(conversation: Conversation) -> bytes:
    return sha256(compact(conversation.messages).encode()).digest()


def _verified(text: str, name: str, number: int, before: list[bytes]) -> list[Conversation]:
    """Read the repaired text again. Raise unless the repaired conversation is sound and the others are unchanged."""
    after = conversations_in(text.encode(), name)
    if len(before) != len(after):
        raise CannotBeWrittenError("the repaired file would not be read as the same conversations")
    if first_fault(after[number]) is not None:
        raise CannotBeWrittenError("the repair does not last when the file is read again")
    if any(digest_of(conversation) != before[index] for index, conversation in enumerate(after) if index != number):
        raise CannotBeWrittenError("the repair would change another conversation of the file")
    return after


def _repair_database(file: Path) -> RepairedFile:
    """Copy the database, then repair its rows in one transaction per conversation."""
    kept = copied_database(file)
    repairs = 0
    while (broken := _first_broken_in(file)) is not None and repairs < _MAX_ROUNDS:
        repaired = repair(broken, mind_others=False)
        if repaired.remaining or not repaired.applied:
            raise CannotBeWrittenError(NO_SAFE_REPAIR)
        write_to_database(file, broken, repaired.conversation)
        repairs += 1
    return RepairedFile(file, kept, repairs)


def _first_broken_in(file: Path) -> Conversation | None:
    return next(
        (
            conversation
            for conversation in conversations_in(file, str(file))
            if conversation.origin and first_fault(conversation)
        ),
        None,
    )


def copied_database(file: Path) -> Path:
    kept = file.with_name(f"{file.name}.orig")
    number = 1
    while kept.exists():
        kept, number = file.with_name(f"{file.name}.orig{number}"), number + 1
    with contextlib.closing(sqlite3.connect(file)) as source, contextlib.closing(sqlite3.connect(kept)) as target:
        source.backup(target)
    return kept


State = tuple[int, int, int]
"""Size, modification time and identity of a file. It differs after any program has written to the file."""


def state_of(file: Path) -> State:
    stat = file.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


@contextlib.contextmanager
def exclusive_access(file: Path) -> Iterator[None]:
    """Lock a file. Raise if another program has locked it, with a system lock or a lock file next to it."""
    for lock in (file.with_name(f"{file.name}.lock"), file.with_suffix(".lock")):
        if lock.exists():
            raise CannotBeWrittenError(f"according to {lock.name}, a program has the file open")
    try:
        import fcntl
    except ImportError:  # Windows has no such lock, but an open file cannot be replaced there anyway
        yield
        return
    descriptor = os.open(file, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(descriptor)
        raise CannotBeWrittenError("a program has locked the file") from fault
    try:
        yield
    finally:
        os.close(descriptor)
