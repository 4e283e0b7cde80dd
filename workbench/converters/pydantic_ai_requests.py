"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results come first in a request. The `instructions` of a history are not sent again, because the agent writes its
current ones into each new request.
"""

from __future__ import annotations

from typing import Any

from workbench.formats.contract import Event
from workbench.json.text import compact

_SYSTEM_PARTS = ("system-prompt", "instruction")


def parts_of(message: Any, events: list[Event]) -> list[tuple[bool, list[Event]]]:
    """Return the events of each part, results first, and whether the part is a system prompt. Without instructions."""
    if len(events) == 1:  # as in nearly all requests
        return [(_is_system(message, events[0]), events)]
    grouped: dict[str | int, list[Event]] = {}
    for event in results_first(events):
        grouped.setdefault(event.path[1], []).append(event)
    return [(_is_system(message, events_of_part[0]), events_of_part) for events_of_part in grouped.values()]


def _is_system(message: Any, event: Event) -> bool:
    if event.kind != "text":
        return False
    part = message["parts"][event.path[1]]
    return isinstance(part, dict) and part.get("part_kind") in _SYSTEM_PARTS


def results_first(events: list[Event]) -> list[Event]:
    results = [event for event in events if event.kind == "result"] if len(events) > 1 else []
    return [*results, *(event for event in events if event.kind != "result")] if results else events


def result_text(event: Event) -> str:
    """Return a text unchanged and anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
