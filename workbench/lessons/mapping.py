"""The mapping of every field between two formats: a table observed by probing the actual converters.

The rows of the example come first, each with its locations in the example; rows that occur only in the sample histories
of the format follow. Nothing in the table is declared, so it cannot differ from what the converters do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.converters import Edge, Route
from workbench.converters.loss_reasons import why_lost
from workbench.converters.mapping_reasons import why_mapped
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.lessons.fields import OUTSIDE_MESSAGES, WHOLE_MESSAGE, field_name, kind_around, role_in
from workbench.lessons.link_phrases import SHAPES, phrase_of, with_title
from workbench.provenance import Link, Spot, Trace, Tracer
from workbench.provenance.route import RouteTracer
from workbench.provenance.route_as_edge import route_as_edge
from workbench.provenance.values import value_at
from workbench.samples import samples
from workbench.stages import Column, columns_along

_MAX_MESSAGES = 60
"""Only the first messages of a history are traced: later ones rarely show anything new."""


class ObservedMapping(NamedTuple):
    """One observed value: its field on both sides, the label of the link, the reason, and the locations."""

    source: str
    target: str
    how: str
    why: str
    places: tuple[tuple[int, Spot], ...]
    """The locations of the value: 0 is the side of the source, 1 that of the target."""


@dataclass(frozen=True)
class FieldRow:
    """One row of the table. Without a source the field is invented, without a target it is lost."""

    source: str
    target: str
    labels: tuple[str, ...]
    """The labels of the links between the values of the two fields."""
    why: str
    places: tuple[tuple[int, Spot], ...] = ()

    @property
    def description(self) -> str:
        return "; ".join(dict.fromkeys(phrase_of(label) for label in self.labels))

    @property
    def is_lost(self) -> bool:
        return not self.target or "presence only" in self.labels


def mapping_table(example: Conversation, hops: Route) -> list[FieldRow]:
    """Return a row for every field of the example, and then for fields that only samples of its format have."""
    rows = rows_of(observed_mappings(example, hops))
    in_example = {(row.source, row.target) for row in rows}
    others = _rows_of_samples(example.format, hops)
    return [*rows, *(row for row in others if (row.source, row.target) not in in_example)]


@lru_cache(maxsize=64)
def _rows_of_samples(source: str, hops: Route) -> list[FieldRow]:
    """Return the rows of all healthy samples. The cache key is the edges, so a replaced converter is a new key."""
    healthy = [sample for sample in samples() if sample.format == source and not sample.expected]
    rows = rows_of(mapping for sample in healthy for mapping in observed_mappings(sample.load(), hops))
    return [FieldRow(row.source, row.target, row.labels, row.why) for row in rows]


def rows_of(mappings: Iterable[ObservedMapping]) -> list[FieldRow]:
    """Group mappings between the same two fields, in the order in which they were first observed."""
    grouped: dict[tuple[str, str], list[ObservedMapping]] = {}
    for mapping in mappings:
        grouped.setdefault((mapping.source, mapping.target), []).append(mapping)
    return [
        FieldRow(
            source,
            target,
            tuple(dict.fromkeys(mapping.how for mapping in group)),
            next((mapping.why for mapping in group if mapping.why), ""),
            tuple(dict.fromkeys(place for mapping in group for place in mapping.places)),
        )
        for (source, target), group in grouped.items()
    ]


def observed_mappings(conversation: Conversation, hops: Route) -> Iterator[ObservedMapping]:
    """Yield the mapping of every value of a conversation over a route, message by message."""
    columns = columns_along(conversation, hops)
    tracer = Tracer(route_as_edge(hops), conversation.messages, conversation.settings)
    hop_tracer = RouteTracer(columns)
    for index in range(min(len(conversation.messages), _MAX_MESSAGES)):
        trace = tracer.trace(index)
        yield from _roles(columns, index, hops)
        yield from _carried(columns, trace, _reasons(hop_tracer, index), hops)
        yield from _lost(columns, hop_tracer, index, trace)
        yield from _invented(columns, trace, hops)


def _roles(columns: Sequence[Column], index: int, hops: Sequence[Edge]) -> Iterator[ObservedMapping]:
    first, last = columns[0], columns[-1]
    source = role_in(first.messages[index], FORMATS[first.format].role_key)
    positions = [position for position, origins in enumerate(last.sources) if index in origins]
    for position in positions if source else ():
        target = role_in(last.messages[position], FORMATS[last.format].role_key)
        if target:
            yield ObservedMapping(source, target, SHAPES, _why(hops, source, target), ())
    if source and not positions:
        is_system = any(index in origins for origins in last.system_sources)
        if is_system:
            yield ObservedMapping(source, OUTSIDE_MESSAGES, SHAPES, _why(hops, source, ""), ())
        else:
            yield ObservedMapping(source, "", "dropped", _why_dropped(columns, index), ())


def _why_dropped(columns: Sequence[Column], index: int) -> str:
    """Return the reason of the hop that drops the message."""
    for before, after in pairwise(columns):
        if not any(index in origins for origins in after.sources):
            pairs = zip(before.messages, before.sources, strict=True)
            message = next((message for message, origins in pairs if index in origins), None)
            return with_title(why_lost(before.format, after.format, message, ()))
    return ""


def _carried(
    columns: Sequence[Column], trace: Trace, reasons: dict[tuple[Spot, Spot], str], hops: Sequence[Edge]
) -> Iterator[ObservedMapping]:
    for link in trace.links:
        source = field_name(link.source.path)
        target = _target_field(link.target)
        places = ((0, link.source), (1, link.target))
        why = reasons.get((link.source, link.target)) or _why(hops, source, target)
        yield ObservedMapping(source, target, _how(columns, link), why, places)
        if link.target.message >= 0 and link.how != "looked up":
            kinds = (
                kind_around(columns[0].messages[link.source.message], link.source.path),
                kind_around(columns[-1].messages[link.target.message], link.target.path),
            )
            if all(kinds):
                yield ObservedMapping(*kinds, SHAPES, _why(hops, *kinds), ())


def _how(columns: Sequence[Column], link: Link) -> str:
    if link.how != "default filled in" or link.target.message < 0:
        return link.how
    return f"{link.how}: {compact(value_at(columns[-1].messages[link.target.message], link.target.path))}"


def _lost(columns: Sequence[Column], tracer: RouteTracer, index: int, trace: Trace) -> Iterator[ObservedMapping]:
    for loss in trace.losses:
        if loss.presence_only:
            continue  # it already has a row for the value that it decides
        why = _why_lost(columns, tracer, index, loss.source)
        yield ObservedMapping(field_name(loss.source.path) or WHOLE_MESSAGE, "", "lost", why, ((0, loss.source),))


def _why_lost(columns: Sequence[Column], tracer: RouteTracer, index: int, source: Spot) -> str:
    """Return the reason of the hop that loses the value. Its location is followed to the hops after the first."""
    current = {source}
    for step in tracer.hops(index):
        before, after = columns[step.hop - 1], columns[step.hop]
        for loss in step.trace.losses:
            if loss.source in current and loss.source.message >= 0:
                message = before.messages[loss.source.message]
                return with_title(why_lost(before.format, after.format, message, loss.source.path))
        current = {link.target for link in step.trace.links if link.source in current}
    return ""


def _invented(columns: Sequence[Column], trace: Trace, hops: Sequence[Edge]) -> Iterator[ObservedMapping]:
    for spot in trace.inventions:
        target = _target_field(spot)
        yield ObservedMapping("", target, "invented", _why(hops[-1:], "", target), ((1, spot),))


def _target_field(spot: Spot) -> str:
    name = field_name(spot.path)
    return f"{name} {OUTSIDE_MESSAGES}".strip() if spot.message < 0 else name


def _reasons(tracer: RouteTracer, index: int) -> dict[tuple[Spot, Spot], str]:
    """Map the first and last location of a value to the reasons of all hops between them."""
    arrivals: dict[Spot, list[tuple[Spot, tuple[str, ...]]]] = {}
    for step in tracer.hops(index):
        edge = tracer.columns[step.hop].edge
        assert edge is not None
        next_arrivals: dict[Spot, list[tuple[Spot, tuple[str, ...]]]] = {}
        for link in step.trace.links:
            why = why_mapped(edge, field_name(link.source.path), field_name(link.target.path))
            for first, reasons in arrivals.get(link.source, []) if step.hop > 1 else [(link.source, ())]:
                next_arrivals.setdefault(link.target, []).append((first, (*reasons, why)))
        arrivals = next_arrivals
    return {
        (first, last): "; ".join(dict.fromkeys(filter(None, reasons)))
        for last, paths in arrivals.items()
        for first, reasons in paths
    }


def _why(hops: Sequence[Edge], source: str, target: str) -> str:
    """Return the spec's reason for these two fields; empty if it has none or there are several hops."""
    return why_mapped(hops[0], source, target) if len(hops) == 1 else ""


def rules_of(hops: Route) -> str:
    """Return what each conversion of a route follows. It is the reason for every row without one of its own."""
    if len(hops) == 1:
        return f"The conversion follows: {hops[0].story}."
    return " ".join(f"{FORMATS[edge.source].title} → {FORMATS[edge.target].title}: {edge.story}." for edge in hops)
