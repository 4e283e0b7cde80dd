"""Every value of a message that is lost on its route, with the hop that loses it and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.converters.lost_values import why_lost
from workbench.provenance import Loss, Spot
from workbench.provenance.route import RouteTracer

LOOKS_SUCCESSFUL = "the tool failed, but what is sent looks as if it had succeeded"


class ReportedLoss(NamedTuple):
    """A loss, the hop that lost it, and the reason in words."""

    loss: Loss
    hop: str
    why: str


def reported_losses(tracer: RouteTracer, index: int) -> Iterator[ReportedLoss]:
    """Every value of internal message `index` that does not reach the last column."""
    whole = tracer.composed(index)
    carried = {link.source for link in whole.links}
    regained = tracer.regained_names(index, whole.links)
    origin: dict[Spot, list[Spot]] | None = None
    reported: set[Spot] = set()
    for step in tracer.hops(index):
        column = tracer.columns[step.hop]
        before = tracer.columns[step.hop - 1]
        for loss in step.trace.losses:
            for source in [loss.source] if origin is None else origin.get(loss.source, []):
                # A value that was only looked up for another message is lost there, not here.
                if source.message != index or source in reported or source in regained:
                    continue
                if source in carried and not loss.presence_only:
                    continue
                reported.add(source)
                why = why_lost(before.format, column.format, before.messages[loss.source.message], loss.source.path)
                yield ReportedLoss(Loss(source, loss.presence_only), f"{before.format} → {column.format}", why)
        following: dict[Spot, list[Spot]] = {}
        for link in step.trace.links:
            following.setdefault(link.target, []).extend(
                [link.source] if origin is None else origin.get(link.source, [])
            )
        origin = following
    ends = f"{tracer.columns[0].format} → {tracer.columns[-1].format}"
    for spot in tracer.hidden_failures(index):
        if spot not in reported:
            yield ReportedLoss(Loss(spot, False), ends, LOOKS_SUCCESSFUL)
