"""A history whose long lists are cut to a few items of each shape, to find out which kinds of values get lost.

A message of two thousand equal blocks loses in each of them what it loses in the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.json.pointer import follow
from workbench.provenance import Loss, Spot
from workbench.provenance.patterns import LARGE
from workbench.provenance.route import RouteTracer
from workbench.provenance.shape import shape_key
from workbench.provenance.units import Reduced, Units, is_larger
from workbench.stages import Stages, columns_along

_OF_EACH = 2
"""Items of one shape: a first one may be unlike those that follow it."""


@dataclass(frozen=True)
class Examples:
    """The smaller history; its messages have the numbers that they have in the whole one."""

    tracer: RouteTracer
    reduced: Reduced

    def losses(self, index: int) -> Iterator[Loss]:
        """What is lost of message `index`, at places of the whole history."""
        for loss in self.tracer.composed(index).losses:
            yield Loss(Spot(*self.reduced.whole(*loss.source)), loss.presence_only)


def examples_of(stages: Stages, indexes: Sequence[int]) -> Examples | None:
    """With examples of what is in these messages; None where none of them is large."""
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
            if unit.holder is not None:
                shape = unit.holder, shape_key([follow(messages[index], unit.holder)[unit.step]])
                seen[shape] += 1
                wanted |= units.around(number) if seen[shape] <= _OF_EACH else set()
    reduced = units.reduced(wanted)
    edges = [column.edge for column in stages.columns if column.edge is not None]
    smaller = replace(conversation, messages=reduced.members)
    return Examples(RouteTracer(columns_along(smaller, edges)), reduced)
