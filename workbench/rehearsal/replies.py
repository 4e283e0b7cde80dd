"""HTTP responses for answers, refusals and simulated failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from email.utils import formatdate
from typing import Any

from starlette.responses import Response, StreamingResponse

from workbench.formats import Format
from workbench.formats.wire import Refusal, Streaming
from workbench.json.text import compact
from workbench.rehearsal.failures import SimulatedFailure


class PlannedCut(Exception):
    """Raised to close a connection in the middle of an answer: the server offers no other way."""


def refusal(form: Format, refused: Refusal, headers: dict[str, str] | None = None) -> Response:
    assert form.wire is not None
    return _json(form.wire.refusal(refused), refused.status, headers)


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(compact(value), status, headers, "application/json")


def failure_response(form: Format, failure: SimulatedFailure, headers: dict[str, str]) -> Response | None:
    """Return the response of a failure that replaces the answer, or None if the failure only alters the answer."""
    if failure.name in ("rate-limit", "rate-limit-date"):
        seconds = 7 if failure.amount is None else failure.amount
        retry_after = f"{seconds:g}" if failure.name == "rate-limit" else formatdate(time.time() + seconds, usegmt=True)
        words = "Rate limit reached for this rehearsal. Please try again later."
        refused = Refusal(429, words, "requests", None, "rate_limit_exceeded")
        return refusal(form, refused, {**headers, "retry-after": retry_after})
    if failure.name == "server-error":
        words = "The server had an error while processing your request. Sorry about that!"
        return refusal(form, Refusal(500, words, "server_error"), headers)
    if failure.name == "unauthorised":
        return refusal(form, Refusal(401, "Incorrect API key provided.", code="invalid_api_key"), headers)
    if failure.name == "html":
        page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>"
        return Response(page, 200, headers, "text/html")
    if failure.name == "empty":
        return Response(b"", 200, headers, "application/json")
    return None


def json_response(body: object, failure: SimulatedFailure, headers: dict[str, str]) -> Response:
    text = compact(body)
    if failure.name == "malformed-json":
        return Response(text[: len(text) // 2], 200, headers, "application/json")
    if failure.name in ("cut-stream", "error-in-stream"):
        return StreamingResponse(_half(text), 200, headers, "application/json")
    return Response(text, 200, headers, "application/json")


async def _half(text: str) -> AsyncIterator[str]:
    yield text[: len(text) // 2]
    raise PlannedCut


async def event_stream(events: list[Any], streaming: Streaming, failure: SimulatedFailure) -> AsyncIterator[str]:
    """Yield server-sent events. A simulated failure comes in the middle, when the client has received something."""
    middle = max(1, len(events) // 2)
    for number, event in enumerate(events):
        await asyncio.sleep(failure.delay)
        if number == middle and failure.name in ("cut-stream", "malformed-json", "error-in-stream"):
            if failure.name == "malformed-json":
                yield f"data: {compact(event)[: len(compact(event)) // 2]}\n\n"
            if failure.name == "error-in-stream":
                error = {"message": "The server is overloaded.", "type": "server_error", "param": None, "code": None}
                yield f"data: {compact({'error': error})}\n\n"
                return
            raise PlannedCut
        name = f"event: {event['type']}\n" if streaming.named else ""
        yield f"{name}data: {compact(event)}\n\n"
    if streaming.end:
        yield f"data: {streaming.end}\n\n"
