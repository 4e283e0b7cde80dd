"""One replay from its first request to its record: ask, answer calls from the recording, ask again, conclude."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import UTC, datetime

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.converters.generation import merged
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.rehearsal.library_targets import is_library, server_of
from workbench.replays import record as ends
from workbench.replays.compare import compare_answers, recorded_turn
from workbench.replays.connection import Connection, connect
from workbench.replays.endpoint import ALLOWED_VARIABLE, Endpoint, is_allowed, is_http
from workbench.replays.errors import NOT_ALLOWED, REFUSED, WRONG_URL, ProviderError
from workbench.replays.generate import Reply, contents_of, generate
from workbench.replays.located import located
from workbench.replays.record import Exchange, Moment, OnEvent, ReplayRecord
from workbench.replays.recorded_tools import Choose, RecordedTools, asked
from workbench.replays.request import Options, WireRequest, build_request, wire_column
from workbench.targets import target_for

_WATCH_SECONDS = 0.03
_SILENCE_SECONDS = 10


class CallerError(Exception):
    """`on_event` raised. Carried past everything that looks for faults of the provider."""


class Run:
    """One replay, from the first request to the record."""

    def __init__(
        self,
        conversation: Conversation,
        endpoint: Endpoint,
        options: Options,
        tools: bool,
        choose: Choose | None,
        limit: int,
        on_event: OnEvent | None,
    ) -> None:
        self.conversation, self.endpoint, self.options = conversation, endpoint, options
        self.limit, self.on_event, self.hide = limit, on_event, endpoint.secrets.hide_json
        self.target = target_for(endpoint.target, conversation.format)
        self.request = build_request(conversation, endpoint, options)
        self.tools = self._tools(choose) if tools else None
        self.began, self.started = time.monotonic(), datetime.now(UTC)
        self.heard, self.silences = self.began, 1
        self.events: list[Moment] = []
        self.exchanges: list[tuple[WireRequest, Reply]] = []
        self.heads: list[list[Moment]] = []
        self.ended: ends.Ending = ends.ANSWERED
        self.error: ProviderError | None = None
        self.unrecorded: Json = None

    def _tools(self, choose: Choose | None) -> RecordedTools:
        whole = wire_column(self.conversation, self.endpoint, self.target)
        return RecordedTools(self.request.format.name, whole.messages, len(self.request.messages), choose)

    def tell(self, kind: str, value: object) -> None:
        if kind != "waiting":
            self.heard, self.silences = time.monotonic(), 1
        moment = Moment(round(time.monotonic() - self.began, 6), kind, self.hide(value))
        self.events.append(moment)
        if kind in ("request", "response") and self.heads:
            self.heads[-1].append(moment)
        if self.on_event:
            try:
                self.on_event(moment)
            except Exception as fault:  # whatever it is, it is the caller's and must not pass for the provider's
                raise CallerError from fault

    async def until(self, stop: threading.Event) -> None:
        """To the end, or to the moment when somebody sets `stop`."""
        work = asyncio.create_task(self._work())
        while not work.done() and not stop.is_set():
            await asyncio.wait({work}, timeout=_WATCH_SECONDS)
            self._report_silence()
        if not work.done():
            work.cancel()
            await asyncio.wait({work})
        if work.cancelled():
            self.ended = ends.STOPPED
            self.tell("stopped", None)
        fault = None if work.cancelled() else work.exception()
        if isinstance(fault, CallerError) and fault.__cause__ is not None:
            raise fault.__cause__
        if fault is not None:
            raise fault

    def _report_silence(self) -> None:
        """A server that sends nothing is mentioned, again and again, so that nobody wonders what is going on."""
        quiet = time.monotonic() - self.heard
        if quiet >= self.silences * _SILENCE_SECONDS:
            self.tell("waiting", self.silences * _SILENCE_SECONDS)
            self.silences += 1

    async def _work(self) -> None:
        try:
            self._permit()
            async with connect(self.endpoint, self.tell) as connection:
                await self._converse(connection)
        except ProviderError as error:
            self.error = error.without(self.endpoint.secrets)
            self.ended = ends.REFUSED if error.kind == REFUSED else ends.FAILED
            self.tell("error", self.error.as_json())

    def _permit(self) -> None:
        """What fails before anything is sent: the address, the allow-list, an SDK that is before the provider."""
        if not is_http(self.endpoint.base_url):
            sentence = f"The base URL {self.endpoint.as_json()['base_url']!r} is not an http:// or https:// address."
            raise ProviderError(sentence, kind=WRONG_URL, provider=self.endpoint.name)
        if not is_allowed(self.endpoint):
            sentence = (
                f"{self.endpoint.as_json()['base_url']} is not among the endpoints that {ALLOWED_VARIABLE} allows."
            )
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
            await generate(connection, request, reply, self.tell)
            if self.tools is None:
                return
            answered = _answered(request.format.name, reply.body)
            calls = asked(request.format.name, answered)
            if not calls:
                return
            answers: list[Json] = []
            for call in calls:
                found = self.tools.answer(call)
                if found is None:
                    self.ended, self.unrecorded = ends.UNRECORDED_CALL, self.hide(call._asdict())
                    return
                self.tell("tool", {"call": call._asdict(), "answer": found})
                answers.append(found)
            request = request.continued([*answered, *self.tools.messages(answers)])
        self.ended = ends.LIMIT

    def record(self) -> ReplayRecord:
        sent = self.request
        where = server_of(self.target).name if is_library(self.target) and self.exchanges else self.target.name
        return ReplayRecord(
            name=self.conversation.name,
            endpoint=self.endpoint.as_json(),
            target=self.target.name,
            wire=sent.format.name,
            started=self.started.isoformat(timespec="milliseconds"),
            seconds=round(time.monotonic() - self.began, 3),
            ended=self.ended,
            stream=sent.streamed,
            up_to=self.options.up_to,
            exchanges=tuple(map(self._exchange, self.exchanges, self.heads)),
            events=tuple(self.events),
            error=self.error,
            located=located(sent.conversation, where, self.error) if self.error else None,
            unrecorded=self.unrecorded,
            comparison=self._comparison(),
        )

    def _exchange(self, one: tuple[WireRequest, Reply], heads: list[Moment]) -> Exchange:
        request, reply = one
        last = {moment.kind: moment.value for moment in heads}
        sent, received = last.get("request", {}), last.get("response", {})
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

    def _comparison(self) -> Json:
        """Of the first answer with the one that was recorded at that point."""
        recorded = recorded_turn(self.conversation, self.options.up_to)
        reply = self.exchanges[0][1] if self.exchanges else None
        if recorded is None or reply is None or not reply.complete:
            return None
        new = merged(contents_of(reply.wire, self.hide(reply.body)))
        return compare_answers(recorded, new).as_json()


def _answered(wire: str, body: object) -> list[Json]:
    """The assistant's own messages of a response, without what the response says of itself (id, usage, stop reason)."""
    form = FORMATS[wire]
    messages = form.messages_of_response(body) if form.messages_of_response else []
    own = [message for message in messages if not form.is_report(message)]
    keys = form.traits.sent_keys
    return own if keys is None else [{key: message[key] for key in message if key in keys} for message in own]
