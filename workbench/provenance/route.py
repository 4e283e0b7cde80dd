"""Provenance over all hops of a route: from an internal value to the wire, and from the wire back to the file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.provenance import Link, Loss, Spot, Trace, Tracer
from workbench.stages import Column

_SHAPING = ("decided", "presence only", "default filled in", "looked up")
"""Ways in which a value has a say in another without being carried into it."""
_AS_IT_IS = ("copied", "renamed")


class HopTrace(NamedTuple):
    """What one hop did to the descendants of one internal message."""

    hop: int
    """1 is the first conversion."""
    trace: Trace


class RouteTracer:
    """Traces internal messages through the columns of a route. Hops are prepared when first needed."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns

    @cached_property
    def tracers(self) -> list[Tracer]:
        """One per hop; number n takes column n to column n + 1."""
        return [
            Tracer(column.edge, before.messages, before.settings, column.rows)
            for before, column in zip(self.columns, self.columns[1:], strict=False)
            if column.edge is not None
        ]

    def hops(self, index: int) -> list[HopTrace]:
        """What each hop did to internal message `index` and what was made of it."""
        members = [index]
        steps = []
        for hop, tracer in enumerate(self.tracers, start=1):
            traces = [tracer.trace(member) for member in members]
            steps.append(HopTrace(hop, _together(traces)))
            reached = {number for member in members for number in tracer.targets_of(member)}
            members = sorted(number for number in reached if number >= 0)
        return steps

    def composed(self, index: int) -> Trace:
        """Links from the internal message straight to the last column; a value is lost where any hop loses it."""
        steps = self.hops(index)
        if not steps:
            return Trace((), (), ())
        links = list(steps[0].trace.links)
        lost = {loss.source: loss.presence_only for loss in steps[0].trace.losses}
        for step in steps[1:]:
            origin: dict[Spot, list[Link]] = {}
            for link in links:
                origin.setdefault(link.target, []).append(link)
            for loss in step.trace.losses:
                for first in origin.get(loss.source, ()):
                    lost[first.source] = loss.presence_only and lost.get(first.source, True)
            links = [_joined(first, link) for link in step.trace.links for first in origin.get(link.source, ())]
        reached = {link.source for link in links}
        # What was looked up for another message is lost there, not here; what still has an effect keeps its presence.
        losses = tuple(
            Loss(source, source in reached)
            for source, presence_only in lost.items()
            if source.message == index and (presence_only or source not in reached)
        )
        return Trace(tuple(links), losses, steps[-1].trace.inventions)

    def origin(self, column: int, message: int, path: Path) -> Spot:
        """The internal value that a value in a later column came from; its message if no value can be named."""
        spot = Spot(message, path)
        for hop in range(column, 0, -1):
            spot = _one_hop_back(self.tracers[hop - 1], spot)
        return spot


def _one_hop_back(tracer: Tracer, spot: Spot) -> Spot:
    sources = tracer.rows[spot.message].sources if spot.message in tracer.rows else ()
    if not sources:
        return Spot(0, ())
    candidates = [
        link for source in sources for link in tracer.trace(source).links if link.target.message == spot.message
    ]
    exact = [link for link in candidates if link.target.path == spot.path]
    inside = [link for link in candidates if link.target.path[: len(spot.path)] == spot.path]
    around = [link for link in candidates if spot.path[: len(link.target.path)] == link.target.path]
    if exact or around:
        return min(exact or around, key=lambda link: link.how in _SHAPING).source
    if inside and spot.path:
        return Spot(inside[0].source.message, _shared_start([link.source.path for link in inside]))
    return Spot(sources[0], ())


def _shared_start(paths: list[Path]) -> Path:
    """The innermost container that holds all of these."""
    shared = paths[0]
    for path in paths[1:]:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(shared, path, strict=False))
        shared = tuple(step for step, _ in same)
    return shared


def _joined(first: Link, second: Link) -> Link:
    """Two links, the second from where the first one ends, as one."""
    how = first.how if second.how in _AS_IT_IS else f"{first.how}, then {second.how}"
    if first.how in _AS_IT_IS:
        how = second.how
        if second.how in _AS_IT_IS:
            how = "copied" if first.source.path[-1:] == second.target.path[-1:] else "renamed"
    return Link(first.source, second.target, how)


def _together(traces: list[Trace]) -> Trace:
    return Trace(
        tuple(link for trace in traces for link in trace.links),
        tuple(loss for trace in traces for loss in trace.losses),
        tuple(spot for trace in traces for spot in trace.inventions),
    )
