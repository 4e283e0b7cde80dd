"""HAR recording → the body of each request and of its response."""

from __future__ import annotations

import base64
import binascii

from workbench.json.text import Json, parse_or_none
from workbench.loading.events import events_of


def har_bodies(value: Json) -> list[tuple[int, Json, Json]] | None:
    """Entry number, request body and response body of each entry; None if this is not a HAR recording."""
    entries = _member(value, "log", "entries")
    if not isinstance(entries, list):
        return None
    return [(index, _request(entry), _response(entry)) for index, entry in enumerate(entries)]


def _request(entry: Json) -> Json:
    text = _member(entry, "request", "postData", "text")
    return parse_or_none(text) if isinstance(text, str) else text


def _response(entry: Json) -> Json:
    """A streamed answer is kept as the list of its events."""
    text = _member(entry, "response", "content", "text")
    if not isinstance(text, str):
        return text
    if _member(entry, "response", "content", "encoding") == "base64":
        try:
            text = base64.b64decode(text).decode()
        except (binascii.Error, ValueError):
            return None
    answer = parse_or_none(text)
    return answer if answer is not None else events_of(text)


def _member(value: Json, *steps: str) -> Json:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value
