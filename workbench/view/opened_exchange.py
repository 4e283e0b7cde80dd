"""One request of a replay, opened: its heads without secrets, both bodies, and when what happened."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from workbench.json.text import compact
from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.replays import Exchange, Moment, ReplayRecord
from workbench.view.exchanges import duration

MOST_SHOWN = 60_000
"""Letters of a body that the page shows; the download has them all."""
_MOST_EVENTS = 200


def heads_text(exchange: Exchange) -> str:
    """The heads of the request and of its response. Of a header that could hold a secret only the name is there."""
    lines = [f"{exchange.method} {exchange.url}", *_headers(exchange.headers), ""]
    if exchange.status is None:
        return visible_lines("\n".join([*lines, "No response came."]))
    return visible_lines("\n".join([*lines, f"HTTP {exchange.status}", *_headers(exchange.response_headers)]))


def _headers(headers: object) -> list[str]:
    return [f"{name}: {value}" for name, value in headers.items()] if isinstance(headers, dict) else []


def request_text(exchange: Exchange) -> str:
    """The body as it was sent, under the line that an HTTP client would show."""
    return _cut(f"{exchange.method} {urlsplit(exchange.url).path}\n{indented(exchange.body)}")


def response_text(exchange: Exchange) -> str:
    """The body as it came; a stream put together again."""
    if exchange.response is None:
        return "No body came."
    text = exchange.response if isinstance(exchange.response, str) else indented(exchange.response)
    status = f"HTTP {exchange.status}\n" if exchange.status is not None else ""
    unfinished = "\n\nThe answer ends here, too early." if exchange.status == 200 and not exchange.complete else ""
    return _cut(f"{status}{text}{unfinished}")


def stream_text(record: ReplayRecord) -> str:
    """The events of the stream as they came; empty for an answer that came whole."""
    chunks = [compact(moment.value) for moment in record.events if moment.kind == "chunk"]
    return _cut("\n".join(f"data: {chunk}" for chunk in chunks))


def _cut(text: str) -> str:
    rest = len(text) - MOST_SHOWN
    return visible_lines(text[:MOST_SHOWN] + (f"\n… {rest:,} more characters are in the download" if rest > 0 else ""))


def timeline(record: ReplayRecord) -> list[tuple[str, str]]:
    """When and what: each attempt, each response, the first piece of the answer, and the end."""
    rows = list(_moments(record))[:_MOST_EVENTS]
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
