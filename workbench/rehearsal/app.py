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

from workbench.formats import COMMON_WIRE, FORMATS, Format
from workbench.formats.wire import CREATED, Refusal, StreamRequest
from workbench.json.text import Json, parse_or_none
from workbench.rehearsal.answer import answer_to
from workbench.rehearsal.bodies import Bodies
from workbench.rehearsal.failures import HEADER, SimulatedFailure, UnknownFailureError, read_failure
from workbench.rehearsal.judge import judge
from workbench.rehearsal.library_targets import server_of
from workbench.rehearsal.recordings import Recordings
from workbench.rehearsal.replies import instead_of_an_answer, refusal, sent_events, whole
from workbench.rehearsal.request_log import KeptRequests
from workbench.rehearsal.whole_answer import served_formats, whole_answer
from workbench.targets import TARGETS, Target

PREFIX = "rehearsal-"


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
        self._bodies = Bodies()
        self.asgi = Starlette(
            routes=[
                Route("/", self.front, methods=["GET"]),
                Route("/v1/models", self.models, methods=["GET"]),
                *(self._route(form) for form in served_formats()),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])],
            exception_handlers={HTTPException: _http_error},
        )

    async def front(self, request: Request) -> Response:
        return PlainTextResponse(
            "This is a rehearsal, not a model: it refuses what a provider would refuse and answers the rest.\n"
            f"POST {' or '.join(_path(form) for form in served_formats())}; GET /v1/models lists whom it can play.\n"
        )

    async def models(self, request: Request) -> Response:
        names = [f"{PREFIX}{name}" for name in TARGETS]
        data = [{"id": name, "object": "model", "created": CREATED, "owned_by": "rehearsal"} for name in names]
        return JSONResponse({"object": "list", "data": data})

    def _route(self, form: Format) -> Route:
        async def respond(request: Request) -> Response:
            return await self._respond(form, request)

        return Route(_path(form).replace("{model}", "{model:path}"), respond, methods=["POST"])

    async def _respond(self, form: Format, request: Request) -> Response:
        async with self._bodies.read(request) as content:
            return await self._answer(form, request, content)

    async def _answer(self, form: Format, request: Request, content: bytes) -> Response:
        body: Json = parse_or_none(content.decode(errors="replace"))
        played = self._played(body, request)
        if isinstance(played, Refusal):
            return refusal(form, played)
        number = self.kept.add(form.name, played.target.name, body, content).number
        headers = {"x-request-id": f"req_rehearsal_{number}", "x-rehearsal": "no model was asked"}
        if trouble := instead_of_an_answer(form, played.fault, headers):
            return trouble
        judged = _as_played(body, played.plays) if isinstance(body, dict) else body
        if refused := judge(form.name, judged, played.target.name):
            return refusal(form, refused, headers)
        answer = answer_to(form.name, body, played.target, self.recordings)
        headers["x-rehearsal-origin"] = answer.origin
        streaming = form.wire.streaming if form.wire else None
        if streaming is not None and body.get("stream") is True:
            events = streaming.events(answer, StreamRequest(played.model, body, played.fault.name))
            pieces = sent_events(list(events), streaming, played.fault)
            return StreamingResponse(pieces, media_type="text/event-stream", headers=headers)
        await _wait(played.fault.delay, request)
        return whole(whole_answer(form, answer, played.model, played.fault.name), played.fault, headers)

    def _played(self, body: object, request: Request) -> _Played | Refusal:
        model = body.get("model") if isinstance(body, dict) else None
        model = request.path_params.get("model") or model
        name = model if isinstance(model, str) else ""
        asked, _, suffix = name.partition("+")
        wanted, _, plays = asked.partition("/")
        target = self.target
        if wanted.startswith(PREFIX):
            if wanted[len(PREFIX) :] not in TARGETS:
                words = f"The model `{wanted}` does not exist or you do not have access to it."
                return Refusal(404, words, code="model_not_found")
            target = server_of(TARGETS[wanted[len(PREFIX) :]])
        try:
            fault = read_failure(request.headers.get(HEADER) or suffix)
        except UnknownFailureError as unknown:
            return Refusal(400, str(unknown), param="model")
        plays = plays if wanted.startswith(PREFIX) else name
        return _Played(name or f"{PREFIX}{target.name}", plays, target, fault)


def _as_played(body: dict[str, Json], model: str) -> dict[str, Json]:
    """The request with the model whose rules hold; without one where the history names none."""
    rest = {key: value for key, value in body.items() if key != "model"}
    return {"model": model, **rest} if model else rest


async def _http_error(request: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    words = f"Invalid URL ({request.method} {request.url.path})" if status == 404 else str(fault)
    headers = dict(fault.headers or {}) if isinstance(fault, HTTPException) else {}
    return refusal(FORMATS[COMMON_WIRE], Refusal(status, words), headers)


def _path(form: Format) -> str:
    return f"/v1{form.wire.path}" if form.wire else ""


async def _wait(seconds: float, request: Request) -> None:
    """As long as somebody waits for the answer."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not await request.is_disconnected():
        await asyncio.sleep(min(left, 0.05))
