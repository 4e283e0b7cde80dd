"""Read server-sent events and assemble the streamed response from them."""

from __future__ import annotations

import re

from workbench.conversation import Note
from workbench.formats import FORMATS
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError

_FIELD = re.compile(r"\s*(?:(?:event|id|retry):[^\n]*\n\s*|:[^\n]*\n\s*)*data:")


def events_of(text: str) -> list[Json] | None:
    """Return the events of a stream that contain JSON, or None if the text is not an event stream."""
    if not _FIELD.match(text):
        return None
    lines = (line[5:].strip() for line in text.splitlines() if line.startswith("data:"))
    return [event for event in map(parse_or_none, lines) if event is not None]


def answer_of(events: list[Json]) -> Json:
    """Assemble the response from the events of a known API. Events of an unknown API are returned as they are."""
    bodies = (form.assembled(events) for form in FORMATS.values())
    return next((body for body in bodies if body is not None), events)


def streamed_answer(text: str) -> tuple[Json, Note] | None:
    """Return the response assembled from a recorded stream, or None if the text is not an event stream.

    Raise `LoadError` for the events of an unknown API: how its messages are assembled would be a guess.
    """
    events = events_of(text)
    if events is None:
        return None
    answer = answer_of(events)
    if answer is not events:
        return answer, Note("streamed", f"assembled from {len(events)} events of a stream")
    raise LoadError(
        f"a streamed answer (server-sent events, {len(events)} pieces)",
        "a conversation",
        "load the request that was sent, or the answer recorded without streaming",
        line=1,
        column=1,
    )
