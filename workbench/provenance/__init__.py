"""Where every value went: links, losses and inventions, observed by probing a converter from outside.

Converters know nothing of tracing. A message is probed together with those it is merged with and the calls its
results answer, so that a message of a long history costs no more than one of a short one; and messages of equal
shape are probed once and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.convert.contract import Converted, Edge
from workbench.formats import FORMATS
from workbench.jsontext import Json
from workbench.pointer import Path, follow
from workbench.provenance.labels import label
from workbench.provenance.probe import Pattern, Probe
from workbench.provenance.shape import shape_key
from workbench.tool_ids import bare

_NEIGHBOURS = 20


class Spot(NamedTuple):
    """A value: the message it is in and its path there. Negative messages stand beside the list (a system prompt)."""

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

    def __init__(self, edge: Edge, messages: Sequence[Json], settings: Mapping[str, Json]) -> None:
        self.edge, self.messages, self.settings = edge, messages, settings
        self.rows: dict[int, Converted] = {}
        """Target messages by number: from 0 those in the list, from -1 downwards those beside it."""
        self._made_of: dict[int, list[int]] = {}
        inside, beside = 0, 0
        for row in edge.convert(messages, settings):
            number = inside if row.slot == "messages" else -1 - beside
            inside, beside = (inside + 1, beside) if row.slot == "messages" else (inside, beside + 1)
            self.rows[number] = row
            for source in row.sources:
                self._made_of.setdefault(source, []).append(number)
        self._calls: dict[str, list[int]] | None = None
        self._remembered: dict[object, Pattern] = {}

    def targets_of(self, index: int) -> list[int]:
        """The target messages that source message `index` went into."""
        return self._made_of.get(index, [])

    def trace(self, index: int, fresh: bool = False) -> Trace:
        """What became of message `index`. `fresh` probes it even if one of equal shape was probed before."""
        context = self._context(index)
        members = [self.messages[member] for member in context]
        key = (context.index(index), shape_key(members))
        pattern = None if fresh else self._remembered.get(key)
        if pattern is None:
            pattern = Probe(self.edge, self.settings, members, context.index(index)).pattern()
            self._remembered[key] = pattern
        return self._placed(pattern, context, index)

    def _context(self, index: int) -> list[int]:
        """The message, those it shares a target message with, and the calls that its results answer."""
        group = {index}
        for number in self.targets_of(index):
            group.update(self.rows[number].sources)
        for event in FORMATS[self.edge.source].read(self.messages[index], index):
            if event.kind == "result" and isinstance(event.id, str):
                group.update(self._messages_calling(event.id))
        narrow = sorted(group)
        if self._same_outcome(narrow, index):
            return narrow
        return list(range(max(0, index - _NEIGHBOURS), min(len(self.messages), index + _NEIGHBOURS + 1)))

    def _messages_calling(self, call_id: str) -> list[int]:
        if self._calls is None:
            self._calls = {}
            read = FORMATS[self.edge.source].read
            for index, message in enumerate(self.messages):
                for event in read(message, index):
                    if event.kind == "call" and isinstance(event.id, str):
                        self._calls.setdefault(bare(event.id), []).append(index)
        return self._calls.get(bare(call_id), [])[-2:]

    def _same_outcome(self, context: list[int], index: int) -> bool:
        """Whether the message becomes in this context what it becomes in the whole history."""
        rows = self.edge.convert([self.messages[member] for member in context], self.settings)
        position = context.index(index)
        alone = [row.message for row in rows if position in row.sources]
        return alone == [self.rows[number].message for number in self.targets_of(index)]

    def _placed(self, pattern: Pattern, context: list[int], index: int) -> Trace:
        """The pattern with this history's own message numbers and labels."""
        targets = self.targets_of(index)
        links = []
        presence = {path for path, presence_only in pattern.losses if presence_only}
        for member, source_path, nth, target_path in pattern.links:
            if nth >= len(targets):
                continue  # the context was too narrow to give what the whole history gives
            before = follow(self.messages[context[member]], source_path)
            after = follow(self.rows[targets[nth]].message, target_path)
            only_presence = context[member] == index and source_path in presence
            how = label(source_path, before, target_path, after, context[member] != index)
            how = "presence only" if only_presence else how
            links.append(Link(Spot(context[member], source_path), Spot(targets[nth], target_path), how))
        losses = tuple(Loss(Spot(index, path), presence_only) for path, presence_only in pattern.losses)
        inventions = tuple(Spot(targets[nth], path) for nth, path in pattern.inventions if nth < len(targets))
        return Trace(tuple(links), losses, inventions)


__all__ = ["Link", "Loss", "Spot", "Trace", "Tracer"]
