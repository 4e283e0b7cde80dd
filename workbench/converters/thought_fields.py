"""Write thoughts to the field that the receiver accepts: compatible servers refuse each other's fields for them.

The edges write `reasoning_content`, which most servers accept. For a server that refuses it, the last hop of the route
writes the field that it accepts instead, or none, which then is a loss like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import msgspec

from workbench.converters.contract import Converted, Edge
from workbench.formats.contract import ReadMessages
from workbench.json.text import Json

IN_CONTENT = "content"
"""The receiver accepts a thought as a part of the content."""


@cache
def with_thoughts_in(edge: Edge, refused: frozenset[str], accepted: str | None) -> Edge:
    """Return the edge with thoughts in the field `accepted` instead of a refused one."""

    def convert(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterable[Converted]:
        rows = edge.convert(messages, settings)
        if isinstance(messages, ReadMessages) and "thought" not in messages.kinds:
            return rows  # an edge that starts from events writes nothing else into these fields
        return (_with_thoughts_in(row, refused, accepted) for row in rows)

    return replace(edge, convert=convert)


def _with_thoughts_in(row: Converted, refused: frozenset[str], accepted: str | None) -> Converted:
    message = row.message
    if not isinstance(message, dict) or refused.isdisjoint(message):
        return row
    return msgspec.structs.replace(row, message=_renamed(message, refused, accepted))


def _renamed(message: dict[str, Json], refused: frozenset[str], accepted: str | None) -> Json:
    rest = {key: value for key, value in message.items() if key not in refused}
    thought = next((message[key] for key in message if key in refused and isinstance(message[key], str)), None)
    if thought is None or accepted is None:
        return rest
    if accepted != IN_CONTENT:
        return {accepted: thought} | rest if accepted in rest else {**rest, accepted: thought}
    content = rest.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
    return {**rest, "content": [{"type": "thinking", "thinking": [{"type": "text", "text": thought}]}, *parts]}
