"""The parts of pydantic-ai's requests and responses, in the order in which they are sent.

Results lead a request, whatever is beside them. Only the last instructions are sent, as a system text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from workbench.formats.contract import Event
from workbench.formats.pydantic_ai.events import read
from workbench.json.text import Json, compact

SYSTEM_PARTS = frozenset({"system-prompt", "instruction"})


def parts_of(message: Json, index: int) -> Iterator[tuple[str, list[Event]]]:
    """The kind of each part with its events, results first. Instructions are not among them."""
    events_of_parts = groupby(read(message, index), key=lambda event: event.path[1])
    grouped = [list(events) for _, events in events_of_parts]
    for events in sorted(grouped, key=lambda events: events[0].kind != "result"):
        part = message["parts"][events[0].path[1]]
        kind = part.get("part_kind") if isinstance(part, dict) else None
        yield kind if isinstance(kind, str) else "", events


def instructions_sent(messages: Sequence[Json]) -> tuple[int, str] | None:
    """The last request that has instructions, and those."""
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        words = message.get("instructions") if isinstance(message, dict) else None
        if isinstance(words, str) and words:
            return index, words
    return None


def words_of_result(event: Event) -> str:
    """A text as it is, anything else as JSON."""
    return event.value if isinstance(event.value, str) else "" if event.value is None else compact(event.value)
