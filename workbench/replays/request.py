"""Build the request for a conversation: the last column of its stages, up to the message the user chose.

Temperature and token limit are sent only if given, tools only if there are any. A content that only reports usage is
never sent as a message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from workbench.conversation import Conversation
from workbench.formats import FORMATS, Format
from workbench.formats.contract import Tool
from workbench.formats.wire import Wire
from workbench.json.text import Json, JsonObject
from workbench.replays.endpoint import Endpoint
from workbench.replays.wire_format import max_tokens_key, target_at, wire_format, wire_of
from workbench.stages import Column, Stages, stages
from workbench.targets import Target


@dataclass(frozen=True)
class Options:
    """The user's settings for a request, apart from the endpoint."""

    up_to: int | None = None
    """Send only the first `up_to` messages; None sends them all."""
    stream: bool = True
    temperature: float | None = None
    max_tokens: int | None = None
    body: Mapping[str, Json] | None = None
    """An edited request, sent unchanged instead of the one built from the conversation."""


@dataclass(frozen=True)
class WireRequest:
    format: Format
    path: str
    body: JsonObject
    conversation: Conversation
    """The part of the conversation that is sent."""
    target: Target

    @property
    def messages(self) -> list[Json]:
        messages: list[Json] = self.body[self.format.list_key]
        return messages

    @property
    def streamed(self) -> bool:
        return self.body.get("stream") is True

    def continued(self, more: Sequence[Json]) -> WireRequest:
        """Return the next request of the same run, with `more` messages appended."""
        return replace(self, body={**self.body, self.format.list_key: [*self.messages, *more]})


def cut(conversation: Conversation, up_to: int | None) -> Conversation:
    """Return the conversation with only its first `up_to` messages. Pointers into the file stay valid."""
    if up_to is None:
        return conversation
    count = len(conversation.messages)
    if not 0 < up_to <= count:
        raise ValueError(
            f"up_to is {up_to}, but the conversation has {count} messages: give a number from 1 to {count}"
        )
    places = conversation.places[:up_to] if conversation.places is not None else None
    return structs.replace(conversation, messages=conversation.messages[:up_to], places=places, response=None)


def wire_column(conversation: Conversation, endpoint: Endpoint, target: Target) -> Column:
    """Return the conversation in the format that the endpoint receives."""
    return wire_stages(conversation, endpoint, target).wire


def wire_stages(conversation: Conversation, endpoint: Endpoint, target: Target) -> Stages:
    wire = wire_format(endpoint, target).name
    if target.wire != wire:
        target = replace(target, formats=(wire,), wire=wire)
    return stages(conversation, target)


def build_request(conversation: Conversation, endpoint: Endpoint, options: Options) -> WireRequest:
    target = target_at(endpoint, conversation.format)
    form = wire_format(endpoint, target)
    wire = wire_of(form)
    sent = cut(conversation, options.up_to)
    if options.body is not None:
        model = options.body.get("model") or endpoint.model
        return WireRequest(form, wire.path_of(str(model)), dict(options.body), sent, target)
    column = wire_column(sent, endpoint, target)
    body: dict[str, Json] = {"model": endpoint.model, form.list_key: _messages(sent, column)}
    body |= _settings(_with_tools(sent, column, target), wire)
    body = _with_sampling(body, options, form, endpoint)
    if options.stream and wire.streaming is not None:
        body["stream"] = True
        if endpoint.stream_usage:
            body |= wire.streaming.usage_option
    body |= _required_flags(target, column.settings)
    return WireRequest(form, wire.path_of(endpoint.model), body, sent, target)


def _required_flags(target: Target, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return the flags that the target accepts in one form only, unless the history is a request with its own."""
    required = target.request.settings.required
    flags: dict[str, Json] = {name: value for name, value in required.items() if isinstance(value, bool)}
    return flags if flags.keys().isdisjoint(settings) else {}


def _with_sampling(body: dict[str, Json], options: Options, form: Format, endpoint: Endpoint) -> dict[str, Json]:
    """Return the body with the user's temperature and token limit in place of the recorded ones."""
    wire = wire_of(form)
    requested = {"temperature": options.temperature, max_tokens_key(form, endpoint): options.max_tokens}
    recorded = body.get(wire.sampling_key) if wire.sampling_key else body
    sampling = dict(recorded) if isinstance(recorded, dict) else {}
    if options.max_tokens is not None:
        sampling.pop(wire.max_tokens, None)
    sampling |= {key: value for key, value in requested.items() if value is not None}
    if wire.sampling_key is None:
        return sampling
    return {**body, wire.sampling_key: sampling} if sampling else body


def _messages(conversation: Conversation, column: Column) -> list[Json]:
    """Return the column's messages, without those converted only from messages that just report usage."""
    is_report = FORMATS[conversation.format].is_report
    reports = {index for index, message in enumerate(conversation.messages) if is_report(message)}
    if not reports:
        return list(column.messages)
    rows = zip(column.messages, column.sources, strict=True)
    return [message for message, sources in rows if not sources or not reports.issuperset(sources)]


def _with_tools(conversation: Conversation, column: Column, target: Target) -> Mapping[str, Json]:
    """Return the column's settings with the conversation's tools, even if a format on the route cannot carry tools.

    Some providers refuse calls to undefined tools. A bare history has no definitions, so every tool it calls gets one.
    """
    wire = FORMATS[column.format]
    tools = FORMATS[conversation.format].read_tools(conversation.settings)
    requires_tools = column.format == target.wire and "tool-config-missing" in target.rules
    if requires_tools and not column.settings.keys() - {"system"}:
        tools = tools or _called_tools(column)
    if not tools or wire.read_tools(column.settings):
        return column.settings
    return {**column.settings, **wire.write_tools(tools)}


def _called_tools(column: Column) -> list[Tool]:
    events = (event for message in column.messages for event in FORMATS[column.format].read(message, 0))
    named = (event.name for event in events if event.kind == "call" and isinstance(event.name, str))
    names = dict.fromkeys(name for name in named if name)
    return [Tool(name, name, {"type": "object"}) for name in names]


def _settings(settings: Mapping[str, Json], wire: Wire) -> dict[str, Json]:
    """Return the settings that the wire format knows; settings about tools only if there are tools."""
    known = {key: value for key, value in settings.items() if key in wire.settings and value is not None}
    if not known.get(wire.tool_settings[0]):
        return {key: value for key, value in known.items() if key not in wire.tool_settings}
    return known
