"""HTTP recordings of test suites: Nock, WireMock, Rust's `httpmock`, Go's `httprr`, replays of google-genai, and plain
pairs of request and response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import RECORDS, TEXT, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, member, objects
from workbench.sources.recordings import Exchange, body_of, found_in

_TRACE = "httprr trace v1"


def recognise(material: Material) -> bool:
    if isinstance(material.value, str):
        return material.value.startswith(_TRACE)
    return (
        material.mostly(_is_nock)
        or material.mostly(_is_mapping)
        or material.mostly(_is_mock)
        or has(member(material.value, "mappings", 0), "request")
        or any(map(_is_pair, [record for _, record in _pairs(material)[:3]]))
    )


def _is_nock(record: Object) -> bool:
    return has(record, "scope", "method", "path") and (
        "body" in record or "requestBody" in record or "status" in record
    )


def _is_mapping(record: Object) -> bool:
    request = record.get("request")
    return has(record, "request", "response") and has(request, "method") and has(request, "bodyPatterns")


def _is_mock(record: Object) -> bool:
    when, then = record.get("when"), record.get("then")
    return has(when, "path", "method") and (has(then, "status") or has(then, "body"))


def read(material: Material) -> Iterator[Found]:
    if isinstance(material.value, str):
        exchanges = list(_trace_exchanges(material.value))
        decoded: dict[Path, Json] = {(): [exchange.body for exchange in exchanges]}
        return (replace(found, decoded=decoded) for found in found_in(iter(exchanges)))
    if material.mostly(_is_nock):
        return found_in(_nock_exchanges(material))
    if material.mostly(_is_mock):
        return found_in(_mock_exchanges(material))
    if pairs := [spot for spot in _pairs(material) if _is_pair(spot[1])]:
        return found_in(_exchanged(pairs))
    return found_in(_mapping_exchanges(material))


def _pairs(material: Material) -> list[tuple[Path, Object]]:
    listed = (pair for key in _LISTS for pair in objects(material.object.get(key), (key,)))
    return list(listed) or list(material.records)


def _is_pair(record: Object) -> bool:
    request, response = record.get("request"), record.get("response")
    is_answer = any(has(response, key) for key in ("status", "status_code", *_BODIES))
    return has(request, "url", "method") and bool(_body(request)[1]) and is_answer


def _exchanged(pairs: list[tuple[Path, Object]]) -> Iterator[Exchange]:
    for place, pair in pairs:
        body, at = _body(pair["request"])
        answer, _ = _body(pair["response"])
        yield Exchange(body_of(body), (*place, "request", *at), body_of(answer), as_text(pair["request"]["url"]))


def _body(message: Any) -> tuple[Json, Path]:
    """Return the body of a request or an answer, and its path. Of a body in segments, the first is a complete one."""
    key = next((key for key in _BODIES if has(message, key)), "")
    held = member(message, key)
    if key == _SEGMENTS:
        return member(held, 0), (key, 0)
    if encoded := as_text(member(held, "data")):
        return encoded, (key, "data")
    return held, (key,) if key else ()


def _mock_exchanges(material: Material) -> Iterator[Exchange]:
    for place, mock in material.records:
        when, answer = mock.get("when"), body_of(member(mock, "then", "body"))
        if has(when, "body"):
            yield Exchange(
                body_of(member(when, "body")), (*place, "when", "body"), answer, as_text(member(when, "path"))
            )


def _nock_exchanges(material: Material) -> Iterator[Exchange]:
    for place, record in material.records:
        key = "requestBody" if "requestBody" in record else "body"
        address = f"{as_text(record.get('scope'))}{as_text(record.get('path'))}"
        yield Exchange(body_of(record.get(key)), (*place, key), body_of(record.get("response")), address)


def _mapping_exchanges(material: Material) -> Iterator[Exchange]:
    """Yield the mappings that specify the complete request body; others only describe matching requests."""
    listed = list(objects(material.object.get("mappings"), ("mappings",))) or list(material.records)
    for place, mapping in listed:
        request, response = mapping.get("request"), mapping.get("response")
        address = next((text for key in _ADDRESSES if (text := as_text(member(request, key)))), "")
        answer = body_of(member(response, "jsonBody") or member(response, "body"))
        for at, pattern in objects(member(request, "bodyPatterns"), (*place, "request", "bodyPatterns")):
            if "equalToJson" in pattern:
                yield Exchange(body_of(pattern["equalToJson"]), (*at, "equalToJson"), answer, address)


_LISTS = ("recordings", "interactions")
_SEGMENTS = "body_segments"
_BODIES = ("body", "content", _SEGMENTS)
_ADDRESSES = ("url", "urlPath", "urlPattern", "urlPathPattern")


_LENGTH = re.compile(rb"[0-9]{1,12}")


def _trace_exchanges(text: str) -> Iterator[Exchange]:
    """Read pairs: a line with two lengths in bytes, then the request and the answer."""
    data = text.encode("utf-8", "surrogateescape")
    at = data.find(b"\n") + 1
    number = 0
    while 0 < at < len(data):
        end = data.find(b"\n", at)
        lengths = data[at:end].split()
        if end < 0 or len(lengths) != 2 or not all(map(_LENGTH.fullmatch, lengths)):
            return
        middle = end + 1 + int(lengths[0])
        last = middle + int(lengths[1])
        address, body = _message(data[end + 1 : middle])
        yield Exchange(body, (number,), _message(data[middle:last])[1], address)
        at, number = last, number + 1


def _message(data: bytes) -> tuple[str, Json]:
    """Return the address of a request (empty for an answer) and the body."""
    head, _, body = data.partition(b"\r\n\r\n")
    words = head.split(b"\r\n", 1)[0].decode("utf-8", "replace").split()
    return words[1] if len(words) > 1 and "/" in words[1] else "", body_of(body.decode("utf-8", "replace"))


SOURCE = Source(
    "http-recording",
    "HTTP recording",
    recognise,
    read,
    RECORDS | {TEXT},
    stored=False,
    signs=frozenset({"scope", "request", "mappings", "recordings", "interactions", "when"}),
)
