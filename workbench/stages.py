"""The route of a conversation as columns: internal → converted (each hop) → API response → back-converted.

The hops are converted whole, because a converter may look at other messages. Responses and the way back are made
per row when they are asked for, so that a long history costs what is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from msgspec import Struct

from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.converters import EDGES, Edge, Route, route, sent_as
from workbench.converters.generation import answer_in, contents_of_response
from workbench.converters.rows import Rows
from workbench.converters.settings import convert_settings
from workbench.converters.thought_fields import with_thoughts_in
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.pointer import Path, leaves
from workbench.json.text import Json
from workbench.targets import Target


class Column(Struct, frozen=True):
    """One format of the route: its messages, and of which internal messages each was made."""

    kind: Literal["internal", "converted"]
    format: str
    messages: Sequence[Json]
    sources: Sequence[tuple[int, ...]]
    edge: Edge | None = None
    beside: Sequence[tuple[int, ...]] = ()
    """Of which internal messages the things beside the messages (a system prompt) were made."""
    settings: Mapping[str, Json] = {}
    """What is beside the messages in this format: system prompt, tools, model."""
    rows: Rows | None = None
    """What the edge made of the column before, as it made it."""


Origin = Literal["recorded", "reconstructed", "live", "rehearsed"]


class Response(NamedTuple):
    """The API response of one assistant turn."""

    origin: Origin
    body: Json
    contents: tuple[Json, ...]
    """As generation yields it (spec 003): text, calls and usage apart."""
    back: Json
    """The same as one message in the conversation's own format."""
    wire: str
    """The format of the API that gave it, which need not be the target's."""


class Difference(NamedTuple):
    """A value that is not the same after the round trip."""

    path: Path
    before: Json
    after: Json
    kind: Literal["changed", "missing", "added"]


@dataclass
class Stages:
    conversation: Conversation
    target: Target
    columns: tuple[Column, ...]
    _placed: dict[int, dict[int, list[int]]] = field(default_factory=dict, init=False, repr=False)
    """Of the columns that were asked for: internal message → the column's messages that begin with it."""

    @property
    def wire(self) -> Column:
        return self.columns[-1]

    def cells(self, index: int) -> list[list[int]]:
        """Per column, the messages that row `index` shows. A merged message is in the row of its first source."""
        return [self._in_row(index, number) for number in range(len(self.columns))]

    def _in_row(self, index: int, number: int) -> list[int]:
        if number == 0:
            return [index]
        if number not in self._placed:
            self._placed[number] = _placed(self.columns[number])
        return self._placed[number].get(index, [])

    def response(self, index: int, live: object = None) -> Response | None:
        """The API response that internal message `index` once was, with the way back; None if it was none."""
        wire = FORMATS[self.wire.format]
        if live is not None:
            return self.answered("live", live)
        if wire.response_from is None or FORMATS[self.conversation.format].role_of(self._message(index)) != "assistant":
            return None
        if self._is_answer_alone and len(self.conversation.messages) == 1:
            return self._recorded()
        for position in self._in_row(index, len(self.columns) - 1):
            message = self.wire.messages[position]
            if wire.role_of(message) == "assistant":
                return self.answered("reconstructed", wire.response_from(message))
        return None

    def recorded_answer(self) -> Response | None:
        """The response that was recorded after the last message, if the file has one."""
        return None if self.conversation.response is None or self._is_answer_alone else self._recorded()

    @property
    def _is_answer_alone(self) -> bool:
        """Whether the file is a response and its messages are those in it, none of them asking for it."""
        role_of = FORMATS[self.conversation.format].role_of
        asking = ("system", "user", "tool")
        return self.conversation.response is not None and not any(
            role_of(message) in asking for message in self.conversation.messages
        )

    def _recorded(self) -> Response:
        """It is in the words of the API that gave it, which need not be the target's."""
        body = self.conversation.response
        read = FORMATS[self.conversation.format].messages_of_response
        given_by = self.conversation.format if read is not None and read(body) else self.wire.format
        return self.answered("recorded", body, given_by)

    def differences(self, index: int) -> list[Difference]:
        """What the round trip changed in message `index`."""
        response = self.response(index)
        return [] if response is None else list(compare(self._message(index), response.back))

    def _message(self, index: int) -> Json:
        return self.conversation.messages[index]

    def answered(self, origin: Origin, body: object, given_by: str | None = None) -> Response:
        """A response with its way back. `given_by` is the format of the API, where it is not the target's own."""
        wire = given_by or self.wire.format
        in_passing = self.conversation.format != OWN_FORMAT
        contents = contents_of_response(wire, body, in_passing)
        settings = {"dialect": self.conversation.dialect} if self.conversation.dialect else {}
        back = answer_in(self.conversation.format, wire, body, settings)
        return Response(origin, body, tuple(contents), back[0] if len(back) == 1 else back, wire)


def stages(conversation: Conversation, target: Target, via: tuple[str, ...] | None = None) -> Stages:
    """Convert the conversation hop by hop up to the format that the target's API sees."""
    columns = columns_along(conversation, hops_to(conversation.format, target, via, conversation.sent_by))
    return Stages(conversation, target, columns)


@collector_paused()
def columns_along(conversation: Conversation, hops: Sequence[Edge]) -> tuple[Column, ...]:
    """The conversation as given and after each hop, whoever is to receive it."""
    return add_columns(conversation, hops, {})


def add_columns(
    conversation: Conversation, hops: Sequence[Edge], known: dict[tuple[Edge, ...], Column]
) -> tuple[Column, ...]:
    """The same. `known` holds the columns of this conversation by the hops that lead there; those that were not yet are
    added."""
    columns = [known.get(()) or first_column(conversation, conversation.messages)]
    known[()] = columns[0]
    for number, edge in enumerate(hops, start=1):
        way = tuple(hops[:number])
        if way not in known:
            known[way] = _next_column(columns[-1], edge)
        columns.append(known[way])
    return tuple(columns)


def first_column(conversation: Conversation, messages: Sequence[Json]) -> Column:
    """The conversation as given; its messages may be given with what was read in them."""
    sources = [(index,) for index in range(len(messages))]
    return Column("internal", conversation.format, messages, sources, settings=conversation.settings)


def hops_to(source: str, target: Target, via: tuple[str, ...] | None = None, sent_by: str = "") -> Sequence[Edge]:
    """The edges from a format to what the target's API sees.

    They are those of the program that is named, else the target's own, else those of the program that sends the format,
    unless the target is a program itself.
    """
    if via is None:
        via = () if source in target.formats else (*FORMATS[source].pipeline, target.formats[0])
    if source == target.wire and not via:
        return ()
    own = () if target.throws else (FORMATS[source].sent_by,)
    programs = (sent_by,) if sent_by else (target.name, *own)
    return _hops(source, target.wire, via, programs, target.reasoning.refused, target.reasoning.taken, tuple(EDGES))


@cache
def _hops(
    source: str,
    wire: str,
    via: tuple[str, ...],
    programs: tuple[str, ...],
    refused: frozenset[str],
    taken: str | None,
    edges: Route,
) -> Route:
    """What follows from these alone; `edges` are all that there are, because there may be more later."""
    stops = tuple(stop for stop in via if stop not in (source, wire))
    hops = sent_as(route(source, wire, stops), *programs)
    return (*hops[:-1], with_thoughts_in(hops[-1], refused, taken)) if hops and refused else hops


def _next_column(column: Column, edge: Edge) -> Column:
    rows, origins = Rows(edge.convert(column.messages, column.settings)), column.sources
    return Column(
        "converted",
        edge.target,
        rows.messages,
        [origins[made_of[0]] if len(made_of) == 1 else _origins(column, made_of) for made_of in rows.sources],
        edge,
        [*column.beside, *(_origins(column, row.sources) for row in rows.beside)],
        convert_settings(edge.source, edge.target, column.settings, rows.beside),
        rows,
    )


def _origins(column: Column, sources: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({index for source in sources for index in column.sources[source]}))


def _placed(column: Column) -> dict[int, list[int]]:
    placed: dict[int, list[int]] = {}
    for position, sources in enumerate(column.sources):
        if sources:
            placed.setdefault(sources[0], []).append(position)
    return placed


def compare(before: object, after: object) -> list[Difference]:
    """Leaf by leaf: what changed, what is missing and what was added."""
    old, new = dict(leaves(before)), dict(leaves(after))
    differences = [
        Difference(path, value, new[path], "changed") if path in new else Difference(path, value, None, "missing")
        for path, value in old.items()
        if path not in new or not _same(new[path], value)
    ]
    differences.extend(Difference(path, None, value, "added") for path, value in new.items() if path not in old)
    return differences


def _same(one: object, other: object) -> bool:
    """As JSON has it: a flag is no number, and 1 is 1.0."""
    return one is other or (one == other and isinstance(one, bool) == isinstance(other, bool))
