"""What becomes of every field between two formats: a table observed by probing the converters that are in use.

The rows of the example come first, each with its places in it; what only the sample histories of the format show
follows. Nothing in the table is declared, so it cannot differ from what the converters do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.converters import Edge, Route
from workbench.converters.loss_reasons import why_lost
from workbench.converters.mapping_reasons import why_mapped
from workbench.converters.route_as_edge import route_as_edge
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.lessons.fields import BESIDE, field_name, kind_around, role_in
from workbench.lessons.happenings import SHAPES, happening
from workbench.provenance import Link, Spot, Trace, Tracer
from workbench.provenance.route import RouteTracer
from workbench.provenance.values import value_at
from workbench.samples import samples
from workbench.stages import Column, columns_along

_MOST_MESSAGES = 60
"""Of one history: what the first of them do not show, the others hardly do."""


class Seen(NamedTuple):
    """One value on its way: its fields, what happened to it, why, and where that was."""

    source: str
    target: str
    how: str
    why: str
    places: tuple[tuple[int, Spot], ...]
    """The values: 0 is the side of the source, 1 that of the target."""


@dataclass(frozen=True)
class FieldRow:
    """One row of the table. An empty source is invented, an empty target is lost."""

    source: str
    target: str
    happens: tuple[str, ...]
    """How each value of the field got there, as the probe calls it."""
    why: str
    places: tuple[tuple[int, Spot], ...] = ()

    @property
    def words(self) -> str:
        return "; ".join(dict.fromkeys(happening(how) for how in self.happens))

    @property
    def is_lost(self) -> bool:
        return not self.target or "presence only" in self.happens


def mapping_table(example: Conversation, hops: Route) -> list[FieldRow]:
    """Every field of the example, and then those that only the samples of its format have."""
    rows = rows_of(seen_in(example, hops))
    known = {(row.source, row.target) for row in rows}
    others = _rows_of_samples(example.format, hops)
    return [*rows, *(row for row in others if (row.source, row.target) not in known)]


@lru_cache(maxsize=64)
def _rows_of_samples(source: str, hops: Route) -> list[FieldRow]:
    """Remembered by the edges themselves: a converter that is replaced is another edge."""
    healthy = [sample for sample in samples() if sample.format == source and not sample.expected]
    rows = rows_of(seen for sample in healthy for seen in seen_in(sample.load(), hops))
    return [FieldRow(row.source, row.target, row.happens, row.why) for row in rows]


def rows_of(seen: Iterable[Seen]) -> list[FieldRow]:
    """Values of the same two fields together, in the order in which they were first seen."""
    grouped: dict[tuple[str, str], list[Seen]] = {}
    for one in seen:
        grouped.setdefault((one.source, one.target), []).append(one)
    return [
        FieldRow(
            source,
            target,
            tuple(dict.fromkeys(one.how for one in group)),
            next((one.why for one in group if one.why), ""),
            tuple(dict.fromkeys(place for one in group for place in one.places)),
        )
        for (source, target), group in grouped.items()
    ]


def seen_in(conversation: Conversation, hops: Route) -> Iterator[Seen]:
    """What happens to every value of a conversation on a route, message by message."""
    columns = columns_along(conversation, hops)
    whole = Tracer(route_as_edge(hops), conversation.messages, conversation.settings)
    by_hop = RouteTracer(columns)
    for index in range(min(len(conversation.messages), _MOST_MESSAGES)):
        trace = whole.trace(index)
        yield from _roles(columns, index, hops)
        yield from _carried(columns, trace, _reasons(by_hop, index), hops)
        yield from _lost(columns, by_hop, index, trace)
        yield from _invented(columns, trace, hops)


def _roles(columns: Sequence[Column], index: int, hops: Sequence[Edge]) -> Iterator[Seen]:
    first, last = columns[0], columns[-1]
    source = role_in(first.messages[index], FORMATS[first.format].role_key)
    made = [position for position, origins in enumerate(last.sources) if index in origins]
    for position in made if source else ():
        target = role_in(last.messages[position], FORMATS[last.format].role_key)
        if target:
            yield Seen(source, target, SHAPES, _why(hops, source, target), ())
    if source and not made:
        beside = any(index in origins for origins in last.system_sources)
        yield Seen(source, BESIDE if beside else "", SHAPES if beside else "dropped", _why(hops, source, ""), ())


def _carried(
    columns: Sequence[Column], trace: Trace, reasons: dict[tuple[Spot, Spot], str], hops: Sequence[Edge]
) -> Iterator[Seen]:
    for link in trace.links:
        source = field_name(link.source.path)
        target = _target_field(link.target)
        places = ((0, link.source), (1, link.target))
        why = reasons.get((link.source, link.target)) or _why(hops, source, target)
        yield Seen(source, target, _how(columns, link), why, places)
        if link.target.message >= 0 and link.how != "looked up":
            kinds = (
                kind_around(columns[0].messages[link.source.message], link.source.path),
                kind_around(columns[-1].messages[link.target.message], link.target.path),
            )
            if all(kinds):
                yield Seen(*kinds, SHAPES, _why(hops, *kinds), ())


def _how(columns: Sequence[Column], link: Link) -> str:
    if link.how != "default filled in" or link.target.message < 0:
        return link.how
    return f"{link.how}: {compact(value_at(columns[-1].messages[link.target.message], link.target.path))}"


def _lost(columns: Sequence[Column], tracer: RouteTracer, index: int, trace: Trace) -> Iterator[Seen]:
    for loss in trace.losses:
        if loss.presence_only:
            continue  # it has a row as what decides another value
        why = _why_lost(columns, tracer, index, loss.source)
        yield Seen(field_name(loss.source.path), "", "lost", why, ((0, loss.source),))


def _why_lost(columns: Sequence[Column], tracer: RouteTracer, index: int, source: Spot) -> str:
    """The hop that loses it says why; what a later hop loses has another name there."""
    here = {source}
    for step in tracer.hops(index):
        before, after = columns[step.hop - 1], columns[step.hop]
        for loss in step.trace.losses:
            if loss.source in here and loss.source.message >= 0:
                message = before.messages[loss.source.message]
                return why_lost(before.format, after.format, message, loss.source.path)
        here = {link.target for link in step.trace.links if link.source in here}
    return ""


def _invented(columns: Sequence[Column], trace: Trace, hops: Sequence[Edge]) -> Iterator[Seen]:
    for spot in trace.inventions:
        target = _target_field(spot)
        yield Seen("", target, "invented", _why(hops[-1:], "", target), ((1, spot),))


def _target_field(spot: Spot) -> str:
    name = field_name(spot.path)
    return f"{name} {BESIDE}".strip() if spot.message < 0 else name


def _reasons(tracer: RouteTracer, index: int) -> dict[tuple[Spot, Spot], str]:
    """First and last place of a value → the reasons of all hops between them."""
    arrived: dict[Spot, list[tuple[Spot, tuple[str, ...]]]] = {}
    for step in tracer.hops(index):
        edge = tracer.columns[step.hop].edge
        assert edge is not None
        here: dict[Spot, list[tuple[Spot, tuple[str, ...]]]] = {}
        for link in step.trace.links:
            why = why_mapped(edge, field_name(link.source.path), field_name(link.target.path))
            for first, reasons in arrived.get(link.source, []) if step.hop > 1 else [(link.source, ())]:
                here.setdefault(link.target, []).append((first, (*reasons, why)))
        arrived = here
    return {
        (first, last): "; ".join(dict.fromkeys(filter(None, reasons)))
        for last, ways in arrived.items()
        for first, reasons in ways
    }


def _why(hops: Sequence[Edge], source: str, target: str) -> str:
    """The spec's reason where the one hop has one, else where the way of converting is laid down."""
    if len(hops) == 1 and (why := why_mapped(hops[0], source, target)):
        return why
    return "; ".join(dict.fromkeys(edge.story for edge in hops))
