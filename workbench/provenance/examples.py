"""Find which kinds of values get lost with a shorter history that has a few items of each shape.

Of two thousand blocks with the same shape, each loses the same values as the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.json.pointer import follow
from workbench.provenance import Loss, Spot
from workbench.provenance.patterns import LARGE
from workbench.provenance.route import RouteTracer
from workbench.provenance.shape import shape_key
from workbench.provenance.units import ReducedContext, Units, is_larger
from workbench.stages import Stages, columns_along

_ITEMS_PER_SHAPE = 2
"""The first item may be converted differently from those after it."""


@dataclass(frozen=True)
class Examples:
    """The shorter history, whose messages have the same indexes as in the original."""

    tracer: RouteTracer
    reduced: ReducedContext

    def losses(self, index: int) -> Iterator[Loss]:
        """Yield the losses of message `index` at their places in the original history."""
        for loss in self.tracer.composed(index).losses:
            yield Loss(Spot(*self.reduced.original(*loss.source)), loss.presence_only)


def examples_of(stages: Stages, indexes: Sequence[int]) -> Examples | None:
    """Return examples of the items in these messages, or None if no message is large."""
    conversation = stages.conversation
    messages = conversation.messages
    if not any(is_larger([messages[index]], LARGE) for index in indexes):
        return None
    units = Units(messages, conversation.format)
    wanted = {units.of_member(member).start for member in range(len(messages))}
    for index in indexes:
        seen: Counter[object] = Counter()
        for number in units.of_member(index):
            unit = units.all[number]
            if unit.container is not None:
                shape = unit.container, shape_key([follow(messages[index], (*unit.container, unit.step))])
                seen[shape] += 1
                wanted |= units.around(number) if seen[shape] <= _ITEMS_PER_SHAPE else set()
    reduced = units.reduced(wanted)
    edges = [column.edge for column in stages.columns if column.edge is not None]
    smaller = replace(conversation, messages=reduced.members)
    return Examples(RouteTracer(columns_along(smaller, edges)), reduced)
