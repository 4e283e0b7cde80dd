"""Provenance over all hops of a route: from an internal value to the wire, and from the wire back to the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.provenance import Link, Loss, Spot, Trace, Tracer
from workbench.provenance.outcomes import SHAPING, Move, Outcomes
from workbench.stages import Column

_AS_IT_IS = ("copied", "renamed")
_MOST_REMEMBERED = 200
"""Messages whose traces or origins are kept: they are asked for by several rules, and for several targets."""


Tracers = dict[int, Tracer]
"""By the identity of the column that an edge made, which outlives them."""


class HopTrace(NamedTuple):
    """What one hop did to the descendants of one internal message."""

    hop: int
    """1 is the first conversion."""
    trace: Trace


class RouteTracer:
    """Traces internal messages through the columns of a route. Hops are prepared when first needed."""

    def __init__(self, columns: Sequence[Column], tracers: Tracers | None = None) -> None:
        """`tracers` are those of other routes that begin with the same columns."""
        self.columns = columns
        self._known: Tracers = {} if tracers is None else tracers
        self._composed: dict[int, Trace] = {}
        self._arrived: dict[tuple[int, int], Arrivals] = {}
        self._departed: dict[tuple[int, int], dict[int, list[Link]]] = {}

    @cached_property
    def tracers(self) -> list[Tracer]:
        """One per hop; number n takes column n to column n + 1."""
        tracers = []
        for before, column in zip(self.columns, self.columns[1:], strict=False):
            if column.edge is not None:
                if id(column) not in self._known:
                    self._known[id(column)] = Tracer(column.edge, before.messages, before.settings, column.rows)
                tracers.append(self._known[id(column)])
        return tracers

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
        if index not in self._composed:
            if len(self._composed) >= _MOST_REMEMBERED:
                self._composed.clear()
            self._composed[index] = self._worked_out(index)
        return self._composed[index]

    def _worked_out(self, index: int) -> Trace:
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
        regained = self.regained_names(index, links) if lost else set()
        # What was looked up for another message is lost there, not here; what still has an effect keeps its presence.
        losses = tuple(
            Loss(source, source in reached)
            for source, presence_only in lost.items()
            if source.message == index and (presence_only or source not in reached) and source not in regained
        )
        return Trace(tuple(links), losses, steps[-1].trace.inventions)

    def regained_names(self, index: int, links: Iterable[Link]) -> set[Spot]:
        """Where internal message `index` names the tool of a result that still has that name in the last column."""
        return self._outcomes.regained_names(index, _of_message(index, links))

    def moves(self, index: int) -> list[Move]:
        """What of internal message `index` comes in another order in the last column."""
        before = self._outcomes.merged_with(index)
        members = [index] if before is None else [before, index]
        return self._outcomes.moves(
            index, [link for member in members for link in _of_message(member, self.composed(member).links)]
        )

    def hidden_failures(self, index: int) -> list[Spot]:
        """Where internal message `index` says that a tool failed, if what is sent looks as if it had succeeded."""
        return self._outcomes.hidden_failures(index, _of_message(index, self.composed(index).links))

    @cached_property
    def _outcomes(self) -> Outcomes:
        return Outcomes(self.columns)

    def origin(self, column: int, message: int, path: Path) -> Spot:
        """The internal value that a value in a later column came from; its message if no value can be named."""
        spot = Spot(message, path)
        for hop in range(column, 0, -1):
            spot = self._arrivals(hop - 1, spot.message).origin(spot)
        return spot

    def _arrivals(self, tracer: int, message: int) -> Arrivals:
        key = tracer, message
        if key not in self._arrived:
            if len(self._arrived) >= _MOST_REMEMBERED:
                self._arrived.clear()
            rows = self.tracers[tracer].rows
            sources = rows[message].sources if message in rows else ()
            links = [link for source in sources for link in self._departures(tracer, source).get(message, ())]
            self._arrived[key] = Arrivals(sources, links)
        return self._arrived[key]

    def _departures(self, tracer: int, source: int) -> dict[int, list[Link]]:
        """What leaves one message over one hop, by the target message: a message may become thousands."""
        key = tracer, source
        if key not in self._departed:
            if len(self._departed) >= _MOST_REMEMBERED:
                self._departed.clear()
            by_target: dict[int, list[Link]] = {}
            for link in self.tracers[tracer].trace(source).links:
                by_target.setdefault(link.target.message, []).append(link)
            self._departed[key] = by_target
        return self._departed[key]


class Arrivals:
    """What arrives in one target message over one hop, to be asked for any place in it."""

    def __init__(self, sources: tuple[int, ...], links: list[Link]) -> None:
        self._sources = sources
        self._exact: dict[Path, list[Link]] = {}
        self._inside: dict[Path, list[Link]] = {}
        """Container → what arrives in it."""
        for link in links:
            path = link.target.path
            self._exact.setdefault(path, []).append(link)
            for length in range(1, len(path)):
                self._inside.setdefault(path[:length], []).append(link)

    def origin(self, spot: Spot) -> Spot:
        """Where the value there came from; what holds all that came into it; or at least the message."""
        if not self._sources:
            return Spot(0, ())
        path = spot.path
        around = [link for length in range(len(path)) for link in self._exact.get(path[:length], ())]
        if exact := self._exact.get(path) or around:
            return min(exact, key=lambda link: link.how in SHAPING).source
        if inside := self._inside.get(path):
            return Spot(inside[0].source.message, _shared_start([link.source.path for link in inside]))
        return Spot(self._sources[0], ())


def _of_message(index: int, links: Iterable[Link]) -> list[Link]:
    return [link for link in links if link.source.message == index]


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
