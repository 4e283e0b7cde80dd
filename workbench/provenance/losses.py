"""Report every value of a message that is lost on its route, with the hop that loses it and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.converters.loss_reasons import why_lost
from workbench.provenance import Loss, Spot
from workbench.provenance.route import RouteTracer

LOOKS_SUCCESSFUL = "the tool failed, but what is sent looks as if it had succeeded"


class ReportedLoss(NamedTuple):
    """A loss, the hop that loses the value, and the reason as a phrase."""

    loss: Loss
    hop: str
    why: str


def reported_losses(tracer: RouteTracer, index: int) -> Iterator[ReportedLoss]:
    """Yield every value of internal message `index` that does not reach the last column."""
    composed = tracer.composed(index)
    carried = {link.source for link in composed.links}
    regained = tracer.regained_names(index, composed.links)
    origins: dict[Spot, list[Spot]] | None = None
    reported: set[Spot] = set()
    for step in tracer.hops(index):
        column = tracer.columns[step.hop]
        before = tracer.columns[step.hop - 1]
        for loss in step.trace.losses:
            for source in [loss.source] if origins is None else origins.get(loss.source, []):
                # A value that was only looked up for another message is that message's loss.
                if source.message != index or source in reported or source in regained:
                    continue
                if source in carried and not loss.presence_only:
                    continue
                reported.add(source)
                why = why_lost(before.format, column.format, before.messages[loss.source.message], loss.source.path)
                yield ReportedLoss(Loss(source, loss.presence_only), f"{before.format} → {column.format}", why)
        next_origins: dict[Spot, list[Spot]] = {}
        for link in step.trace.links:
            next_origins.setdefault(link.target, []).extend(
                [link.source] if origins is None else origins.get(link.source, [])
            )
        origins = next_origins
    ends = f"{tracer.columns[0].format} → {tracer.columns[-1].format}"
    for spot in tracer.hidden_failures(index):
        if spot not in reported:
            yield ReportedLoss(Loss(spot, False), ends, LOOKS_SUCCESSFUL)
