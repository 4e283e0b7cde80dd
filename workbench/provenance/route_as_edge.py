"""Treat a route of several hops as one edge, so that a probe shows the effect of all hops together.

Composing the links of single hops would lose a value that one hop writes into a `type`, and would report arguments as
serialised and parsed although they arrive unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from workbench.conversion import as_conversation
from workbench.converters import Route
from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json
from workbench.stages import columns_along


@lru_cache(maxsize=256)
def route_as_edge(hops: Route) -> Edge:
    """Return the only hop, or one edge that converts over all hops."""
    if len(hops) == 1:
        return hops[0]
    source = hops[0].source

    def convert(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
        conversation = as_conversation("", list(messages), source, settings)
        last = columns_along(conversation, hops)[-1]
        for message, sources in zip(last.messages, last.sources, strict=True):
            yield Converted(message, tuple(sources))
        system_rows = last.rows.system_rows if last.rows else []
        for row, sources in zip(
            system_rows, last.system_sources[len(last.system_sources) - len(system_rows) :], strict=True
        ):
            yield Converted(row.message, tuple(sources), row.slot)

    return Edge(source, hops[-1].target, convert, "; ".join(dict.fromkeys(edge.story for edge in hops)))
