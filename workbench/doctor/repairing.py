"""Repair a session in its own file.

The repaired content is read again before it is written, the file is replaced atomically, and the original is kept. A
file that changes while it is read belongs to a running program and is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.doctor.databases import MAGIC, kept_copy
from workbench.doctor.exclusive_access import State, exclusive_access, state_of_file
from workbench.doctor.faults import Broken, broken_among, faults_in
from workbench.doctor.folders import Replace, changes_in, state_of_folder, write_changes
from workbench.doctor.written_text import text_in
from workbench.loading import LoadError, load_all
from workbench.outputs.file_text import FileText
from workbench.outputs.repaired_file import repaired_file
from workbench.repairs.repair import repair
from workbench.sources.writing.changes import CannotBeWrittenError
from workbench.sources.writing.database import write_to_database

_MAX_ROUNDS = 1000
_NO_SAFE_REPAIR = "no safe repair is known"


@dataclass(frozen=True, slots=True)
class RepairedFile:
    file: Path
    kept: Path
    """The path of the original."""
    repairs: int


def repair_file(file: Path, replace: Replace) -> RepairedFile:
    """Repair all conversations of a file or session folder. Raise `CannotBeWrittenError` if it must not be changed."""
    if file.is_dir():
        changes, repairs = changes_in(file, repaired_text)
        return RepairedFile(file, write_changes(changes, replace)[0].kept, repairs)
    before = state_of(file)
    content = file.read_bytes()
    if content.startswith(MAGIC):
        return _repair_database(file)
    new, repairs = repaired_text(text_in(content), str(file))
    with exclusive_access(file):
        if state_of(file) != before:
            raise CannotBeWrittenError("the file changed while it was read: a program is writing to it")
        return RepairedFile(file, replace(file, new.encode()), repairs)


def repaired_text(text: str, name: str) -> tuple[str, int]:
    """Return the text of a session with all its conversations repaired, and the number of repaired conversations."""
    file = FileText(text, name)
    return repair_all(file, list(broken_among(file.conversations())))


def repair_all(file: FileText, broken: Sequence[Broken]) -> tuple[str, int]:
    """Return the text of a file with its broken conversations repaired, and their number."""
    if not broken:
        return file.text, 0
    new = repaired_file(file, [(conversation, repaired(conversation, report)) for conversation, report in broken])
    if any(_is_broken(new, item) for item in new.conversations()):
        raise CannotBeWrittenError("the repair does not last when the file is read again")
    return new.text, len(broken)


def _is_broken(file: FileText, item: Conversation | LoadError) -> bool:
    return isinstance(item, Conversation) and item.origin is not None and any(faults_in(file.report_of(item)))


def repaired(conversation: Conversation, report: Report | None = None) -> Conversation:
    """Return the conversation with its faults repaired, and with as few other changes as possible.

    `report` is what was found in it without information. Raise `CannotBeWrittenError` if the safe fixes leave an error.
    """
    report = report or check(conversation, with_information=False)
    rules = frozenset(finding.rule for finding in faults_in(report))
    result = repair(conversation, select=rules, mind_others=False, known=report)
    if not result.applied or any(faults_in(result.report)):
        result = repair(conversation, mind_others=False, known=report)
    if result.remaining:
        raise CannotBeWrittenError(f"{_NO_SAFE_REPAIR}: {result.remaining[0].text}")
    if not result.applied:
        raise CannotBeWrittenError(_NO_SAFE_REPAIR)
    return result.conversation


def conversations_in(content: bytes | Path, name: str) -> list[Conversation]:
    return [item for item in load_all(content, name) if isinstance(item, Conversation)]


def _repair_database(file: Path) -> RepairedFile:
    """Copy the database, then repair its rows in one transaction per conversation: all of them or none."""
    repairs = 0
    with kept_copy(file) as kept:
        while repairs < _MAX_ROUNDS and (broken := next(broken_among(load_all(file, str(file))), None)) is not None:
            conversation, report = broken
            write_to_database(file, conversation, repaired(conversation, report))
            repairs += 1
    return RepairedFile(file, kept, repairs)


def state_of(path: Path) -> State:
    """Return a state that differs after any program has written to the file, or to a file of the session folder."""
    return state_of_folder(path) if path.is_dir() else state_of_file(path)
