"""Examine a session file: which program wrote it, what is wrong, and whether it can be repaired in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from stat import S_ISDIR

from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.doctor.faults import Broken, broken_among, faults_in
from workbench.doctor.repairing import repair_all, repaired
from workbench.doctor.session_files import modified
from workbench.doctor.written_text import text_in
from workbench.loading import LoadError, load_all
from workbench.outputs.file_text import FileText
from workbench.sources.contract import TABLES
from workbench.sources.writing import can_be_written, why_read_only
from workbench.sources.writing.changes import CannotBeWrittenError, changes_between
from workbench.sources.writing.database import STORES


class Health(StrEnum):
    HEALTHY = "healthy"
    BROKEN = "broken"
    UNREAD = "unread"
    """Not a session, or a session with nothing to judge."""


@dataclass(frozen=True, slots=True)
class Session:
    file: Path
    modified: float
    health: Health
    source: str | None = None
    title: str = ""
    """The title of the source."""
    topic: str = ""
    """The title or the first words of the conversation."""
    conversations: int = 0
    messages: int = 0
    why: str = ""
    """The first fault as a sentence, or the reason why the file was not read."""
    repairable: bool = False
    obstacle: str = ""
    """Why a broken session cannot be repaired in its own file."""


@collector_paused()
def examine(file: Path) -> Session:
    """Read a file and report the health of its sessions. Nothing is written.

    Nearly all that is made is dropped again before the collector resumes, so it never examines it.
    """
    try:
        status = file.stat()
    except OSError as fault:
        return Session(file, 0.0, Health.UNREAD, why=fault.strerror or str(fault))
    time = modified(file) if S_ISDIR(status.st_mode) else status.st_mtime
    items = list(load_all(file))
    conversations = [item for item in items if isinstance(item, Conversation)]
    known = [conversation for conversation in conversations if conversation.origin is not None]
    if not known:
        error = next((item for item in items if isinstance(item, LoadError)), None)
        why = str(error) if error else "it is not a session of a known program"
        return Session(file, time, Health.UNREAD, error.source if error else None, why=why)
    origin = known[0].origin
    assert origin is not None
    broken = list(broken_among(known))
    session = Session(
        file,
        time,
        Health.BROKEN if broken else Health.HEALTHY,
        origin.source,
        origin.title,
        origin.facts.title,
        len(known),
        sum(len(conversation.messages) for conversation in known),
    )
    return _with_fault(session, broken, items) if broken else session


def _with_fault(session: Session, broken: Sequence[Broken], items: Sequence[Conversation | LoadError]) -> Session:
    obstacle = obstacle_to(session.file, broken, items)
    return Session(
        session.file,
        session.modified,
        session.health,
        session.source,
        session.title,
        session.topic,
        session.conversations,
        session.messages,
        why=next(faults_in(broken[0][1])).text,
        repairable=not obstacle,
        obstacle=obstacle,
    )


def obstacle_to(file: Path, broken: Sequence[Broken], items: Sequence[Conversation | LoadError]) -> str:
    """Return why the repair cannot be written into the file, or "" if it can. The repair is only tried in memory.

    `items` are what was loaded from the file.
    """
    conversations = [conversation for conversation, _ in broken]
    try:
        if file.is_dir() or any(map(_is_in_database, conversations)):
            for conversation, report in broken:
                changes_between(conversation, repaired(conversation, report))
        elif read_only := next((each for each in conversations if not can_be_written(each)), None):
            return why_read_only(read_only)
        else:
            repair_all(FileText(text_in(file.read_bytes()), str(file), items=items), broken)
    except CannotBeWrittenError as reason:
        return str(reason)
    except LookupError:
        return "the file does not have the shape that the repair needs"
    return ""


def _is_in_database(conversation: Conversation) -> bool:
    origin = conversation.origin
    return origin is not None and origin.kind == TABLES and origin.source in STORES
