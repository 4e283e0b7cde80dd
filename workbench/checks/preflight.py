"""Predict a provider switch: what will be lost, renamed and invented, which ids change, and whether it is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.conversion import as_conversation, document_of, hops
from workbench.converters.settings import dropped_settings
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.pointer import follow, last_key, to_pointer
from workbench.json.text import Json, compact
from workbench.provenance import Link, Spot
from workbench.provenance.losses import ReportedLoss, reported_losses
from workbench.provenance.outcomes import Move
from workbench.provenance.route import RouteTracer
from workbench.stages import Column, columns_along


class Renamed(NamedTuple):
    """A key that has another name after the conversion."""

    before: str
    after: str
    times: int


class Invented(NamedTuple):
    """A converted value without a source."""

    at: str
    """The pointer into the converted list of messages."""
    value: Json


class IdChange(NamedTuple):
    before: Json
    after: Json


@dataclass(frozen=True)
class Preflight:
    source: str
    to: str
    route: tuple[str, ...]
    """The formats of the route, including both ends."""
    ways: tuple[str, ...]
    """Notes on the conversions that are specific to one program."""
    document: Json
    losses: tuple[ReportedLoss, ...]
    moves: tuple[Move, ...]
    """Values in another order."""
    settings_left_behind: tuple[str, ...]
    renamed: tuple[Renamed, ...]
    invented: tuple[Invented, ...]
    ids: tuple[IdChange, ...]
    """Every tool id, including unchanged ones."""
    report: Report
    """The converted conversation, checked for the format's own target."""

    @property
    def accepted(self) -> bool:
        """Whether nothing will certainly be refused. A conversation that was not judged is not accepted."""
        return self.report.verdict.outcome in (Outcome.ACCEPTED, Outcome.MAY_REFUSE)


@collector_paused()
def preflight(conversation: Conversation, to: str, via: tuple[str, ...] = (), sent_by: str = "") -> Preflight:
    """Convert, compare and check, without sending anything. Raises NoRouteError if no edges connect the two."""
    columns = columns_along(conversation, hops(conversation.format, to, via, sent_by))
    tracer = RouteTracer(columns)
    document = document_of(conversation, columns[-1])
    converted = detected(as_conversation(conversation.name, document, to), to)
    links: list[Link] = []
    losses: list[ReportedLoss] = []
    moves: list[Move] = []
    inventions: dict[Spot, None] = {}
    for index, message in enumerate(conversation.messages):  # all facts of a message together: its trace is cached
        trace = tracer.composed(index)
        links += trace.links
        inventions.update(dict.fromkeys(spot for spot in trace.inventions if spot.message >= 0))
        losses += _losses(message, index, tracer, converted.model)
        moves += tracer.moves(index)
    return Preflight(
        source=conversation.format,
        to=to,
        route=tuple(column.format for column in columns),
        ways=tuple(column.edge.story for column in columns if column.edge and column.edge.sent_by),
        document=document,
        losses=tuple(losses),
        moves=tuple(moves),
        settings_left_behind=tuple(_left_behind(conversation, converted)),
        renamed=tuple(_renamed(links)),
        invented=tuple(_invented(inventions, columns[-1])),
        ids=tuple(_ids(conversation, links, columns[-1])),
        report=check(converted),
    )


def _left_behind(conversation: Conversation, converted: Conversation) -> list[str]:
    """Return the settings that are lost, including a model that the converted document cannot name."""
    lost = dropped_settings(conversation.format, conversation.settings)
    return ["model", *lost] if "model" in conversation.settings and converted.model is None else lost


def _losses(message: object, index: int, tracer: RouteTracer, model: str | None) -> Iterator[ReportedLoss]:
    """Yield the losses, except nulls, which carry nothing, and an answer's model if the document names it."""
    for reported in reported_losses(tracer, index):
        if follow(message, reported.loss.source.path) not in (None, model):
            yield reported


def _renamed(links: list[Link]) -> Iterator[Renamed]:
    counts: dict[tuple[str, str], int] = {}
    for link in links:
        if link.how == "renamed":
            names = last_key(link.source.path), last_key(link.target.path)
            counts[names] = counts.get(names, 0) + 1
    for (before, after), count in counts.items():
        if before != after:
            yield Renamed(before, after, count)


def _invented(spots: Iterable[Spot], wire: Column) -> Iterator[Invented]:
    for spot in spots:
        value = follow(wire.messages[spot.message], spot.path)
        yield Invented(f"/{spot.message}{to_pointer(spot.path)}", value)


def _ids(conversation: Conversation, links: list[Link], wire: Column) -> Iterator[IdChange]:
    """Yield each id of a call or result before and after the conversion, found by following its links."""
    read = FORMATS[conversation.format].read
    carried = [link for link in links if link.target.message >= 0 and "looked up" not in link.how]
    targets = {link.source: link.target for link in carried}
    changes: dict[str, IdChange] = {}
    for index, message in enumerate(conversation.messages):
        for event in read(message, index):
            target = targets.get(Spot(index, event.at("id"))) if event.kind in ("call", "result") else None
            if target is not None:
                change = IdChange(event.id, follow(wire.messages[target.message], target.path))
                changes.setdefault(compact(list(change)), change)
    yield from changes.values()
