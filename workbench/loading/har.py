"""Read the request body, response body and address of each entry in a HAR recording."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

from workbench.json.text import Json, parse_or_none
from workbench.loading.events import answer_of, events_of
from workbench.loading.refusals import refusal_in


class Exchange(NamedTuple):
    entry: int
    request: Json
    response: Json
    url: str
    refusal: str
    """The text of the response, if it is a refusal."""
    status: int | None
    headers: list[tuple[str, str]]


def har_exchanges(value: object) -> list[Exchange] | None:
    """Return the exchange of each entry, or None if the value is not a HAR recording."""
    entries = _member(value, "log", "entries")
    if not isinstance(entries, list):
        return None
    return [_exchange(index, entry) for index, entry in enumerate(entries)]


def _exchange(index: int, entry: object) -> Exchange:
    response, status = _response(entry), _member(entry, "response", "status")
    text = _member(entry, "response", "content", "text")
    number = status if isinstance(status, int) else None
    refusal = refusal_in(response if response is not None else text, number)
    answer = None if refusal else response
    return Exchange(index, _request(entry), answer, _url(entry), refusal, number, _headers(entry))


def _headers(entry: object) -> list[tuple[str, str]]:
    headers = _member(entry, "request", "headers")
    listed = headers if isinstance(headers, list) else []
    pairs = [(_member(header, "name"), _member(header, "value")) for header in listed]
    return [(name, value) for name, value in pairs if isinstance(name, str) and isinstance(value, str)]


def _url(entry: object) -> str:
    url = _member(entry, "request", "url")
    return url if isinstance(url, str) else ""


def _request(entry: object) -> Json:
    text = _member(entry, "request", "postData", "text")
    return parse_or_none(text) if isinstance(text, str) else text


def _response(entry: object) -> Json:
    """Return the response body. A streamed one is assembled; for an unknown API it stays a list of events."""
    text = _member(entry, "response", "content", "text")
    if not isinstance(text, str):
        return text
    if _member(entry, "response", "content", "encoding") == "base64":
        try:
            text = base64.b64decode(text).decode()
        except (binascii.Error, ValueError):
            return None
    answer = parse_or_none(text)
    if answer is not None or (events := events_of(text)) is None:
        return answer
    return answer_of(events)


def _member(value: object, *steps: str) -> Json:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value
