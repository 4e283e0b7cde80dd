"""One request → the contents it yields: spec 003 for a whole response, and for a stream the same in the same order.

A stream yields a content per non-empty piece of text, then all tool calls in one content, then usage, always last. A
stream that breaks yields nothing more after the break; what had arrived stays in `Reply.body`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import httpx2
from openai import APIStatusError, AsyncStream

from workbench.converters.generation import contents_of_response, merged
from workbench.formats.wire import Assembly
from workbench.json.text import Json, parse_or_none
from workbench.replays.connection import Connection
from workbench.replays.failures import EXPECTED, cut_stream, failure, told_failure, unusable
from workbench.replays.request import WireRequest
from workbench.replays.spoken_format import wire_of

_LONGEST_TEXT = 20_000
Emit = Callable[[str, Json], None]
"""(kind, value): `chunk` for an event of the stream as it came, `content` for an IContent."""


@dataclass
class Reply:
    """What came, also if it broke off or was stopped."""

    wire: str
    whole: Json = None
    assembly: Assembly | None = None
    contents: list[Json] = field(default_factory=list)
    complete: bool = False

    @property
    def body(self) -> Json:
        if self.whole is not None or self.assembly is None:
            return self.whole
        return self.assembly.body()


async def generate(connection: Connection, request: WireRequest, reply: Reply, emit: Emit) -> None:
    """Fill the reply. Raises `ProviderError` for whatever goes wrong on the other side."""
    begun, connection.attempts = False, 0
    try:
        if request.streamed:
            stream = await connection.stream(request.path, request.body)
            begun = True
            async with stream:
                await _read_stream(stream, connection, request, reply, emit)
        else:
            response = await connection.whole(request.path, request.body)
            _read_whole(response, connection, reply)
        problem = None
    except EXPECTED as fault:
        if isinstance(fault, APIStatusError):
            reply.whole = _as_received(fault.response.text)
        problem = failure(fault, connection.endpoint, connection.attempts, begun)
    if problem is not None:
        raise problem  # outside of the handler, so that it does not carry the original with its request and key
    _finish(reply, emit)


def _read_whole(response: httpx2.Response, connection: Connection, reply: Reply) -> None:
    body = reply.whole = _as_received(response.text)
    if not isinstance(body, dict):
        raise unusable(response, response.text, connection.endpoint)
    if body.get("error"):  # a gateway that answers 200 and tells the refusal inside
        raise told_failure(body["error"], connection.endpoint)
    reply.complete = True


def _as_received(text: str) -> Json:
    """The body as JSON; as much of its text as a person would read, where it is none."""
    body = parse_or_none(text)
    return text[:_LONGEST_TEXT] if body is None else body


async def _read_stream(
    stream: AsyncStream[object], connection: Connection, request: WireRequest, reply: Reply, emit: Emit
) -> None:
    response = stream.response
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("text/event-stream", "application/x-ndjson", ""):
        await response.aread()  # a server that does not stream answers whole, or with its web page
        _read_whole(response, connection, reply)
        return
    streaming = wire_of(request.format).streaming
    assert streaming is not None
    assembly = reply.assembly = streaming.assembly()
    anything = False
    async for event in stream:
        anything = True
        emit("chunk", event)
        for piece in assembly.add(event):
            content = {"speaker": "ai", "blocks": [{"type": "text", "text": piece}]}
            reply.contents.append(content)
            emit("content", content)
    if assembly.failed is not None:
        raise told_failure(assembly.failed, connection.endpoint)
    if not anything:
        raise unusable(response, "", connection.endpoint)
    if not assembly.finished:
        raise cut_stream(connection.endpoint, "it ended before the model had finished.")
    reply.complete = True


def _finish(reply: Reply, emit: Emit) -> None:
    streamed = bool(reply.contents)
    for content in contents_of(reply.wire, reply.body, without_text=streamed):
        reply.contents.append(content)
        emit("content", content)


def contents_of(wire: str, body: object, without_text: bool = False) -> list[Json]:
    """A response as generation yields it: text and thoughts, all calls in one content, usage (spec 003, 035-046)."""
    whole = merged(contents_of_response(wire, body))
    blocks = whole["blocks"]
    calls = [block for block in blocks if _kind(block) == "tool_call"]
    others = [block for block in blocks if _kind(block) != "tool_call"]
    contents: list[Json] = [
        {"speaker": "ai", "blocks": [block]} for block in others if not (without_text and _kind(block) == "text")
    ]
    if calls:
        contents.append({"speaker": "ai", "blocks": calls})
    metadata = {"usage": {"inputTokens": 0, "outputTokens": 0}, **whole.get("metadata", {})}
    return [*contents, {"speaker": "ai", "blocks": [], "metadata": metadata}]


def _kind(block: object) -> Json:
    return block.get("type") if isinstance(block, dict) else None
