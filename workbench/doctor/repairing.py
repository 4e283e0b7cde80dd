"""Repair a session in its own file: checked by reading it again, written whole or not at all, the original kept.

A file that changes while it is read belongs to a program that is running, and is left alone.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.conversation import Conversation
from workbench.doctor.faults import faults_of, first_fault
from workbench.doctor.folders import repair_folder
from workbench.doctor.open_files import writing_process
from workbench.loading import load_all
from workbench.outputs.repaired_file import repaired_file_text
from workbench.repairs.repair import repair
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

Replace = Callable[[Path, bytes], Path]
"""Puts content in the place of a file and returns where the original is kept."""
DATABASE = b"SQLite format 3\0"
_MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class RepairedFile:
    file: Path
    kept: Path
    """Where the original is."""
    repairs: int


def repair_file(file: Path, replace: Replace) -> RepairedFile:
    """Raises `CannotBeWrittenError` where the file has to stay as it is."""
    if file.is_dir():
        kept, repairs = repair_folder(file, repaired_text, replace)
        return RepairedFile(file, kept, repairs)
    before = state_of(file)
    content = file.read_bytes()
    if content.startswith(DATABASE):
        return _repair_database(file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise CannotBeWrittenError("the file is not UTF-8") from fault
    new, repairs = repaired_text(text, str(file))
    with alone(file):
        if state_of(file) != before:
            raise CannotBeWrittenError("the file changed while it was read: a program is writing to it")
        return RepairedFile(file, replace(file, new.encode()), repairs)


def repaired_text(text: str, name: str) -> tuple[str, int]:
    """Return the text of a session with its faults repaired, and how many conversations were repaired."""
    broken = [talk for talk in conversations_in(text.encode(), name) if talk.origin and first_fault(talk)]
    if not broken:
        return text, 0
    new = repaired_file_text(text, [(talk, repaired(talk)) for talk in broken])
    if any(talk.origin and first_fault(talk) for talk in conversations_in(new.encode(), name)):
        raise CannotBeWrittenError("the repair does not last when the file is read again")
    return new, len(broken)


def repaired(conversation: Conversation) -> Conversation:
    """Return the conversation with its faults repaired, and with as few other changes as possible.

    Raises `CannotBeWrittenError` if safe fixes leave an error.
    """
    faults = frozenset(finding.rule for finding in faults_of(conversation))
    done = repair(conversation, select=faults, mind_others=False)
    if not done.applied or first_fault(done.conversation) is not None:
        done = repair(conversation, mind_others=False)
    if done.remaining:
        raise CannotBeWrittenError(f"no safe repair is known: {done.remaining[0].text}")
    if not done.applied:
        raise CannotBeWrittenError("no safe repair is known")
    return done.conversation


def conversations_in(content: bytes | Path, name: str) -> list[Conversation]:
    return [item for item in load_all(content, name) if isinstance(item, Conversation)]


def _repair_database(file: Path) -> RepairedFile:
    """A copy first; then the rows, in one transaction for each conversation."""
    kept = copied_database(file)
    repairs = 0
    while (broken := _first_broken_in(file)) is not None and repairs < _MOST_ROUNDS:
        write_to_database(file, broken, repaired(broken))
        repairs += 1
    return RepairedFile(file, kept, repairs)


def _first_broken_in(file: Path) -> Conversation | None:
    return next((talk for talk in conversations_in(file, str(file)) if talk.origin and first_fault(talk)), None)


def copied_database(file: Path) -> Path:
    kept = file.with_name(f"{file.name}.orig")
    number = 1
    while kept.exists():
        kept, number = file.with_name(f"{file.name}.orig{number}"), number + 1
    with contextlib.closing(sqlite3.connect(file)) as source, contextlib.closing(sqlite3.connect(kept)) as target:
        source.backup(target)
    return kept


State = tuple[int, int, int]
"""Size, time and identity of a file: different as soon as anybody has written to it."""


def state_of(file: Path) -> State:
    stat = file.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


@contextlib.contextmanager
def alone(file: Path) -> Iterator[None]:
    """Refuses a file that another program writes to or has locked, with a lock of the system or a file beside it."""
    for lock in (file.with_name(f"{file.name}.lock"), file.with_suffix(".lock")):
        if lock.exists():
            raise CannotBeWrittenError(f"according to {lock.name}, a program has the file open")
    if writer := writing_process(file):
        raise CannotBeWrittenError(f"process {writer} has the file open for writing")
    try:
        import fcntl
    except ImportError:  # not on Windows, where a file that is open cannot be replaced anyway
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
