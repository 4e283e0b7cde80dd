"""One session file examined: what it is, what is wrong with it, and whether it can be repaired where it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from workbench.checks.findings import Finding
from workbench.conversation import Conversation
from workbench.doctor.faults import first_fault
from workbench.doctor.repairing import repaired, repaired_text
from workbench.loading import LoadError, load_all
from workbench.sources.contract import TABLES
from workbench.sources.writing import can_be_written
from workbench.sources.writing.changes import CannotBeWrittenError, changes_between
from workbench.sources.writing.database import STORES


class Health(StrEnum):
    HEALTHY = "healthy"
    BROKEN = "broken"
    UNREAD = "unread"
    """Not a session, or one that holds nothing to judge."""


@dataclass(frozen=True, slots=True)
class Session:
    file: Path
    modified: float
    health: Health
    source: str | None = None
    title: str = ""
    """The source in words."""
    topic: str = ""
    """What the conversation is about: its title or first words."""
    conversations: int = 0
    messages: int = 0
    why: str = ""
    """The first fault, in a sentence, or why the file was not read."""
    repairable: bool = False
    obstacle: str = ""
    """Why a broken session cannot be repaired in its own file."""


def examine(file: Path) -> Session:
    """Reads the file as it is; nothing is written."""
    try:
        modified = file.stat().st_mtime
    except OSError as fault:
        return Session(file, 0.0, Health.UNREAD, why=fault.strerror or str(fault))
    items = list(load_all(file))
    talks = [item for item in items if isinstance(item, Conversation)]
    known = [talk for talk in talks if talk.origin is not None]
    if not known:
        refused = next((item for item in items if isinstance(item, LoadError)), None)
        why = str(refused) if refused else "no source recognises it"
        return Session(file, modified, Health.UNREAD, refused.source if refused else None, why=why)
    origin = known[0].origin
    assert origin is not None
    faults = [(talk, finding) for talk in known if (finding := first_fault(talk)) is not None]
    session = Session(
        file,
        modified,
        Health.BROKEN if faults else Health.HEALTHY,
        origin.source,
        origin.title,
        origin.facts.title,
        len(known),
        sum(len(talk.messages) for talk in known),
    )
    return _with_fault(session, faults) if faults else session


def _with_fault(session: Session, faults: list[tuple[Conversation, Finding]]) -> Session:
    obstacle = obstacle_to(session.file, [talk for talk, _ in faults])
    return Session(
        session.file,
        session.modified,
        session.health,
        session.source,
        session.title,
        session.topic,
        session.conversations,
        session.messages,
        why=faults[0][1].text,
        repairable=not obstacle,
        obstacle=obstacle,
    )


def obstacle_to(file: Path, broken: list[Conversation]) -> str:
    """Why a repair cannot be written into the file; empty if it can. Nothing is written to find out."""
    try:
        if file.is_dir() or any(_is_stored(talk) for talk in broken):
            for talk in broken:
                changes_between(talk, repaired(talk))
        elif unwritable := next((talk for talk in broken if not can_be_written(talk)), None):
            title = unwritable.origin.title if unwritable.origin else "file"
            return f"a {title} can only be read; `workbench fix` exports the repair"
        else:
            repaired_text(file.read_bytes().decode("utf-8"), str(file))
    except CannotBeWrittenError as reason:
        return str(reason)
    except UnicodeDecodeError:
        return "the file is not UTF-8"
    except LookupError:
        return "the file does not have the shape that the repair needs"
    return ""


def _is_stored(conversation: Conversation) -> bool:
    origin = conversation.origin
    return origin is not None and origin.kind == TABLES and origin.source in STORES
