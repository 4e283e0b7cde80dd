"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results lead a request, whatever is beside them. `instructions` of a history are not sent again: the agent writes its
current ones into the request that it makes.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.formats.contract import Event
from workbench.json.text import Json, compact

SYSTEM_PARTS = frozenset({"system-prompt", "instruction"})


def parts_of(message: Json, read: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The kind of each part with those of the events that it holds, results first. Instructions are not among them."""
    grouped: dict[str | int, list[Event]] = {}
    for event in results_first(read):
        grouped.setdefault(event.path[1], []).append(event)
    for at, events in grouped.items():
        part = message["parts"][at]
        kind = part.get("part_kind") if isinstance(part, dict) else None
        yield kind if isinstance(kind, str) else "", events


def results_first(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.kind != "result") if len(events) > 1 else events


def words_of_result(event: Event) -> str:
    """A text as it is, anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
