"""Journey: the history in the file, the history on the wire, and which message became which. Loss rules read it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from workbench.checks.chat import Chat, read_chat
from workbench.conversation import Conversation
from workbench.converters.tool_ids import IdRow, id_table, is_restored
from workbench.formats import FORMATS
from workbench.formats.contract import Event, Reader
from workbench.json.pointer import Path, leaves
from workbench.json.text import Json
from workbench.lazy import lazy
from workbench.provenance.examples import Examples, examples_of
from workbench.provenance.route import RouteTracer, Tracers
from workbench.stages import Stages

_MAX_SHAPES = 200
"""Single lost fields are only looked for in the first messages with this many different shapes."""


class Journey(Struct, frozen=True, dict=True):
    stages: Stages
    internal: Chat
    judged: Chat
    """The chat that the target's own rules read: the history in the file, or as converted for the target."""
    judged_column: int
    exact: bool = True
    """Whether findings after a conversion are traced back to the exact value, or only to its message."""
    tracers: Tracers = {}
    """The tracers of the hops, shared with the routes to other targets."""

    @property
    def conversation(self) -> Conversation:
        return self.stages.conversation

    @property
    def is_converted(self) -> bool:
        """Whether the target's API receives other messages than those in the file."""
        return len(self.stages.columns) > 1

    @property
    def is_one_to_one(self) -> bool:
        """Whether every message became one message of the last column, in the same order, and nothing was added."""
        first, last = self.stages.columns[0], self.stages.wire
        return first is last or (not last.system_sources and last.sources == first.sources)

    @property
    def carries_all(self) -> bool:
        """Whether every message became one with the same kinds of events, all of them known. False if that is
        expensive to find out."""
        before, after = self.internal, self.judged
        is_same = self._wire_is_judged and self.is_one_to_one and before.spans == after.spans
        return is_same and before.kinds == after.kinds and "other" not in before.kinds

    @lazy
    def wire(self) -> Chat:
        """The chat in the last column."""
        if self._wire_is_judged:
            return self.judged
        column = self.stages.wire
        return read_chat(column.format, column.messages, column.settings)

    @lazy
    def tool_places(self) -> dict[Path, tuple[Path, bool]]:
        """The places of converted tools and their schemas, with the place in the file and whether it is a schema.

        Tools are paired by position. They are read once, because each of many tools may have a finding.
        """
        converted = self.judged.format.tool_definitions(self.judged.settings)
        originals = self.internal.format.tool_definitions(self.internal.settings)
        places: dict[Path, tuple[Path, bool]] = {}
        for tool, original in zip(converted, originals, strict=False):
            places[tool.path] = original.holder, False
            places[tool.schema_path] = original.schema_path, True
        return places

    @lazy
    def places_in_file(self) -> dict[tuple[int, int, Path], tuple[int, Path]]:
        """The message of the file and the path in it, by column, message and path. A cache for `in_file`."""
        return {}

    def on_wire(self, position: int) -> list[Event]:
        """Return the events of one message of the last column, without reading the other messages.

        The most recent one is kept, because many messages may have become parts of it.
        """
        if self._wire_is_judged:
            return self.judged.of_message(position)
        recent = self._recent_on_wire
        if position not in recent:
            read, messages = self._wire_unread
            recent.clear()
            recent[position] = read(messages[position], position)
        return recent[position]

    def carries_all_kinds(self, index: int, position: int) -> bool:
        """Whether one message of the last column has the same kinds of events as an internal one, all of them known."""
        spans = self.internal.spans
        kinds = self.internal.kinds[spans[index] : spans[index + 1]]
        if self._wire_is_judged:
            spans = self.judged.spans
            return kinds == self.judged.kinds[spans[position] : spans[position + 1]] and "other" not in kinds
        events = self.on_wire(position)
        return len(kinds) == len(events) and kinds == [event.kind for event in events] and "other" not in kinds

    @lazy
    def _recent_on_wire(self) -> dict[int, list[Event]]:
        return {}

    @lazy
    def _wire_unread(self) -> tuple[Reader, Sequence[Json]]:
        return FORMATS[self.stages.wire.format].read, self.stages.wire.messages

    @lazy
    def _wire_is_judged(self) -> bool:
        return self.judged_column == len(self.stages.columns) - 1

    @lazy
    def tracer(self) -> RouteTracer:
        return RouteTracer(self.stages.columns, self.tracers)

    @lazy
    def examples(self) -> Examples | None:
        """A smaller history with the same kinds of values, if a message is too long to probe all of it."""
        return examples_of(self.stages, self.representatives) if self.is_converted else None

    @lazy
    def judged_by_sources(self) -> dict[tuple[int, ...], list[int]]:
        """The messages of the judged column by the internal messages that they were made of."""
        messages: dict[tuple[int, ...], list[int]] = {}
        for number, sources in enumerate(self.stages.columns[self.judged_column].sources):
            messages.setdefault(tuple(sources), []).append(number)
        return messages

    @lazy
    def reached(self) -> set[int]:
        """The internal messages that contributed to the last column's messages or to its system prompt."""
        return set(chain.from_iterable((*self.stages.wire.sources, *self.stages.wire.system_sources)))

    @lazy
    def system_texts(self) -> list[str]:
        """The texts of the last column's request-level system prompt."""
        wire = self.stages.wire
        blocks = FORMATS[wire.format].read_system(wire.settings)
        return [leaf for _, leaf in leaves(blocks) if isinstance(leaf, str)]

    @lazy
    def positions(self) -> dict[int, list[int]]:
        """Each internal message → all messages of the last column that it contributed to."""
        positions: dict[int, list[int]] = {}
        for position, sources in enumerate(self.stages.wire.sources):
            for index in sources:
                if index in positions:
                    positions[index].append(position)
                else:
                    positions[index] = [position]
        return positions

    @lazy
    def ids(self) -> list[IdRow]:
        """Every tool id of the history with its normalised form; empty if normalisation changes none of them."""
        events = (*self.internal.calls, *self.internal.results)
        return [] if all(is_restored(event.id) for event in events) else id_table(self.internal.events)

    @lazy
    def representatives(self) -> list[int]:
        """One message of each shape, for expensive checks whose result is the same for all messages of a shape.

        Without a conversion only the assistant's messages have a route: to the API's response and back.
        """
        seen: set[tuple[object, ...]] = set()
        chosen: list[int] = []
        chat, converted, start = self.internal, self.is_converted, 0
        for index, (role, message, end) in enumerate(zip(chat.roles, chat.messages, chat.spans[1:], strict=True)):
            if role == "assistant" or converted:
                shape: list[object] = [role, *message] if isinstance(message, dict) else [role]
                for event in chat.events[start:end]:
                    if event.path:  # otherwise the event is the entire message
                        shape.append(0)
                        if isinstance(event.raw, dict):
                            shape += event.raw
                if (signature := tuple(shape)) not in seen:
                    seen.add(signature)
                    chosen.append(index)
                    if len(seen) == _MAX_SHAPES:
                        break
            start = end
        return chosen
