"""Server-sent events → the JSON of their `data:` lines: a streamed answer, piece by piece."""

from __future__ import annotations

import re

from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError

_FIELD = re.compile(r"\s*(?:(?:event|id|retry):[^\n]*\n\s*|:[^\n]*\n\s*)*data:")


def events_of(text: str) -> list[Json] | None:
    """The events of a stream that carry JSON; None if the text is no event stream."""
    if not _FIELD.match(text):
        return None
    lines = (line[5:].strip() for line in text.splitlines() if line.startswith("data:"))
    return [event for event in map(parse_or_none, lines) if event is not None]


def refuse_events(text: str) -> None:
    """A stream of pieces is an answer, not a history: say so instead of guessing a message together."""
    events = events_of(text)
    if events is None:
        return
    raise LoadError(
        f"a streamed answer (server-sent events, {len(events)} pieces)",
        "a conversation",
        "load the request that was sent, or the answer recorded without streaming",
        line=1,
        column=1,
    )
