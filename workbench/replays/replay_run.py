"""Run one replay: send a request, answer its tool calls from the recording, send the next one, and record it all."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import UTC, datetime
from typing import Any

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.converters.generation import merged
from workbench.formats import FORMATS
from workbench.json.text import Json, JsonObject
from workbench.rehearsal.library_targets import is_library, server_of
from workbench.replays import record as endings
from workbench.replays.compare import compare_answers, recorded_turn
from workbench.replays.connection import Connection, connect
from workbench.replays.endpoint import ALLOWED_VARIABLE, Endpoint, is_allowed, is_http
from workbench.replays.errors import NOT_ALLOWED, REFUSED, WRONG_URL, ProviderError
from workbench.replays.generate import Reply, contents_of, generate
from workbench.replays.record import Exchange, Moment, MomentKind, OnEvent, ReplayRecord
from workbench.replays.recorded_tools import Choose, RecordedTools, tool_calls
from workbench.replays.refusal_location import locate_refusal
from workbench.replays.request import Options, WireRequest, build_request, wire_column
from workbench.replays.wire_format import target_at

_POLL_SECONDS = 0.03
_SILENCE_SECONDS = 10


class CallerError(Exception):
    """The caller's `on_event` raised. Wrapping its exception keeps it from being reported as a provider's error."""


class ReplayRun:
    """One replay, from the first request to the record."""

    def __init__(
        self,
        conversation: Conversation,
        endpoint: Endpoint,
        options: Options,
        *,
        tools: bool,
        choose: Choose | None,
        limit: int,
        on_event: OnEvent | None,
    ) -> None:
        self.conversation, self.endpoint, self.options = conversation, endpoint, options
        self.limit, self.on_event, self.hide = limit, on_event, endpoint.secrets.hide_json
        self.target = target_at(endpoint, conversation.format)
        self.request = build_request(conversation, endpoint, options)
        self.tools = self._recorded_tools(choose) if tools else None
        self.start_seconds, self.started = time.monotonic(), datetime.now(UTC)
        self.last_event_seconds, self.silences = self.start_seconds, 1
        self.events: list[Moment] = []
        self.exchanges: list[tuple[WireRequest, Reply]] = []
        self.heads: list[list[Moment]] = []
        self.ending: endings.Ending = endings.ANSWERED
        self.error: ProviderError | None = None
        self.unrecorded: JsonObject | None = None

    def _recorded_tools(self, choose: Choose | None) -> RecordedTools:
        recording = wire_column(self.conversation, self.endpoint, self.target)
        return RecordedTools(self.request.format.name, recording.messages, len(self.request.messages), choose)

    def emit(self, kind: MomentKind, value: object) -> None:
        """Record an event, with secrets masked, and pass it to the caller."""
        if kind != "waiting":
            self.last_event_seconds, self.silences = time.monotonic(), 1
        moment = Moment(round(time.monotonic() - self.start_seconds, 6), kind, self.hide(value))
        self.events.append(moment)
        if kind in ("request", "response") and self.heads:
            self.heads[-1].append(moment)
        if self.on_event:
            try:
                self.on_event(moment)
            except Exception as exception:  # any exception here is the caller's, not the provider's
                raise CallerError from exception

    async def run_until(self, stop: threading.Event) -> None:
        """Run to the end, or until `stop` is set."""
        work = asyncio.create_task(self._work())
        while not work.done() and not stop.is_set():
            await asyncio.wait({work}, timeout=_POLL_SECONDS)
            self._report_silence()
        if not work.done():
            work.cancel()
            await asyncio.wait({work})
        if work.cancelled():
            self.ending = endings.STOPPED
            self.emit("stopped", None)
        exception = None if work.cancelled() else work.exception()
        if isinstance(exception, CallerError) and exception.__cause__ is not None:
            raise exception.__cause__
        if exception is not None:
            raise exception

    def _report_silence(self) -> None:
        """Emit an event every few seconds while the server sends nothing, so that the user sees it is still waiting."""
        quiet_seconds = time.monotonic() - self.last_event_seconds
        if quiet_seconds >= self.silences * _SILENCE_SECONDS:
            self.emit("waiting", self.silences * _SILENCE_SECONDS)
            self.silences += 1

    async def _work(self) -> None:
        try:
            self._check_before_sending()
            async with connect(self.endpoint, self.emit) as connection:
                await self._converse(connection)
        except ProviderError as error:
            self.error = error.without(self.endpoint.secrets)
            self.ending = endings.REFUSED if error.kind == REFUSED else endings.FAILED
            self.emit("error", self.error.as_json())

    def _check_before_sending(self) -> None:
        """Raise if the address is invalid or not allowed, or if the target is an SDK that would refuse the history."""
        url = self.endpoint.as_json()["base_url"]
        if not is_http(self.endpoint.base_url):
            sentence = f"The base URL {url!r} is not an http:// or https:// address."
            raise ProviderError(sentence, kind=WRONG_URL, provider=self.endpoint.name)
        if not is_allowed(self.endpoint):
            sentence = f"{url} is not among the endpoints that {ALLOWED_VARIABLE} allows."
            raise ProviderError(sentence, kind=NOT_ALLOWED, provider=self.endpoint.name)
        if not is_library(self.target):
            return
        verdict = check(self.request.conversation, self.target.name).when_sent
        if verdict.refused and not verdict.must_be_converted:
            words = verdict.words or (verdict.deciding.text if verdict.deciding else "")
            sentence = f"{self.target.title} refuses this before anything is sent: {words}"
            raise ProviderError(sentence, words, REFUSED, self.target.title)

    async def _converse(self, connection: Connection) -> None:
        request = self.request
        for _ in range(self.limit):
            reply = Reply(request.format.name)
            self.exchanges.append((request, reply))
            self.heads.append([])
            await generate(connection, request, reply, self.emit)
            if self.tools is None:
                return
            answer = _assistant_messages(request.format.name, reply.body)
            calls = tool_calls(request.format.name, answer)
            if not calls:
                return
            results: list[Json] = []
            for call in calls:
                result = self.tools.answer(call)
                if result is None:
                    self.ending, self.unrecorded = endings.UNRECORDED_CALL, self.hide(call._asdict())
                    return
                self.emit("tool", {"call": call._asdict(), "answer": result})
                results.append(result)
            request = request.continued([*answer, *self.tools.messages(results)])
        self.ending = endings.LIMIT

    def record(self) -> ReplayRecord:
        sent = self.request
        reached = server_of(self.target).name if is_library(self.target) and self.exchanges else self.target.name
        return ReplayRecord(
            name=self.conversation.name,
            endpoint=self.endpoint.as_json(),
            target=self.target.name,
            wire=sent.format.name,
            started=self.started.isoformat(timespec="milliseconds"),
            seconds=round(time.monotonic() - self.start_seconds, 3),
            ended=self.ending,
            stream=sent.streamed,
            up_to=self.options.up_to,
            exchanges=tuple(map(self._exchange, self.exchanges, self.heads)),
            events=tuple(self.events),
            error=self.error,
            located=locate_refusal(sent.conversation, reached, self.error) if self.error else None,
            unrecorded=self.unrecorded,
            comparison=self._comparison(),
        )

    def _exchange(self, exchange: tuple[WireRequest, Reply], heads: list[Moment]) -> Exchange:
        request, reply = exchange
        last_head = {moment.kind: moment.value for moment in heads}
        sent, received = last_head.get("request", {}), last_head.get("response", {})
        return Exchange(
            method="POST",
            url=sent.get("url", ""),
            headers=sent.get("headers", {}),
            body=self.hide(request.body),
            status=received.get("status"),
            response_headers=received.get("headers"),
            response=self.hide(reply.body),
            complete=reply.complete,
            contents=tuple(self.hide(reply.contents)),
        )

    def _comparison(self) -> JsonObject | None:
        """Compare the first answer with the one recorded at the same point; None if either is missing."""
        recorded = recorded_turn(self.conversation, self.options.up_to)
        reply = self.exchanges[0][1] if self.exchanges else None
        if recorded is None or reply is None or not reply.complete:
            return None
        new = merged(contents_of(reply.wire, self.hide(reply.body)))
        return compare_answers(recorded, new).as_json()


def _assistant_messages(wire: str, body: object) -> list[Json]:
    """Return a response's messages in the form in which a request may contain them, without id, usage, stop reason."""
    form: Any = FORMATS[wire]
    messages = form.messages_of_response(body) if form.messages_of_response else []
    answers = [message for message in messages if not form.is_report(message)]
    keys = form.traits.sent_keys
    return answers if keys is None else [{key: message[key] for key in message if key in keys} for message in answers]
