"""Thoughts under the name that their receiver takes: compatible servers refuse each other's fields for them.

The edges write `reasoning_content`, as most servers have it. For one that refuses it, the last hop of the route writes
the field that it takes instead, or none, which is then a loss like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import msgspec

from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json

IN_CONTENT = "content"
"""The receiver takes a thought as a part of the content."""


@cache
def with_thoughts_in(edge: Edge, refused: frozenset[str], taken: str | None) -> Edge:
    """The edge, with thoughts in the field `taken` where it would write one that is refused."""

    def convert(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterable[Converted]:
        for row in edge.convert(messages, settings):
            message = row.message
            if isinstance(message, dict) and not refused.isdisjoint(message):
                row = msgspec.structs.replace(row, message=_renamed(message, refused, taken))
            yield row

    return replace(edge, convert=convert)


def _renamed(message: dict[str, Json], refused: frozenset[str], taken: str | None) -> Json:
    kept = {key: value for key, value in message.items() if key not in refused}
    thought = next((message[key] for key in message if key in refused and isinstance(message[key], str)), None)
    if thought is None or taken is None:
        return kept
    if taken != IN_CONTENT:
        return {taken: thought} | kept if taken in kept else {**kept, taken: thought}
    content = kept.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
    return {**kept, "content": [{"type": "thinking", "thinking": [{"type": "text", "text": thought}]}, *parts]}
