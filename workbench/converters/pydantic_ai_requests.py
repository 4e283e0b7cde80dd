"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results come first in a request. The `instructions` of a history are not sent again, because the agent writes its
current ones into each new request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.formats.contract import Event
from workbench.json.text import compact

SYSTEM_PARTS = frozenset({"system-prompt", "instruction"})


def parts_of(message: Any, events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Yield the kind and the events of each part, results first, without instructions."""
    grouped: dict[str | int, list[Event]] = {events[0].path[1]: events} if len(events) == 1 else {}
    for event in () if grouped else results_first(events):
        grouped.setdefault(event.path[1], []).append(event)
    for number, events_of_part in grouped.items():
        part = message["parts"][number]
        kind = part.get("part_kind") if isinstance(part, dict) else None
        yield kind if isinstance(kind, str) else "", events_of_part


def results_first(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.kind != "result") if len(events) > 1 else events


def result_text(event: Event) -> str:
    """Return a text unchanged and anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
