"""The route of a conversation as columns: internal → converted (each hop) → API response → back-converted.

Each hop converts the entire history, because a converter may look at other messages. Responses and their
back-conversion are computed per row on demand, so a long history costs only what is displayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.converters import EDGES, Edge, Route, route, sent_as
from workbench.converters.generation import answer_in, contents_of_response
from workbench.converters.rows import Rows
from workbench.converters.settings import convert_settings
from workbench.converters.thought_fields import with_thoughts_in
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.pointer import Path, item_paths, leaves
from workbench.json.text import Json, JsonObject
from workbench.targets import Target


class Column(Struct, frozen=True):
    """One format of the route: its messages, and the internal messages that each of them came from."""

    kind: Literal["internal", "converted"]
    format: str
    messages: Sequence[Any]
    sources: Sequence[tuple[int, ...]]
    edge: Edge | None = None
    system_sources: Sequence[tuple[int, ...]] = ()
    """The internal messages that each system prompt outside the message list came from."""
    settings: Mapping[str, Any] = {}
    """The request-level settings in this format: system prompt, tools, model."""
    rows: Rows | None = None
    """The output of the edge that converted the previous column."""


Origin = Literal["recorded", "reconstructed", "live", "rehearsed"]


class Response(NamedTuple):
    """The API response of one assistant turn."""

    origin: Origin
    body: Any
    contents: tuple[JsonObject, ...]
    """The contents that generation yields (spec 003): text, calls and usage separately."""
    back: Any
    """The response converted back to one message in the conversation's own format."""
    wire: str
    """The format of the API that returned it, which may differ from the target's."""


class Difference(NamedTuple):
    """A value that the round trip changed, dropped or added."""

    path: Path
    before: Json
    after: Json
    kind: Literal["changed", "missing", "added"]


@dataclass
class Stages:
    conversation: Conversation
    target: Target
    columns: tuple[Column, ...]
    _row_positions: dict[int, dict[int, list[int]]] = field(default_factory=dict, init=False, repr=False)
    """Per column used so far: internal message → the column's messages whose first source it is."""

    @property
    def wire(self) -> Column:
        return self.columns[-1]

    def cells(self, index: int) -> list[list[int]]:
        """Return the messages that row `index` shows per column. A merged message is in the row of its first source."""
        return [self._in_row(index, number) for number in range(len(self.columns))]

    def _in_row(self, index: int, number: int) -> list[int]:
        if number == 0:
            return [index]
        if number not in self._row_positions:
            self._row_positions[number] = _positions_by_row(self.columns[number])
        return self._row_positions[number].get(index, [])

    def response(self, index: int, live: object = None) -> Response | None:
        """Return the API response that internal message `index` came from, or None if it is not a model's turn.

        `live` is the response of a replay; it replaces the recorded or reconstructed one.
        """
        wire = FORMATS[self.wire.format]
        if live is not None:
            return self.build_response("live", live)
        if wire.response_from is None or FORMATS[self.conversation.format].role_of(self._message(index)) != "assistant":
            return None
        if self._is_response_only and len(self.conversation.messages) == 1:
            return self._recorded()
        for position in self._in_row(index, len(self.columns) - 1):
            message = self.wire.messages[position]
            if wire.role_of(message) == "assistant":
                return self.build_response("reconstructed", wire.response_from(message))
        return None

    def recorded_answer(self) -> Response | None:
        """Return the response recorded after the last message, or None if the file has none."""
        return None if self.conversation.response is None or self._is_response_only else self._recorded()

    @property
    def _is_response_only(self) -> bool:
        """Whether the file is a bare response: it contains none of the messages that prompted it."""
        role_of = FORMATS[self.conversation.format].role_of
        prompting_roles = ("system", "user", "tool")
        return self.conversation.response is not None and not any(
            role_of(message) in prompting_roles for message in self.conversation.messages
        )

    def _recorded(self) -> Response:
        """Return the recorded response, read in the format of the API that returned it (it may not be the target's)."""
        body = self.conversation.response
        read = FORMATS[self.conversation.format].messages_of_response
        wire = self.conversation.format if read is not None and read(body) else self.wire.format
        return self.build_response("recorded", body, wire)

    def differences(self, index: int) -> list[Difference]:
        """Return what the round trip changed in message `index`."""
        response = self.response(index)
        return [] if response is None else list(compare(self._message(index), response.back))

    def _message(self, index: int) -> Json:
        return self.conversation.messages[index]

    def build_response(self, origin: Origin, body: object, wire: str | None = None) -> Response:
        """Return a response with its back-conversion. `wire` is the format of the API; the target's by default."""
        wire = wire or self.wire.format
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
    """Return the conversation as loaded and after each hop, independently of any target."""
    return add_columns(conversation, hops, {})


def add_columns(
    conversation: Conversation, hops: Sequence[Edge], known: dict[tuple[Edge, ...], Column]
) -> tuple[Column, ...]:
    """Return the same columns, and reuse those in `known`, where they are stored by the hops that lead to them.

    Missing columns are added to `known`.
    """
    columns = [known.get(()) or first_column(conversation, conversation.messages)]
    known[()] = columns[0]
    for number, edge in enumerate(hops, start=1):
        hops_so_far = tuple(hops[:number])
        if hops_so_far not in known:
            known[hops_so_far] = _next_column(columns[-1], edge)
        columns.append(known[hops_so_far])
    return tuple(columns)


def first_column(conversation: Conversation, messages: Sequence[Json]) -> Column:
    """Return the column of the conversation as loaded. `messages` may carry the events that were read from them."""
    sources = item_paths(len(messages))
    return Column("internal", conversation.format, messages, sources, settings=conversation.settings)


def hops_to(source: str, target: Target, via: tuple[str, ...] | None, sent_by: str) -> Sequence[Edge]:
    """Return the edges from a format to the format that the target's API receives.

    Edges of the program `sent_by` are preferred if it is named; otherwise the target's own, then those of the program
    that usually sends the format, unless the target is itself a program.
    """
    if via is None:
        via = () if source in target.formats else (*FORMATS[source].pipeline, target.formats[0])
    if source == target.wire and not via:
        return ()
    usual_program = () if target.throws else (FORMATS[source].sent_by,)
    programs = (sent_by,) if sent_by else (target.name, *usual_program)
    return _hops(
        source,
        target.wire,
        via,
        programs,
        target.reasoning.refused_fields,
        target.reasoning.accepted_field,
        tuple(EDGES),
    )


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
    """Compute the route once per set of arguments. `edges` is only in the cache key, because edges can be added."""
    stops = tuple(stop for stop in via if stop not in (source, wire))
    hops = sent_as(route(source, wire, stops), *programs)
    return (*hops[:-1], with_thoughts_in(hops[-1], refused, taken)) if hops and refused else hops


def _next_column(column: Column, edge: Edge) -> Column:
    rows = Rows(edge.convert(column.messages, column.settings))
    return Column(
        "converted",
        edge.target,
        rows.messages,
        _all_origins(column, rows.sources),
        edge,
        [*column.system_sources, *(_origins(column, row.sources) for row in rows.system_rows)],
        convert_settings(edge.source, edge.target, column.settings, rows.system_rows),
        rows,
    )


def _all_origins(column: Column, sources: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the internal messages that each message came from. After the first hop, these are its sources, unless a
    message was made of several."""
    if column.edge is None and max(map(len, sources), default=0) <= 1:
        return sources
    known = column.sources
    return [known[own[0]] if len(own) == 1 else _origins(column, own) for own in sources]


def _origins(column: Column, sources: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({index for source in sources for index in column.sources[source]}))


def _positions_by_row(column: Column) -> dict[int, list[int]]:
    positions: dict[int, list[int]] = {}
    for position, sources in enumerate(column.sources):
        if sources:
            positions.setdefault(sources[0], []).append(position)
    return positions


def compare(before: object, after: object) -> list[Difference]:
    """Compare two values leaf by leaf and return what changed, what is missing and what was added."""
    old, new = dict(leaves(before)), dict(leaves(after))
    differences = [
        Difference(path, value, new[path], "changed") if path in new else Difference(path, value, None, "missing")
        for path, value in old.items()
        if path not in new or not _is_same_json(new[path], value)
    ]
    differences.extend(Difference(path, None, value, "added") for path, value in new.items() if path not in old)
    return differences


def _is_same_json(left: object, right: object) -> bool:
    """Whether two leaves are equal in JSON, where `true` is not 1 and 1 is 1.0."""
    return left is right or (left == right and isinstance(left, bool) == isinstance(right, bool))
