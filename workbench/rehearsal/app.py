"""The embedded model as an ASGI app, with real HTTP, server-sent events and the chosen target's own refusals."""

from __future__ import annotations

import asyncio
import time
from typing import Any, NamedTuple

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
from workbench.rehearsal.replies import event_stream, failure_response, json_response, refusal
from workbench.rehearsal.request_log import RequestLog
from workbench.rehearsal.response_body import response_body, served_formats
from workbench.targets import TARGETS, Target

PREFIX = "rehearsal-"


class _Selection(NamedTuple):
    """The target, model and simulated failure that a request selects."""

    model: str
    """The model name in the request, which the answer repeats."""
    judged_model: str
    """The model whose rules apply: in `rehearsal-gemini/gemini-3-pro` it is gemini-3-pro. Empty if none is named."""
    target: Target
    failure: SimulatedFailure


class RehearsalApp:
    def __init__(self, target: str, recordings: Recordings, request_log: RequestLog) -> None:
        self.target, self.recordings, self.request_log = server_of(TARGETS[target]), recordings, request_log
        self._bodies = Bodies()
        self.asgi = Starlette(
            routes=[
                Route("/", self.welcome, methods=["GET"]),
                Route("/v1/models", self.models, methods=["GET"]),
                *(self._route(form) for form in served_formats()),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])],
            exception_handlers={HTTPException: _http_error},
        )

    async def welcome(self, request: Request) -> Response:
        return PlainTextResponse(
            "This is a rehearsal, not a model: it refuses what a provider would refuse and answers everything else.\n"
            f"POST {' or '.join(_path(form) for form in served_formats())}. "
            "GET /v1/models lists the providers that it can act as.\n"
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
        body: Any = parse_or_none(content.decode(errors="replace"))
        selection = self._selection(body, request)
        if isinstance(selection, Refusal):
            return refusal(form, selection)
        number = self.request_log.add(form.name, selection.target.name, body, content).number
        headers = {"x-request-id": f"req_rehearsal_{number}", "x-rehearsal": "no model was called"}
        if simulated := failure_response(form, selection.failure, headers):
            return simulated
        judged = _with_model(body, selection.judged_model) if isinstance(body, dict) else body
        if refused := judge(form.name, judged, selection.target.name):
            return refusal(form, refused, headers)
        answer = answer_to(form.name, body, selection.target, self.recordings)
        headers["x-rehearsal-origin"] = answer.origin
        streaming = form.wire.streaming if form.wire else None
        if streaming is not None and body.get("stream") is True:
            events = streaming.events(answer, StreamRequest(selection.model, body, selection.failure.name))
            chunks = event_stream(list(events), streaming, selection.failure)
            return StreamingResponse(chunks, media_type="text/event-stream", headers=headers)
        await _wait(selection.failure.delay, request)
        answered = response_body(form, answer, selection.model, selection.failure.name)
        return json_response(answered, selection.failure, headers)

    def _selection(self, body: object, request: Request) -> _Selection | Refusal:
        """Read the model's name: `rehearsal-<target>`, `/<model>` and `+<failure>`, the last two optional."""
        model = body.get("model") if isinstance(body, dict) else None
        model = request.path_params.get("model") or model
        name = model if isinstance(model, str) else ""
        without_failure, _, suffix = name.partition("+")
        served, _, judged_model = without_failure.partition("/")
        target = self.target
        if served.startswith(PREFIX):
            if served[len(PREFIX) :] not in TARGETS:
                words = f"The model `{served}` does not exist or you do not have access to it."
                return Refusal(404, words, code="model_not_found")
            target = server_of(TARGETS[served[len(PREFIX) :]])
        try:
            failure = read_failure(request.headers.get(HEADER) or suffix)
        except UnknownFailureError as error:
            return Refusal(400, str(error), param="model")
        judged_model = judged_model if served.startswith(PREFIX) else name
        return _Selection(name or f"{PREFIX}{target.name}", judged_model, target, failure)


def _with_model(body: dict[str, Json], model: str) -> dict[str, Json]:
    """Return the request with this model, or without any if it is empty."""
    rest = {key: value for key, value in body.items() if key != "model"}
    return {"model": model, **rest} if model else rest


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = f"Invalid URL ({request.method} {request.url.path})" if status == 404 else str(error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return refusal(FORMATS[COMMON_WIRE], Refusal(status, words), headers)


def _path(form: Format) -> str:
    return f"/v1{form.wire.path}" if form.wire else ""


async def _wait(seconds: float, request: Request) -> None:
    """Wait for so many seconds, or until the client disconnects."""
    end = time.monotonic() + seconds
    while (remaining := end - time.monotonic()) > 0 and not await request.is_disconnected():
        await asyncio.sleep(min(remaining, 0.05))
