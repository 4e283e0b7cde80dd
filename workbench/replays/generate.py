"""Send one request and yield its contents in the order of spec 003, streamed or whole.

A stream yields one content per non-empty piece of text, then one content with all tool calls, then the usage. A stream
that breaks yields nothing after the break; `Reply.body` contains everything received before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
from openai import APIStatusError, AsyncStream

from workbench.converters.generation import contents_of_response, merged
from workbench.formats.wire import Assembly
from workbench.json.text import Json, JsonObject, parse_or_none
from workbench.replays.connection import Connection
from workbench.replays.failures import (
    EXPECTED_EXCEPTIONS,
    cut_stream_error,
    provider_error,
    reported_error,
    unusable_body_error,
)
from workbench.replays.record import MomentKind
from workbench.replays.request import WireRequest
from workbench.replays.wire_format import wire_of

_MAX_TEXT = 20_000
Emit = Callable[[MomentKind, Json], None]
"""Receives kind and value: `chunk` for an event of the stream as received, `content` for an IContent."""


@dataclass
class Reply:
    """Everything received, also if the answer broke off or was stopped."""

    wire: str
    unstreamed: Json = None
    """The body of a response that is not a stream."""
    assembly: Assembly | None = None
    contents: list[JsonObject] = field(default_factory=list)
    complete: bool = False

    @property
    def body(self) -> Any:
        if self.unstreamed is not None or self.assembly is None:
            return self.unstreamed
        return self.assembly.body()


async def generate(connection: Connection, request: WireRequest, reply: Reply, emit: Emit) -> None:
    """Send the request and fill the reply. Raises `ProviderError` for every failure of provider or network."""
    has_begun, connection.attempts = False, 0
    try:
        if request.streamed:
            stream = await connection.stream(request.path, request.body)
            has_begun = True
            async with stream:
                await _read_stream(stream, connection, request, reply, emit)
        else:
            response = await connection.post(request.path, request.body)
            _read_response(response, connection, reply)
        error = None
    except EXPECTED_EXCEPTIONS as exception:
        if isinstance(exception, APIStatusError):
            reply.unstreamed = _parsed_body(exception.response.text)
        error = provider_error(exception, connection.endpoint, connection.attempts, has_begun)
    if error is not None:
        raise error  # outside the handler: its context would refer to the request, which contains the key
    _finish(reply, emit)


def _read_response(response: httpx2.Response, connection: Connection, reply: Reply) -> None:
    body = reply.unstreamed = _parsed_body(response.text)
    if not isinstance(body, dict):
        raise unusable_body_error(response, response.text, connection.endpoint)
    if body.get("error"):  # some gateways answer 200 and put the refusal into the body
        raise reported_error(body["error"], connection.endpoint)
    reply.complete = True


def _parsed_body(text: str) -> Json:
    """Return the body as JSON, or the beginning of its text if it is not JSON."""
    body = parse_or_none(text)
    return text[:_MAX_TEXT] if body is None else body


async def _read_stream(
    stream: AsyncStream[object], connection: Connection, request: WireRequest, reply: Reply, emit: Emit
) -> None:
    response = stream.response
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("text/event-stream", "application/x-ndjson", ""):
        await response.aread()  # a server that cannot stream sends one JSON response, or a web page
        _read_response(response, connection, reply)
        return
    streaming = wire_of(request.format).streaming
    assert streaming is not None
    assembly = reply.assembly = streaming.assembly()
    has_events = False
    async for event in stream:
        has_events = True
        emit("chunk", event)
        for piece in assembly.add(event):
            content = {"speaker": "ai", "blocks": [{"type": "text", "text": piece}]}
            reply.contents.append(content)
            emit("content", content)
    if assembly.failed is not None:
        raise reported_error(assembly.failed, connection.endpoint)
    if not has_events:
        raise unusable_body_error(response, "", connection.endpoint)
    if not assembly.finished:
        raise cut_stream_error(connection.endpoint, "it ended before the model had finished.")
    reply.complete = True


def _finish(reply: Reply, emit: Emit) -> None:
    streamed = bool(reply.contents)
    for content in contents_of(reply.wire, reply.body, without_text=streamed):
        reply.contents.append(content)
        emit("content", content)


def contents_of(wire: str, body: object, without_text: bool = False) -> list[JsonObject]:
    """Return the contents of a response: text and thoughts, one content with all calls, usage (spec 003, 035-046)."""
    answer: Any = merged(contents_of_response(wire, body))
    blocks = answer["blocks"]
    calls = [block for block in blocks if _kind(block) == "tool_call"]
    others = [block for block in blocks if _kind(block) != "tool_call"]
    contents: list[JsonObject] = [
        {"speaker": "ai", "blocks": [block]} for block in others if not (without_text and _kind(block) == "text")
    ]
    if calls:
        contents.append({"speaker": "ai", "blocks": calls})
    metadata = {"usage": {"inputTokens": 0, "outputTokens": 0}, **answer.get("metadata", {})}
    return [*contents, {"speaker": "ai", "blocks": [], "metadata": metadata}]


def _kind(block: object) -> Json:
    return block.get("type") if isinstance(block, dict) else None
