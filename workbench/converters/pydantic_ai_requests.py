"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results come first in a request. The `instructions` of a history are not sent again, because the agent writes its
current ones into each new request.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from workbench.formats.contract import Event
from workbench.formats.pydantic_ai.events import read
from workbench.json.text import Json, compact

SYSTEM_PARTS = frozenset({"system-prompt", "instruction"})


def parts_of(message: Json, index: int) -> Iterator[tuple[str, list[Event]]]:
    """Yield the kind and the events of each part, results first, without instructions."""
    events_of_parts = groupby(read(message, index), key=lambda event: event.path[1])
    grouped = [list(events) for _, events in events_of_parts]
    for events in sorted(grouped, key=lambda events: events[0].kind != "result"):
        part = message["parts"][events[0].path[1]]
        kind = part.get("part_kind") if isinstance(part, dict) else None
        yield kind if isinstance(kind, str) else "", events


def result_text(event: Event) -> str:
    """Return a text unchanged and anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
