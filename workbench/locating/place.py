"""The place in the file when no finding names it: by an id that the error mentions, or by the provider's index."""

from __future__ import annotations

from typing import NamedTuple

from workbench.checks.report import Report
from workbench.formats.contract import Event
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.locating.mentions import Mentions
from workbench.tool_ids import bare


class Guess(NamedTuple):
    at: str
    message_index: int
    how: str
    """check, id or index."""


def by_id(report: Report, mentions: Mentions) -> Guess | None:
    """The first call or result with one of these ids: as it stands, else less its prefix."""
    events = [event for event in report.journey.internal.events if isinstance(event.id, str) and event.id]
    wanted = set(mentions.ids)
    event = next((event for event in events if event.id in wanted), None)
    if event is None:
        stripped = {bare(item) for item in wanted}
        event = next((event for event in events if bare(str(event.id)) in stripped), None)
    return _at_event(report, event) if event else None


def _at_event(report: Report, event: Event) -> Guess:
    return Guess(report.conversation.pointer(event.message, event.at("id")), event.message, "id")


def by_index(report: Report, mentions: Mentions) -> Guess | None:
    """The provider's message, taken back along the route; None if the file has not so many."""
    journey, index = report.journey, mentions.index
    if index is None or mentions.list_word == "tools" or index >= len(journey.judged.messages):
        return None
    path = _real(journey.judged.messages[index], mentions.path)
    if journey.judged_column:
        index, path = journey.tracer.origin(journey.judged_column, index, path)
    if not 0 <= index < len(report.conversation.messages):
        return None
    return Guess(report.conversation.pointer(index, path), index, "index")


def _real(message: Json, path: Path) -> Path:
    """The steps that this message has: a provider also names variants (`tool_use`) and fields that are missing."""
    value = message
    real: list[str | int] = []
    for step in path:
        if _has(value, step):
            value = value[step]
            real.append(step)
    return tuple(real)


def _has(value: Json, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)
