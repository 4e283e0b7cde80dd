"""The conversations that calls of this one started, and the conversation whose call started this one."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.view.drawn_rows import LinkedConversation, Row
from workbench.view.protocol import Window
from workbench.view.verdict import base_name

_LONGEST = 60


def link_title(conversation: Conversation) -> str:
    """Return a title such as `subagent 1: Look up the humidity`, as far as the source has a name and a title."""
    name = base_name(conversation).partition("#")[2]
    title = " ".join(conversation.origin.facts.title.split()) if conversation.origin else ""
    label = ": ".join(filter(None, ("" if name.isdecimal() else name, title)))
    return (label if len(label) <= _LONGEST else f"{label[:_LONGEST]}…") or "the conversation"


def call_at(conversation: Conversation, call_id: str) -> int | None:
    """Return the index of the message with a call, or None."""
    read = FORMATS[conversation.format].read
    for index, message in enumerate(conversation.messages):
        if any(event.id == call_id and event.kind.endswith("call") for event in read(message, index)):
            return index
    return None


def with_links(window: Window, report: Report, started: Mapping[str, LinkedConversation]) -> Window:
    """Return the window with the conversations that the visible calls started."""
    if not started:
        return window
    return {**window, "rows": [_with_links(row, report, started) for row in window["rows"]]}


def _with_links(row: Row, report: Report, started: Mapping[str, LinkedConversation]) -> Row:
    index = row["index"]
    if not 0 <= index < len(report.conversation.messages):
        return row
    events = FORMATS[report.conversation.format].read(report.conversation.messages[index], index)
    calls = [event.id for event in events if event.kind.endswith("call") and isinstance(event.id, str)]
    linked = [started[call] for call in calls if call in started]
    return {**row, "started": linked} if linked else row
