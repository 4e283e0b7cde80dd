"""The details of one request of a replay: headers without secrets, both bodies, and the timeline."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from workbench.json.text import compact
from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.replays import Exchange, Moment, ReplayRecord
from workbench.view.exchanges import duration
from workbench.view.limited import limited

MAX_SHOWN = 60_000
"""The maximum number of characters of a body on the page; the download contains all."""
_MAX_EVENTS = 200


def headers_text(exchange: Exchange) -> str:
    """Return the headers of the request and its response. Headers that could contain a secret only show their name."""
    lines = [f"{exchange.method} {exchange.url}", *_headers(exchange.headers), ""]
    if exchange.status is None:
        return visible_lines("\n".join([*lines, "No response was received."]))
    return visible_lines("\n".join([*lines, f"HTTP {exchange.status}", *_headers(exchange.response_headers)]))


def _headers(headers: object) -> list[str]:
    return [f"{name}: {value}" for name, value in headers.items()] if isinstance(headers, dict) else []


def request_text(exchange: Exchange) -> str:
    """Return the body that was sent, after the line that an HTTP client would show."""
    return _cut(f"{exchange.method} {urlsplit(exchange.url).path}\n{indented(exchange.body)}")


def response_text(exchange: Exchange) -> str:
    """Return the body that was received; a stream is shown assembled."""
    if exchange.response is None:
        return "No body was received."
    text = exchange.response if isinstance(exchange.response, str) else indented(exchange.response)
    status = f"HTTP {exchange.status}\n" if exchange.status is not None else ""
    unfinished = "\n\nThe answer breaks off here." if exchange.status == 200 and not exchange.complete else ""
    return _cut(f"{status}{text}{unfinished}")


def stream_text(record: ReplayRecord) -> str:
    """Return the events of the stream as received; empty for an answer that was not streamed."""
    chunks = [compact(moment.value) for moment in record.events if moment.kind == "chunk"]
    return _cut("\n".join(f"data: {chunk}" for chunk in chunks))


def _cut(text: str) -> str:
    rest = len(text) - MAX_SHOWN
    return visible_lines(text[:MAX_SHOWN] + (f"\n… {rest:,} more characters are in the download" if rest > 0 else ""))


def timeline(record: ReplayRecord) -> list[tuple[str, str]]:
    """Return time and event of each attempt, each response, the first piece of the answer, and the end."""
    rows = limited(list(_moments(record)), _MAX_EVENTS, lambda more: ("", more))
    return [*rows, (duration(record.seconds), f"end: {record.ended}")]


def _moments(record: ReplayRecord) -> Iterator[tuple[str, str]]:
    attempt, first = 0, True
    for moment in record.events:
        if moment.kind == "request":
            attempt += 1
            first = True
            yield duration(moment.at), f"request {attempt} sent"
        elif moment.kind == "content" and first:
            first = False
            yield duration(moment.at), "first piece of the answer"
        elif event := _event(moment):
            yield duration(moment.at), event


def _event(moment: Moment) -> str:
    if moment.kind == "response":
        return f"status {moment.value.get('status')} received"
    if moment.kind == "tool":
        return f"call of {moment.value['call']['name']} answered from the recording"
    return {"error": "failed", "stopped": "stopped", "waiting": "still waiting"}.get(moment.kind, "")
