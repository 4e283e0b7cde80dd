"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results come first in a request. The `instructions` of a history are not sent again, because the agent writes its
current ones into each new request.
"""

from __future__ import annotations

from typing import Any

from workbench.formats.contract import Event
from workbench.json.text import compact

SYSTEM_PARTS = frozenset({"system-prompt", "instruction"})


def parts_of(message: Any, events: list[Event]) -> list[tuple[str, list[Event]]]:
    """Return the kind and the events of each part, results first, without instructions."""
    if len(events) == 1:  # as in nearly all requests
        return [(_kind(message, events[0]), events)]
    grouped: dict[str | int, list[Event]] = {}
    for event in results_first(events):
        grouped.setdefault(event.path[1], []).append(event)
    return [(_kind(message, events_of_part[0]), events_of_part) for events_of_part in grouped.values()]


def _kind(message: Any, event: Event) -> str:
    part = message["parts"][event.path[1]]
    kind = part.get("part_kind") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else ""


def results_first(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.kind != "result") if len(events) > 1 else events


def result_text(event: Event) -> str:
    """Return a text unchanged and anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
