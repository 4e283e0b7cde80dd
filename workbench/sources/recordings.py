"""Recordings of HTTP traffic: claude-tap, opencode's recorder and Charles, and the body of any recorded request."""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from workbench.credentials import address_without_credentials
from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.events import answer_of, events_of
from workbench.loading.refusals import refusal_in
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects, opened
from workbench.sources.recorded_calls import call_in, longest_histories
from workbench.sources.transcript import Transcript
from workbench.targets.endpoints import has_no_format
from workbench.targets.previews import previews_in

BODY_KEYS = ("string", "base64_string", "text")
"""Keys of a body that is an object with its text and how it is encoded."""
_BODIES_OF_OTHERS = ("content", "body_segments")
"""Keys of the body in recordings that opencode did not make."""


class Exchange(NamedTuple):
    body: Json
    """The body of the request."""
    at: Path
    """The place of that body."""
    answer: Json
    address: str
    headers: Json = None
    """The headers of the request by name. Recorders leave some out."""


def found_in(exchanges: Iterator[Exchange]) -> Iterator[Found]:
    calls = []
    bodies = 0
    for number, (body, at, answer, recorded_address, headers) in enumerate(exchanges):
        address = address_without_credentials(recorded_address)
        bodies += body not in (None, "")
        found = call_in(body, at) if not has_no_format(address) else None
        if found is not None:
            facts = Facts(title=address, model=as_text(member(opened(body), "model")))
            sent = replace(found, endpoint=address, previews=previews_in(_pairs(headers), ""))
            calls.append(
                replace(sent, label=f"request {number}", facts=facts, response=answer, refusal=refusal_in(answer))
            )
    if not calls and not bodies:
        raise NothingToJudgeError("its requests were recorded without their bodies")
    if not calls:
        raise NothingToJudgeError("none of its requests contains messages of a known API")
    yield from longest_histories(calls)


def _pairs(headers: Json) -> Iterator[tuple[str, str]]:
    """The names and values of headers, of which one may have several values."""
    for name, value in headers.items() if isinstance(headers, dict) else ():
        for single in value if isinstance(value, list) else [value]:
            if isinstance(single, str):
                yield name, single


def body_of(value: object) -> Json:
    """Return a body stored in any form: parsed, text, base64, compressed, or an object with `string`."""
    if isinstance(value, dict):
        held = [value[key] for key in BODY_KEYS if key in value]
        return body_of(next(filter(None, held), held[0])) if held else value
    if isinstance(value, bytes):
        return body_of(_unpacked(value))
    if isinstance(value, str):
        parsed = parse_or_none(value)
        if parsed is not None:
            return parsed
        if (events := events_of(value)) is not None:
            return answer_of(events)
        return _from_base64(value)
    return value


def _unpacked(data: bytes) -> str:
    try:
        data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    except (OSError, EOFError, zlib.error):
        return ""
    return data.decode("utf-8", "replace")


def _from_base64(text: str) -> Json:
    try:
        return parse_or_none(_unpacked(base64.b64decode(text, validate=True)))
    except (binascii.Error, ValueError):
        return None


def _is_http_recorder(material: Material) -> bool:
    first: Any = member(material.value, "interactions", 0)
    if not has(material.value, "interactions") or not has(first, "request", "response"):
        return False
    return has(first["request"], "url") and not any(key in first["request"] for key in _BODIES_OF_OTHERS)


def _read_http_recorder(material: Material) -> Iterator[Found]:
    return found_in(_http_exchanges(material.object["interactions"]))


def _http_exchanges(interactions: object) -> Iterator[Exchange]:
    for place, item in objects(interactions, ("interactions",)):
        request, answer = item.get("request"), member(item, "response", "body")
        address, headers = as_text(member(request, "url")), member(request, "headers")
        yield Exchange(body_of(member(request, "body")), (*place, "request", "body"), body_of(answer), address, headers)


def _is_claude_tap(material: Material) -> bool:
    return any(
        has(record, "request", "response")
        and has(record["request"], "path")
        and (has(record, "request_id") or has(record, "turn", "transport"))
        for record in material.sample
    )


def _read_claude_tap(material: Material) -> Iterator[Found]:
    calls: list[Found] = []
    known: dict[str, list[_Item]] = {}
    for place, record in material.records:
        body, at = member(record, "request", "body"), (*place, "request")
        if member(body, "previous_response_id"):
            found: Found | None = _complete_history(record, place, known)
        else:
            found = call_in(body, (*at, "body"))
            _remember(known, list(objects(member(body, "input"), (*at, "body", "input"))), record, place)
        if found is not None:
            path, model = as_text(member(record, "request", "path")), as_text(member(body, "model"))
            facts = Facts(path, model, as_text(record.get("timestamp")))
            label = f"turn {record.get('turn')}"
            calls.append(replace(found, label=label, facts=facts, response=member(record, "response", "body")))
    if not calls:
        raise NothingToJudgeError("none of its requests contains messages")
    yield from longest_histories(calls)


_Item = tuple[Path, dict[str, Json]]


def _complete_history(record: dict[str, Json], place: Path, known: dict[str, list[_Item]]) -> Found | None:
    """Return the complete history. After `previous_response_id`, a request only has new items; the earlier ones are in
    the events or in earlier turns."""
    events = list(objects(member(record, "request", "ws_events"), (*place, "request", "ws_events")))
    sent = events or [((*place, "request", "body"), member(record, "request", "body"))]
    by_response = _items_by_response(record, place)
    items: list[_Item] = []
    for at, request in sent:
        previous = as_text(request.get("previous_response_id"))
        before = known.get(previous, items)
        items = [*before, *by_response.get(previous, ()), *objects(request.get("input"), (*at, "input"))]
    _remember(known, items, record, place)
    if not items:
        return None
    transcript = Transcript()
    for at, item in items:
        transcript.add(item, at)
    return Found(transcript.messages, transcript.places, "openai-responses")


def _remember(known: dict[str, list[_Item]], items: list[_Item], record: dict[str, Json], place: Path) -> None:
    """Store the complete history up to this answer, for the turn that continues it."""
    answer, at = member(record, "response", "body"), (*place, "response", "body", "output")
    if as_text(member(answer, "id")):
        known[answer["id"]] = [*items, *objects(member(answer, "output"), at)]


def _items_by_response(record: dict[str, Json], place: Path) -> dict[str, list[_Item]]:
    """Return response id → its items, in the order in which the stream completed them."""
    by_response: dict[str, list[_Item]] = {}
    current = ""
    for at, event in objects(member(record, "response", "ws_events"), (*place, "response", "ws_events")):
        current = as_text(member(event, "response", "id")) or current
        if event.get("type") == "response.output_item.done" and isinstance(event.get("item"), dict):
            by_response.setdefault(current, []).append(((*at, "item"), event["item"]))
    return by_response


def _is_charles(material: Material) -> bool:
    return any(has(record, "request", "response", "host") and has(record, "path") for record in material.sample)


def _read_charles(material: Material) -> Iterator[Found]:
    return found_in(
        Exchange(body_of(member(record, "request", "body", "text")), (*place, "request", "body", "text"),
                 body_of(member(record, "response", "body", "text")), f"{record.get('host')}{record.get('path')}")
        for place, record in material.records
    )  # fmt: skip


CLAUDE_TAP = Source(
    "claude-tap",
    "claude-tap recording",
    _is_claude_tap,
    _read_claude_tap,
    stored=False,
    signs=frozenset({"request_id", "transport"}),
)
HTTP_RECORDER = Source(
    "opencode-http-recorder",
    "HTTP recording",
    _is_http_recorder,
    _read_http_recorder,
    stored=False,
    signs=frozenset({"interactions"}),
)
CHARLES = Source("charles", "Charles recording", _is_charles, _read_charles, stored=False, signs=frozenset({"host"}))
