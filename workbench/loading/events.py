"""Read server-sent events and assemble the streamed response from them."""

from __future__ import annotations

import re
from typing import Any

from workbench.conversation import Note
from workbench.formats import FORMATS
from workbench.json.pointer import follow_or_none
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError

_FIELD = re.compile(r"\s*(?:(?:event|id|retry):[^\n]*\n\s*|:[^\n]*\n\s*)*data:")


def events_of(text: str) -> list[Json] | None:
    """Return the events of a stream that contain JSON, or None if the text is not an event stream."""
    if not _FIELD.match(text):
        return None
    lines = (line[5:].strip() for line in text.splitlines() if line.startswith("data:"))
    return [event for event in map(parse_or_none, lines) if event is not None]


def answer_of(events: list[Json]) -> Any:
    """Assemble the response from the events of a known API. Events of an unknown API are returned as they are."""
    bodies = (form.assembled(events) for form in FORMATS.values())
    return next((body for body in bodies if body is not None), events)


def joined_list(value: object) -> tuple[Json, Note] | None:
    """Return the response of a stream whose events were saved as a list, or None if the list is something else."""
    return joined_lines(value) if isinstance(value, list) and value and _is_event(value[0]) else None


def _is_event(value: Json) -> bool:
    """Whether this may be the first event of a stream. Cheap, because every list of messages is asked."""
    if not isinstance(value, dict):
        return False
    kind, name = value.get("type"), value.get("object")
    is_chunk = isinstance(name, str) and name.endswith(".chunk")
    is_first = kind in ("response.created", "message_start") or "candidates" in value or "messageStart" in value
    return is_chunk or is_first


def joined_lines(values: list[Json]) -> tuple[Json, Note] | None:
    """Return the response of a stream whose events were saved one per line, or None if the lines are something else."""
    is_stream = len(values) > 1 and all(isinstance(value, dict) for value in values)
    if not is_stream or any(map(_is_complete_answer, values[:-1])):
        return None
    answer = answer_of(values)
    return None if answer is values else (answer, _streamed(len(values)))


def _is_complete_answer(value: Json) -> bool:
    """Whether a value is an answer with a finish reason, such as a line of a batch's output."""
    shapes = [form.response for form in FORMATS.values() if form.response is not None]
    return any(
        shape.answer(value) is not None and follow_or_none(value, shape.finish) is not None
        for shape in shapes
        if shape.finish
    )


def _streamed(count: int) -> Note:
    return Note("streamed", f"assembled from {count} events of a stream")


def streamed_answer(text: str) -> tuple[Json, Note] | None:
    """Return the response assembled from a recorded stream, or None if the text is not an event stream.

    Raise `LoadError` for the events of an unknown API: how its messages are assembled would be a guess.
    """
    events = events_of(text)
    if events is None:
        return None
    answer = answer_of(events)
    if answer is not events:
        return answer, _streamed(len(events))
    raise LoadError(
        f"a streamed answer (server-sent events, {len(events)} pieces)",
        "a conversation",
        "load the request that was sent, or the answer recorded without streaming",
        line=1,
        column=1,
    )
