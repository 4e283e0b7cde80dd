"""Where every value went: links, losses and inventions, observed by probing a converter from outside.

Converters contain no tracing code. Three measures keep probing cheap: a message is probed only together with the
messages it is merged with and the calls its results answer, so the length of the history does not matter; messages of
equal shape are probed once and the result is cached; and large messages are probed in pieces.
"""

from __future__ import annotations

from bisect import bisect_left
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

_MAX_CACHED_TRACES = 200
"""Several rules trace the same message one after the other, for several paths in it."""


class Spot(NamedTuple):
    """The location of a value: a message number and a path in that message.

    Negative message numbers are system prompts outside the message list.
    """

    message: int
    path: Path


class Link(NamedTuple):
    source: Spot
    target: Spot
    how: str


class Loss(NamedTuple):
    source: Spot
    presence_only: bool
    """True if the presence of the value had an effect but the value itself had none."""


class Trace(NamedTuple):
    """The links, losses and inventions of one source message over one edge."""

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
        """`rows` is the output of the edge for these messages, if it has been computed already."""
        self.edge, self.messages, self.settings = edge, messages, settings
        self.rows = rows or Rows(edge.convert(messages, settings))
        self._contexts = Contexts(edge, messages, settings, self.rows)
        self._patterns = Patterns(edge, settings)
        self._cache: dict[int, Trace] = {}

    def targets_of(self, index: int) -> list[int]:
        """Return the numbers of the target messages that source message `index` contributed to."""
        return self.rows.targets_by_source.get(index, [])

    def trace(self, index: int, fresh: bool = False) -> Trace:
        """Return the trace of message `index`. `fresh` probes it even if a message of equal shape was probed before."""
        if fresh or index not in self._cache:
            if len(self._cache) >= _MAX_CACHED_TRACES:
                self._cache.clear()
            self._cache[index] = self._compute_trace(index, fresh)
        return self._cache[index]

    def _compute_trace(self, index: int, fresh: bool) -> Trace:
        context = self._contexts.of(index)
        position = bisect_left(context.members, index)
        pattern = self._patterns.of(context.messages, position, fresh, at_once=context.depends_on_all)
        return self._apply_pattern(context.with_original_paths(pattern), context.members, index)

    def _apply_pattern(self, pattern: Pattern, context: list[int], index: int) -> Trace:
        """Return the pattern as a trace, with the message numbers of this history and labels from its values."""
        targets = self.targets_of(index)
        paths_present_only = {path for path, presence_only in pattern.losses if presence_only}
        links = []
        for member, source, nth, target in pattern.links:
            number = context[member]
            try:
                before = value_at(self.messages[number], source)
                after = value_at(self.rows[targets[nth]].message, target)
            except LookupError:
                continue  # as in `_exists`
            if number == index and source in paths_present_only:
                how = "presence only"
            else:
                how = label(source, before, target, after, number != index)
            links.append(Link(Spot(number, source), Spot(targets[nth], target), how))
        losses = tuple([Loss(Spot(index, path), presence_only) for path, presence_only in pattern.losses])
        inventions = [Spot(targets[nth], path) for nth, path in pattern.inventions if nth < len(targets)]
        return Trace(tuple(links), losses, tuple(filter(self._exists, inventions)))

    def _exists(self, target: Spot) -> bool:
        """Whether the target has this value: part of a history can be converted differently from the entire history."""
        try:
            value_at(self.rows[target.message].message, target.path)
        except LookupError:
            return False
        return True


__all__ = ["Link", "Loss", "Spot", "Trace", "Tracer"]
