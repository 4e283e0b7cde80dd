"""Server-sent events → the JSON of their `data:` lines: a streamed answer, and the response that its pieces make."""

from __future__ import annotations

import re

from workbench.conversation import Note
from workbench.formats import FORMATS
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError

_FIELD = re.compile(r"\s*(?:(?:event|id|retry):[^\n]*\n\s*|:[^\n]*\n\s*)*data:")


def events_of(text: str) -> list[Json] | None:
    """The events of a stream that carry JSON; None if the text is no event stream."""
    if not _FIELD.match(text):
        return None
    lines = (line[5:].strip() for line in text.splitlines() if line.startswith("data:"))
    return [event for event in map(parse_or_none, lines) if event is not None]


def answer_of(events: list[Json]) -> Json:
    """The response that the events of a known API make; the events themselves of any other."""
    bodies = (form.assembled(events) for form in FORMATS.values())
    return next((body for body in bodies if body is not None), events)


def streamed_answer(text: str) -> tuple[Json, Note] | None:
    """The response of a recorded stream, put together as its API means it; None if the text is no event stream.

    Events of an unknown API are refused by name: no message is guessed together.
    """
    events = events_of(text)
    if events is None:
        return None
    answer = answer_of(events)
    if answer is not events:
        return answer, Note("streamed", f"put together from {len(events)} events of a stream")
    raise LoadError(
        f"a streamed answer (server-sent events, {len(events)} pieces)",
        "a conversation",
        "load the request that was sent, or the answer recorded without streaming",
        line=1,
        column=1,
    )
