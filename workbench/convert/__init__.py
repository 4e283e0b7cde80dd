"""Every edge between two formats, and the shortest route over them."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import pairwise

from workbench.convert import icontent_to_vercel_v4_core
from workbench.convert.contract import Converted, Converter, Edge

EDGES: tuple[Edge, ...] = (icontent_to_vercel_v4_core.EDGE,)

Route = tuple[Edge, ...]


class NoRouteError(LookupError):
    """Two formats that no chain of edges connects."""


@cache
def route(source: str, target: str, via: tuple[str, ...] = ()) -> Route:
    """The fewest hops from one format to another, through the formats in `via` if any are given.

    Of equally short routes the one whose edges stand first in `EDGES` is taken.
    """
    stops = (source, *via, target)
    return tuple(edge for start, end in pairwise(stops) for edge in _shortest(start, end))


def _shortest(source: str, target: str) -> Route:
    reached: dict[str, Route] = {source: ()}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        if here == target:
            return reached[here]
        for edge in EDGES:
            if edge.source == here and edge.target not in reached:
                reached[edge.target] = (*reached[here], edge)
                queue.append(edge.target)
    raise NoRouteError(f"there is no way from {source!r} to {target!r}")


__all__ = ["EDGES", "Converted", "Converter", "Edge", "NoRouteError", "Route", "route"]
