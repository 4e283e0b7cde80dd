"""Provenance over all hops of a route: from an internal value to the last column, and from there back to the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.provenance import Link, Loss, Spot, Trace, Tracer
from workbench.provenance.outcomes import INDIRECT_LABELS, Move, Outcomes
from workbench.stages import Column

_UNCHANGED_LABELS = ("copied", "renamed")
_MAX_CACHED_MESSAGES = 200
"""Several rules, and the checks of several targets, trace the same messages."""


Tracers = dict[int, Tracer]
"""Tracers by the identity of the column that their edge produced. The column outlives the tracer."""


class HopTrace(NamedTuple):
    """The trace of one internal message's descendants over one hop."""

    hop: int
    """1 is the first conversion."""
    trace: Trace


class RouteTracer:
    """Traces internal messages through the columns of a route. The tracer of a hop is created when first needed."""

    def __init__(self, columns: Sequence[Column], tracers: Tracers | None = None) -> None:
        """`tracers` are shared with other routes that begin with the same columns."""
        self.columns = columns
        self._shared_tracers: Tracers = {} if tracers is None else tracers
        self._composed: dict[int, Trace] = {}
        self._incoming: dict[tuple[int, int], IncomingLinks] = {}
        self._outgoing: dict[tuple[int, int], dict[int, list[Link]]] = {}

    @cached_property
    def tracers(self) -> list[Tracer]:
        """One tracer per hop; number n traces column n to column n + 1."""
        tracers = []
        for before, column in zip(self.columns, self.columns[1:], strict=False):
            if column.edge is not None:
                if id(column) not in self._shared_tracers:
                    self._shared_tracers[id(column)] = Tracer(
                        column.edge, before.messages, before.settings, column.rows
                    )
                tracers.append(self._shared_tracers[id(column)])
        return tracers

    def hops(self, index: int) -> list[HopTrace]:
        """Return the trace of each hop for internal message `index` and its descendants."""
        members = [index]
        steps = []
        for hop, tracer in enumerate(self.tracers, start=1):
            traces = [tracer.trace(member) for member in members]
            steps.append(HopTrace(hop, _merge_traces(traces)))
            reached = {number for member in members for number in tracer.targets_of(member)}
            members = sorted(number for number in reached if number >= 0)
        return steps

    def composed(self, index: int) -> Trace:
        """Return the trace from an internal message to the last column. A value is lost if any hop loses it."""
        if index not in self._composed:
            if len(self._composed) >= _MAX_CACHED_MESSAGES:
                self._composed.clear()
            self._composed[index] = self._compose(index)
        return self._composed[index]

    def _compose(self, index: int) -> Trace:
        steps = self.hops(index)
        if not steps:
            return Trace((), (), ())
        links = list(steps[0].trace.links)
        lost = {loss.source: loss.presence_only for loss in steps[0].trace.losses}
        for step in steps[1:]:
            links_by_target: dict[Spot, list[Link]] = {}
            for link in links:
                links_by_target.setdefault(link.target, []).append(link)
            for loss in step.trace.losses:
                for first in links_by_target.get(loss.source, ()):
                    lost[first.source] = loss.presence_only and lost.get(first.source, True)
            links = [
                _compose_links(first, second)
                for second in step.trace.links
                for first in links_by_target.get(second.source, ())
            ]
        reached = {link.source for link in links}
        regained = self.regained_names(index, links) if lost else set()
        # A value looked up for another message is that message's loss. A lost value that still has an effect counts as
        # present only.
        losses = tuple(
            Loss(source, source in reached)
            for source, presence_only in lost.items()
            if source.message == index and (presence_only or source not in reached) and source not in regained
        )
        return Trace(tuple(links), losses, steps[-1].trace.inventions)

    def regained_names(self, index: int, links: Iterable[Link]) -> set[Spot]:
        """Return where internal message `index` names the tool of a result that keeps that name in the last column."""
        return self._outcomes.regained_names(index, _links_from(index, links))

    def moves(self, index: int) -> list[Move]:
        """Return the parts of internal message `index` that are in a different order in the last column."""
        before = self._outcomes.merged_with(index)
        members = [index] if before is None else [before, index]
        return self._outcomes.moves(
            index, [link for member in members for link in _links_from(member, self.composed(member).links)]
        )

    def hidden_failures(self, index: int) -> list[Spot]:
        """Return where internal message `index` reports a tool failure that looks like a success when sent."""
        return self._outcomes.hidden_failures(index, _links_from(index, self.composed(index).links))

    @cached_property
    def _outcomes(self) -> Outcomes:
        return Outcomes(self.columns)

    def origin(self, column: int, message: int, path: Path) -> Spot:
        """Return the internal value that a value in a later column came from, or its message if no value is known."""
        spot = Spot(message, path)
        for hop in range(column, 0, -1):
            spot = self._incoming_links(hop - 1, spot.message).origin(spot)
        return spot

    def _incoming_links(self, tracer: int, message: int) -> IncomingLinks:
        key = tracer, message
        if key not in self._incoming:
            if len(self._incoming) >= _MAX_CACHED_MESSAGES:
                self._incoming.clear()
            rows = self.tracers[tracer].rows
            sources = rows[message].sources if message in rows else ()
            links = [link for source in sources for link in self._outgoing_links(tracer, source).get(message, ())]
            self._incoming[key] = IncomingLinks(sources, links)
        return self._incoming[key]

    def _outgoing_links(self, tracer: int, source: int) -> dict[int, list[Link]]:
        """Return the links of one source message over one hop, by target message: there may be thousands of them."""
        key = tracer, source
        if key not in self._outgoing:
            if len(self._outgoing) >= _MAX_CACHED_MESSAGES:
                self._outgoing.clear()
            by_target: dict[int, list[Link]] = {}
            for link in self.tracers[tracer].trace(source).links:
                by_target.setdefault(link.target.message, []).append(link)
            self._outgoing[key] = by_target
        return self._outgoing[key]


class IncomingLinks:
    """The links into one target message over one hop. Finds the origin of any path in that message."""

    def __init__(self, sources: tuple[int, ...], links: list[Link]) -> None:
        self._sources = sources
        self._exact: dict[Path, list[Link]] = {}
        self._inside: dict[Path, list[Link]] = {}
        """Container → the links to values inside it."""
        for link in links:
            path = link.target.path
            self._exact.setdefault(path, []).append(link)
            for length in range(1, len(path)):
                self._inside.setdefault(path[:length], []).append(link)

    def origin(self, spot: Spot) -> Spot:
        """Return the source of the value, or of the value that contains it.

        For a container it is the innermost source container of everything inside; failing that, the source message.
        """
        if not self._sources:
            return Spot(0, ())
        path = spot.path
        around = [link for length in range(len(path)) for link in self._exact.get(path[:length], ())]
        if exact := self._exact.get(path) or around:
            return min(exact, key=lambda link: link.how in INDIRECT_LABELS).source
        if inside := self._inside.get(path):
            return Spot(inside[0].source.message, _common_prefix([link.source.path for link in inside]))
        return Spot(self._sources[0], ())


def _links_from(index: int, links: Iterable[Link]) -> list[Link]:
    return [link for link in links if link.source.message == index]


def _common_prefix(paths: list[Path]) -> Path:
    shared = paths[0]
    for path in paths[1:]:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(shared, path, strict=False))
        shared = tuple(step for step, _ in same)
    return shared


def _compose_links(first: Link, second: Link) -> Link:
    """Combine two links, of which the second starts where the first ends, into one."""
    how = first.how if second.how in _UNCHANGED_LABELS else f"{first.how}, then {second.how}"
    if first.how in _UNCHANGED_LABELS:
        how = second.how
        if second.how in _UNCHANGED_LABELS:
            how = "copied" if first.source.path[-1:] == second.target.path[-1:] else "renamed"
    return Link(first.source, second.target, how)


def _merge_traces(traces: list[Trace]) -> Trace:
    return Trace(
        tuple(link for trace in traces for link in trace.links),
        tuple(loss for trace in traces for loss in trace.losses),
        tuple(spot for trace in traces for spot in trace.inventions),
    )
