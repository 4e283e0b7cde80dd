"""What rules about losses see: the history as given, as it reaches the wire, and which became which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from workbench.chat import Chat, read_chat
from workbench.conversation import Conversation
from workbench.provenance.route import RouteTracer
from workbench.stages import Stages
from workbench.tool_ids import IdRow, id_table

_MOST_SHAPES = 200
"""A history of more shapes than this is looked at for single lost fields only in the first ones."""


@dataclass(frozen=True)
class Journey:
    stages: Stages
    internal: Chat
    judged: Chat
    """The chat that the target's own rules read: the history as given, or as converted for the target."""
    judged_column: int
    exact: bool = True
    """Whether findings after conversion are to be led back to the very value, or only to its message."""

    @property
    def conversation(self) -> Conversation:
        return self.stages.conversation

    @property
    def is_converted(self) -> bool:
        """Whether the target's API sees anything else than what is in the file."""
        return len(self.stages.columns) > 1

    @cached_property
    def wire(self) -> Chat:
        """The chat in the last column."""
        if self.judged_column == len(self.stages.columns) - 1:
            return self.judged
        column = self.stages.wire
        return read_chat(column.format, column.messages, column.settings)

    @cached_property
    def tracer(self) -> RouteTracer:
        return RouteTracer(self.stages.columns)

    @cached_property
    def reached(self) -> set[int]:
        """The internal messages that something in the last column, or beside it, was made of."""
        return {index for sources in (*self.stages.wire.sources, *self.stages.wire.beside) for index in sources}

    @cached_property
    def positions(self) -> dict[int, list[int]]:
        """Internal message → every message of the last column that it went into."""
        positions: dict[int, list[int]] = {}
        for position, sources in enumerate(self.stages.wire.sources):
            for index in sources:
                positions.setdefault(index, []).append(position)
        return positions

    @cached_property
    def ids(self) -> list[IdRow]:
        """Every tool id of the history with what normalisation makes of it."""
        return id_table(self.internal.events)

    @cached_property
    def representatives(self) -> list[int]:
        """One message of each shape, for what is costly to find out and the same for all of the shape."""
        seen: set[object] = set()
        chosen = []
        for index, message in enumerate(self.internal.messages):
            keys = tuple(message) if isinstance(message, dict) else ()
            blocks = [
                tuple(event.raw) if isinstance(event.raw, dict) else () for event in self.internal.of_message(index)
            ]
            shape = (self.internal.roles[index], keys, *blocks)
            if shape not in seen and len(seen) < _MOST_SHAPES:
                seen.add(shape)
                chosen.append(index)
        return chosen
