"""A2A → Gemini, as google-adk's part converter does it (version 2.13).

A call or response of ADK is copied unchanged: an id only if it has one, the response without another wrapper, and the
thought signature next to it. The metadata of a part becomes its `partMetadata`. Data that is neither call nor response
is sent inline, between ADK's own tags. Calls and results in the form of spec 002 become what ADK would send.

Where ADK has no rule: responses belong to the user whoever sent them, the responses of one turn stay together, and they
come before text of the same message; the empty text that the A2A SDK adds to results is left out.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.a2a_to_openai_chat import role_of, turns_of
from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import camel_case
from workbench.converters.gemini_tools import block_to_call, block_to_response
from workbench.converters.gemini_turns import OpenTurn, kind_of
from workbench.formats.a2a.events import adk_mark, read
from workbench.formats.contract import Event
from workbench.json.text import Json, JsonObject, spaced

DATA_TAGS = ("<a2a_datapart_json>", "</a2a_datapart_json>")
OWN_DATA = {
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "code_execution_result": "codeExecutionResult",
    "executable_code": "executableCode",
    "tool_call": "toolCall",
    "tool_response": "toolResponse",
}
"""ADK's type mark of a data part → the key of Gemini's part."""
MEDIA_FIELDS = {"videoMetadata": "adk_video_metadata", "mediaResolution": "adk_media_resolution"}
_Raw = JsonObject


def a2a_to_gemini(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names: dict[str, Json] = {}
    turn: OpenTurn | None = None
    for index, message in enumerate(messages):
        for role, parts in _pieces(message, index, names):
            if role == "system":
                yield from (Converted(part, (index,), "system") for part in parts)
                continue
            kind = kind_of(parts)
            if turn and turn.accepts(role, kind):
                turn.add(parts, kind, index)
                continue
            if turn:
                yield turn.converted()
            turn = OpenTurn(role, parts, [index], kind)
    if turn:
        yield turn.converted()


def _pieces(message: object, index: int, names: dict[str, Json]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the role and parts of each turn of the message. Responses and calls have their own roles."""
    speaker = role_of(message)
    for events in turns_of(read(message, index)):
        results = [_part(event, message, names) for event in events if event.kind == "result"]
        others = [_part(event, message, names) for event in events if event.kind != "result"]
        others = [part for part in others if part.get("text") != "" or len(others) + len(results) == 1]
        has_calls = any(event.kind == "call" for event in events)
        role = "model" if has_calls or speaker == "assistant" else "user" if speaker == "user" else "system"
        pieces = [(role, others), ("user", results)] if has_calls else [("user", results), (role, others)]
        yield from (piece for piece in pieces if piece[1])


def _part(event: Event, message: Any, names: dict[str, Json]) -> _Raw:
    part = message["parts"][event.path[1]]
    extra = _extra_fields(part) if isinstance(part, dict) else {}
    if event.kind == "call" and isinstance(event.id, str):
        names[event.id] = event.name
    if event.kind in ("text", "thought") and isinstance(event.value, str):
        return {"text": event.value, **({"thought": True} if event.kind == "thought" else {}), **extra}
    if event.kind in ("image", "file") and isinstance(event.value, str):
        return {**_medium(event), **_with_media_fields(extra)}
    data = part.get("data") if isinstance(part, dict) else None
    if isinstance(data, dict) and (key := OWN_DATA.get(str(adk_mark(part, "type")))):
        return {key: camel_case(data), **extra}
    if event.kind == "call":
        row = {"id": event.id, "name": event.name, "parameters": event.value}
        return {**block_to_call(row), **extra}
    if event.kind == "result":
        row = {"callId": event.id, "toolName": event.name, "result": event.value}
        return {**block_to_response(row, names), **extra}
    return {**_inline_data(part), **extra}


def _extra_fields(part: _Raw) -> _Raw:
    """Return the signature where Gemini expects it, and all metadata, which ADK reads on the way back."""
    metadata = part.get("metadata")
    if not isinstance(metadata, dict) or not metadata:
        return {}
    signature = adk_mark(part, "thought_signature")
    signature_field = {"thoughtSignature": signature} if isinstance(signature, str) else {}
    return {**signature_field, "partMetadata": metadata}


def _with_media_fields(extra: _Raw) -> _Raw:
    """Move the video range and the media resolution, which ADK sends in the metadata, to fields of the part."""
    metadata = dict(extra.get("partMetadata", {}))
    fields = {name: metadata.pop(key) for name, key in MEDIA_FIELDS.items() if key in metadata}
    return {**fields, **({"partMetadata": metadata} if metadata else {})}


def _medium(event: Event) -> _Raw:
    key, raw = event.places["value"][0], event.raw
    name = raw.get("name", raw.get("filename"))
    about: _Raw = {"mimeType": event.media_type} if event.media_type else {}
    about |= {"displayName": name} if isinstance(name, str) else {}
    if key in ("bytes", "raw"):
        return {"inlineData": {**about, "data": event.value}}
    return {"fileData": {**about, "fileUri": event.value}}


def _inline_data(part: object) -> _Raw:
    """Return data inline, as ADK does for release 1 of the protocol: the data of a part, or a part of unknown kind."""
    data = part["data"] if isinstance(part, dict) and "data" in part else part
    tagged = f"{DATA_TAGS[0]}{spaced(data)}{DATA_TAGS[1]}"
    encoded = b64encode(tagged.encode("utf-8", "surrogatepass")).decode()
    return {"inlineData": {"mimeType": "text/plain", "data": encoded}}


EDGE = Edge("a2a", "gemini", a2a_to_gemini, "google-adk's conversion of A2A parts")
