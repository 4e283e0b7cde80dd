"""One session file examined: what it is, what is wrong with it, and whether it can be repaired where it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.repairs.repair import repair
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
    obstacle = next((why for talk, _ in faults if (why := obstacle_to(talk))), "")
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


def first_fault(conversation: Conversation) -> Finding | None:
    """What a provider refuses, or what the program repairs again with every request; no tool that may still run."""
    origin = conversation.origin
    assert origin is not None
    for finding in check(conversation, with_information=False).findings:
        if finding.severity == "error" or (finding.rule in origin.program_repairs and not finding.pending):
            return finding
    return None


def obstacle_to(conversation: Conversation) -> str:
    """Why a repair cannot be written into the file; empty if it can."""
    origin = conversation.origin
    is_store = origin is not None and origin.kind == TABLES and origin.source in STORES
    if origin is None or not (can_be_written(conversation) or is_store):
        return f"a {origin.title if origin else 'file'} can only be read; `workbench fix` exports the repair"
    repaired = repair(conversation, mind_others=False)
    if repaired.remaining:
        return f"no safe repair is known: {repaired.remaining[0].text}"
    if not repaired.applied:
        return "no safe repair is known"
    try:
        changes_between(conversation, repaired.conversation)
    except CannotBeWrittenError as reason:
        return str(reason)
    except LookupError:
        return "the file does not have the shape that the repair needs"
    return ""
