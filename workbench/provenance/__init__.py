"""Where every value went: links, losses and inventions, observed by probing a converter from outside.

Converters know nothing of tracing. A message is probed together with those it is merged with and the calls its
results answer, so that a message of a long history costs no more than one of a short one; messages of equal shape are
probed once and remembered; and what is large is probed in pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.converters.contract import Edge
from workbench.converters.rows import Rows
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.context import Contexts
from workbench.provenance.labels import label
from workbench.provenance.patterns import Patterns
from workbench.provenance.probe import Pattern
from workbench.provenance.values import value_at

_MOST_REMEMBERED = 200
"""Traces that are kept: the same message is asked for by several rules and for several places, one after the other."""


class Spot(NamedTuple):
    """A value: the message it is in and its path there. Negative messages are beside the list (a system prompt)."""

    message: int
    path: Path


class Link(NamedTuple):
    source: Spot
    target: Spot
    how: str


class Loss(NamedTuple):
    source: Spot
    presence_only: bool
    """That it was there had an effect; what it said had none."""


class Trace(NamedTuple):
    """What became of one source message over one edge."""

    links: tuple[Link, ...]
    losses: tuple[Loss, ...]
    inventions: tuple[Spot, ...]


class Tracer:
    """Traces the messages of one history over one edge."""

    def __init__(
        self,
        edge: Edge,
        messages: Sequence[Json],
        settings: Mapping[str, Json],
        rows: Rows | None = None,
    ) -> None:
        """`rows` is what the edge makes of the messages, if that is known already."""
        self.edge, self.messages, self.settings = edge, messages, settings
        self.rows = rows or Rows(edge.convert(messages, settings))
        self._contexts = Contexts(edge, messages, settings, self.rows)
        self._patterns = Patterns(edge, settings)
        self._traced: dict[int, Trace] = {}

    def targets_of(self, index: int) -> list[int]:
        """The target messages that source message `index` went into."""
        return self.rows.targets_by_source.get(index, [])

    def trace(self, index: int, fresh: bool = False) -> Trace:
        """What became of message `index`. `fresh` probes it even if one of equal shape was probed before."""
        if fresh or index not in self._traced:
            if len(self._traced) >= _MOST_REMEMBERED:
                self._traced.clear()
            self._traced[index] = self._probed(index, fresh)
        return self._traced[index]

    def _probed(self, index: int, fresh: bool) -> Trace:
        context = self._contexts.of(index)
        position = context.members.index(index)
        pattern = self._patterns.of(context.messages, position, fresh, whole=context.depends_on_all)
        return self._placed(context.in_whole(pattern), context.members, index)

    def _placed(self, pattern: Pattern, context: list[int], index: int) -> Trace:
        """The pattern with this history's own message numbers and labels."""
        targets = self.targets_of(index)
        presence = {path for path, presence_only in pattern.losses if presence_only}
        links = []
        for member, source, nth, target in pattern.links:
            number = context[member]
            try:
                before = value_at(self.messages[number], source)
                after = value_at(self.rows[targets[nth]].message, target)
            except LookupError:
                continue  # the neighbours of a long history do not give what all of it gives
            if number == index and source in presence:
                how = "presence only"
            else:
                how = label(source, before, target, after, number != index)
            links.append(Link(Spot(number, source), Spot(targets[nth], target), how))
        losses = tuple([Loss(Spot(index, path), presence_only) for path, presence_only in pattern.losses])
        inventions = tuple([Spot(targets[nth], path) for nth, path in pattern.inventions if nth < len(targets)])
        return Trace(tuple(links), losses, inventions)


__all__ = ["Link", "Loss", "Spot", "Trace", "Tracer"]
