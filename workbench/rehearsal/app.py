"""The embedded model as an ASGI app: real HTTP and SSE, and refusals as the chosen target writes them."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from workbench.json.text import Json, parse_or_none
from workbench.rehearsal import chat, responses
from workbench.rehearsal.answer import Answer, answer_to
from workbench.rehearsal.failures import HEADER, SimulatedFailure, UnknownFailureError, read_failure
from workbench.rehearsal.judge import Refused, judge
from workbench.rehearsal.library_targets import server_of
from workbench.rehearsal.native import native_response
from workbench.rehearsal.recordings import Recordings
from workbench.rehearsal.replies import instead_of_an_answer, refusal, sent_events, whole
from workbench.rehearsal.request_log import KeptRequests
from workbench.targets import TARGETS, Target

PREFIX = "rehearsal-"
_LARGEST = 64 * 1024 * 1024


class _Played(NamedTuple):
    """Whom the request asked the model to play, and how."""

    model: str
    """As it was asked for."""
    plays: str
    """The model whose rules hold: `rehearsal-gemini/gemini-3-pro` plays gemini-3-pro."""
    target: Target
    fault: SimulatedFailure


class RehearsalApp:
    def __init__(self, target: str, recordings: Recordings, kept: KeptRequests) -> None:
        self.target, self.recordings, self.kept = server_of(TARGETS[target]), recordings, kept
        self.asgi = Starlette(
            routes=[
                Route("/", self.front, methods=["GET"]),
                Route("/v1/models", self.models, methods=["GET"]),
                Route("/v1/models/{model:path}:generateContent", self.gemini, methods=["POST"]),
                Route("/v1/chat/completions", self.chat, methods=["POST"]),
                Route("/v1/responses", self.responses, methods=["POST"]),
                Route("/v1/messages", self.messages, methods=["POST"]),
                Route("/v1/model/{model:path}/converse", self.converse, methods=["POST"]),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])],
            exception_handlers={HTTPException: _http_error},
        )

    async def front(self, request: Request) -> Response:
        return PlainTextResponse(
            "This is a rehearsal, not a model: it refuses what a provider would refuse and answers the rest.\n"
            "POST /v1/chat/completions or /v1/responses; GET /v1/models lists whom it can play.\n"
        )

    async def models(self, request: Request) -> Response:
        names = [f"{PREFIX}{name}" for name in TARGETS]
        data = [{"id": name, "object": "model", "created": chat.CREATED, "owned_by": "rehearsal"} for name in names]
        return JSONResponse({"object": "list", "data": data})

    async def chat(self, request: Request) -> Response:
        return await self._respond("openai-chat", request)

    async def responses(self, request: Request) -> Response:
        return await self._respond("openai-responses", request)

    async def messages(self, request: Request) -> Response:
        return await self._respond("anthropic", request)

    async def converse(self, request: Request) -> Response:
        return await self._respond("bedrock-converse", request)

    async def gemini(self, request: Request) -> Response:
        return await self._respond("gemini", request)

    async def _respond(self, wire: str, request: Request) -> Response:
        content = await _content(request)
        body: Json = parse_or_none(content.decode(errors="replace"))
        played = self._played(body, request)
        if isinstance(played, Refused):
            return refusal(wire, played)
        number = self.kept.add(wire, played.target.name, body, content).number
        headers = {"x-request-id": f"req_rehearsal_{number}", "x-rehearsal": "no model was asked"}
        if trouble := instead_of_an_answer(played.fault, headers):
            return trouble
        judged = {**body, "model": played.plays} if isinstance(body, dict) else body
        if refused := judge(wire, judged, played.target.name):
            return refusal(wire, refused, headers)
        answer = answer_to(wire, body, played.target, self.recordings)
        headers["x-rehearsal-origin"] = answer.origin
        if wire in ("openai-chat", "openai-responses") and body.get("stream") is True:
            pieces = sent_events(_stream_events(wire, answer, body, played), wire, played.fault)
            return StreamingResponse(pieces, media_type="text/event-stream", headers=headers)
        await _wait(played.fault.delay, request)
        return whole(_body(wire, answer, played), played.fault, headers)

    def _played(self, body: Json, request: Request) -> _Played | Refused:
        model = body.get("model") if isinstance(body, dict) else None
        model = request.path_params.get("model") or model
        name = model if isinstance(model, str) else ""
        asked, _, suffix = name.partition("+")
        wanted, _, plays = asked.partition("/")
        target = self.target
        if wanted.startswith(PREFIX):
            if wanted[len(PREFIX) :] not in TARGETS:
                words = f"The model `{wanted}` does not exist or you do not have access to it."
                return Refused(404, words, code="model_not_found")
            target = server_of(TARGETS[wanted[len(PREFIX) :]])
        try:
            fault = read_failure(request.headers.get(HEADER) or suffix)
        except UnknownFailureError as unknown:
            return Refused(400, str(unknown), param="model")
        plays = plays if wanted.startswith(PREFIX) else name
        return _Played(name or f"{PREFIX}{target.name}", plays, target, fault)


async def _content(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > _LARGEST:
            raise HTTPException(413, "Request body is too large.")
        parts.append(part)
    return b"".join(parts)


async def _http_error(request: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    words = f"Invalid URL ({request.method} {request.url.path})" if status == 404 else str(fault)
    return refusal("openai-chat", Refused(status, words))


def _body(wire: str, answer: Answer, played: _Played) -> Json:
    if wire == "openai-chat":
        return chat.completion(answer, played.model, wrong_ids=played.fault.name == "wrong-ids")
    if wire == "openai-responses":
        return responses.response(answer, played.model)
    return native_response(wire, answer, played.model)


async def _wait(seconds: float, request: Request) -> None:
    """As long as somebody waits for the answer."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not await request.is_disconnected():
        await asyncio.sleep(min(left, 0.05))


def _stream_events(wire: str, answer: Answer, body: dict[str, Json], played: _Played) -> list[Json]:
    if wire == "openai-responses":
        return list(responses.events(answer, played.model))
    options = body.get("stream_options")
    with_usage = isinstance(options, dict) and options.get("include_usage") is True
    return list(chat.chunks(answer, played.model, with_usage, played.fault.name))
