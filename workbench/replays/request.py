"""Conversation → the request that is sent: the last column of its stages, cut where the user says.

Temperature and a limit of tokens are sent only when given, tools only when there are some, and a content that only
reports usage is never sent as a message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from workbench.conversation import Conversation
from workbench.formats import FORMATS, Format
from workbench.formats.contract import Tool
from workbench.formats.wire import Wire
from workbench.json.text import Json
from workbench.replays.endpoint import Endpoint
from workbench.replays.spoken_format import max_tokens_key, spoken_format, wire_of
from workbench.stages import Column, Stages, stages
from workbench.targets import Target, target_for


@dataclass(frozen=True)
class Options:
    """What the user sets for a replay beside the endpoint."""

    up_to: int | None = None
    stream: bool = True
    temperature: float | None = None
    max_tokens: int | None = None
    body: Mapping[str, Json] | None = None
    """An edited request: sent as it is, in place of the one that the conversation makes."""


@dataclass(frozen=True)
class WireRequest:
    format: Format
    path: str
    body: dict[str, Json]
    conversation: Conversation
    """As far as it is sent."""
    target: Target

    @property
    def messages(self) -> list[Json]:
        messages: list[Json] = self.body[self.format.list_key]
        return messages

    @property
    def streamed(self) -> bool:
        return self.body.get("stream") is True

    def continued(self, more: Sequence[Json]) -> WireRequest:
        """The next request of the same run: what was said since is added."""
        return replace(self, body={**self.body, self.format.list_key: [*self.messages, *more]})


def cut(conversation: Conversation, up_to: int | None) -> Conversation:
    """The first `up_to` messages, with pointers into the same file."""
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
    """The conversation in the format that the endpoint is spoken to in."""
    return wire_stages(conversation, endpoint, target).wire


def wire_stages(conversation: Conversation, endpoint: Endpoint, target: Target) -> Stages:
    wire = spoken_format(endpoint, target).name
    if target.wire != wire:
        target = replace(target, formats=(wire,), wire=wire)
    return stages(conversation, target)


def build_request(conversation: Conversation, endpoint: Endpoint, options: Options) -> WireRequest:
    target = target_for(endpoint.target, conversation.format)
    form = spoken_format(endpoint, target)
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
    return WireRequest(form, wire.path_of(endpoint.model), body, sent, target)


def _with_sampling(body: dict[str, Json], options: Options, form: Format, endpoint: Endpoint) -> dict[str, Json]:
    """Temperature and the limit of tokens as given, in place of those that were recorded."""
    wire = wire_of(form)
    given = {"temperature": options.temperature, max_tokens_key(form, endpoint): options.max_tokens}
    recorded = body.get(wire.sampling_key) if wire.sampling_key else body
    kept = dict(recorded) if isinstance(recorded, dict) else {}
    if options.max_tokens is not None:
        kept.pop(wire.max_tokens, None)
    sampling = kept | {key: value for key, value in given.items() if value is not None}
    if wire.sampling_key is None:
        return sampling
    return {**body, wire.sampling_key: sampling} if sampling else body


def _messages(conversation: Conversation, column: Column) -> list[Json]:
    """Less those made only of messages that report usage and say nothing."""
    is_report = FORMATS[conversation.format].is_report
    silent = {index for index, message in enumerate(conversation.messages) if is_report(message)}
    if not silent:
        return list(column.messages)
    rows = zip(column.messages, column.sources, strict=True)
    return [message for message, sources in rows if not sources or not silent.issuperset(sources)]


def _with_tools(conversation: Conversation, column: Column, target: Target) -> Mapping[str, Json]:
    """The settings of the wire. A format in between that has no place for tools does not make them disappear.

    Some providers refuse calls without their tools. A bare history has no definitions, so the tools it calls are
    offered.
    """
    wire = FORMATS[column.format]
    offered = FORMATS[conversation.format].read_tools(conversation.settings)
    needed = column.format == target.wire and "tool-config-missing" in target.rules
    if needed and not column.settings.keys() - {"system"}:
        offered = offered or _called(column)
    if not offered or wire.read_tools(column.settings):
        return column.settings
    return {**column.settings, **wire.write_tools(offered)}


def _called(column: Column) -> list[Tool]:
    events = (event for message in column.messages for event in FORMATS[column.format].read(message, 0))
    names = dict.fromkeys(event.name for event in events if event.kind == "call" and isinstance(event.name, str))
    return [Tool(name, name, {"type": "object"}) for name in names]


def _settings(settings: Mapping[str, Json], wire: Wire) -> dict[str, Json]:
    kept = {key: value for key, value in settings.items() if key in wire.settings and value is not None}
    if not kept.get(wire.tool_settings[0]):
        return {key: value for key, value in kept.items() if key not in wire.tool_settings}
    return kept
