"""Claude Code: lines that are not messages, subagents, other branches, and lines that a compaction replaced."""

from __future__ import annotations

from collections.abc import Collection

from workbench.json.pointer import Path
from workbench.sources.claude_code_chain import Line, Session, is_sidechain, is_turn, message_id, sessions_of
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_text, member, objects
from workbench.sources.unsent_records.contract import (
    ABOUT_THE_SESSION,
    OF_ANOTHER_SESSION,
    ON_ANOTHER_BRANCH,
    SUMMARISED,
    Reason,
    by_type,
)

_TYPES = {
    "summary": "the title of a session",
    "file-history-snapshot": "a snapshot of files, for undo",
    "system": "a notice from the program",
    "progress": "the progress of a running tool",
    "queue-operation": "a prompt that waited in the queue",
    **dict.fromkeys(
        ("custom-title", "ai-title", "agent-name", "last-prompt", "mode", "permission-mode", "pr-link"),
        ABOUT_THE_SESSION,
    ),
}


def explain(material: Material, sent: Collection[Path]) -> Reason:
    """Explain unsent lines. A web session has the same lines one level deeper. The chain is read on first use."""
    start: Path = ()
    if isinstance(material.value, dict):
        start, material = ("loglines",), Material(material.value.get("loglines"), material.kind, material.name)
    below = {path[len(start) :] for path in sent}
    holders: dict[Path, _Lines] = {}

    def reason(path: Path, record: Object) -> str:
        if not holders:
            sessions = [_Lines(session, below) for session in sessions_of(material)]
            holders.update((place, lines) for lines in sessions for place in lines.session.places)
        holder = holders.get(path[len(start) :])
        return holder.reason(path[len(start) :]) if holder else ""

    return by_type(_TYPES, reason)


class _Lines:
    """The lines of one session, some of which are sent."""

    def __init__(self, session: Session, sent: Collection[Path]) -> None:
        self.session = session
        self.numbers = {place: number for number, place in enumerate(session.places)}
        self.sent = {number for place, number in self.numbers.items() if place in sent}
        self.answers = {message_id(session.lines[number]) for number in self.sent} - {""}
        self.is_subagent = any(is_sidechain(session.lines[number]) for number in self.sent)
        boundaries = [number for number, line in enumerate(session.lines) if _ends_history(line)]
        last = max(self.sent, default=-1)
        self.compacted_at = max((number for number in boundaries if number <= last), default=-1)

    def reason(self, place: Path) -> str:
        number = self.numbers[place]
        line = self.session.lines[number]
        if not self.sent:
            return OF_ANOTHER_SESSION
        if not is_turn(line):
            return ""
        if self.session.by_uuid.get(as_text(line.get("uuid")), number) != number:
            return "a second copy of a line"
        if is_sidechain(line) != self.is_subagent:
            return "of the conversation that started this one" if self.is_subagent else "of a subagent"
        if line.get("isApiErrorMessage") or member(line, "message", "model") == "<synthetic>":
            return "the text of an API error"
        if message_id(line) in self.answers:
            return "a repeated part of an answer"
        if _is_thought(line):
            return "a thought without a signature"
        return SUMMARISED if number < self.compacted_at else ON_ANOTHER_BRANCH


def _ends_history(line: Line) -> bool:
    return line.get("subtype") == "compact_boundary" or line.get("isCompactSummary") is True


def _is_thought(line: Line) -> bool:
    blocks = [block.get("type") for _, block in objects(member(line, "message", "content"))]
    return bool(blocks) and set(blocks) == {"thinking"}
