"""A2A → Gemini, as google-adk's part converter does it (version 2.13).

A call or response of ADK is passed on as it is: an id only if it has one, the response not wrapped again, and the
thought signature beside it. Metadata of a part goes with it as `partMetadata`. Data that is neither call nor response
goes inline, between ADK's own tags. Calls and results as spec 002 writes them become what ADK would have made of them.

Where ADK decides nothing: responses are the user's, whoever sent them, those of one turn are together, and they come
before a text beside them; the empty text that the A2A SDK puts beside results is left out.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.a2a_to_openai_chat import role_of, turns_of
from workbench.converters.contract import Converted, Edge
from workbench.converters.gemini_media import camel_case
from workbench.converters.gemini_tools import block_to_call, block_to_response
from workbench.converters.gemini_turns import OpenTurn, kind_of
from workbench.formats.a2a.events import adk_mark, read
from workbench.formats.contract import Event
from workbench.json.text import Json, spaced

DATA_TAGS = ("<a2a_datapart_json>", "</a2a_datapart_json>")
OWN_DATA = {
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "code_execution_result": "codeExecutionResult",
    "executable_code": "executableCode",
    "tool_call": "toolCall",
    "tool_response": "toolResponse",
}
"""What ADK's mark says that a data part is → the key of Gemini's part."""
MEDIA_FIELDS = {"videoMetadata": "adk_video_metadata", "mediaResolution": "adk_media_resolution"}
_Raw = dict[str, Json]


def a2a_to_gemini(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names: dict[str, Json] = {}
    turn: OpenTurn | None = None
    for index, message in enumerate(messages):
        for role, parts in _pieces(message, index, names):
            if role == "system":
                yield from (Converted(part, (index,), "system") for part in parts)
                continue
            kind = kind_of(parts)
            if turn and turn.takes(role, kind):
                turn.add(parts, kind, index)
                continue
            if turn:
                yield turn.converted()
            turn = OpenTurn(role, parts, [index], kind)
    if turn:
        yield turn.converted()


def _pieces(message: object, index: int, names: dict[str, Json]) -> Iterator[tuple[str, list[Json]]]:
    """What the message becomes, turn by turn; responses and calls each have their speaker."""
    speaker = role_of(message)
    for events in turns_of(read(message, index)):
        results = [_part(event, message, names) for event in events if event.kind == "result"]
        said = [_part(event, message, names) for event in events if event.kind != "result"]
        said = [part for part in said if part.get("text") != "" or len(said) + len(results) == 1]
        calls = any(event.kind == "call" for event in events)
        spoken = ("model" if calls or speaker == "assistant" else "user" if speaker == "user" else "system", said)
        pieces = [spoken, ("user", results)] if calls else [("user", results), spoken]
        yield from (piece for piece in pieces if piece[1])


def _part(event: Event, message: Json, names: dict[str, Json]) -> _Raw:
    part = message["parts"][event.path[1]]
    beside = _beside(part) if isinstance(part, dict) else {}
    if event.kind == "call" and isinstance(event.id, str):
        names[event.id] = event.name
    if event.kind in ("text", "thought") and isinstance(event.value, str):
        return {"text": event.value, **({"thought": True} if event.kind == "thought" else {}), **beside}
    if event.kind in ("image", "file") and isinstance(event.value, str):
        return {**_medium(event), **_with_media_fields(beside)}
    data = part.get("data") if isinstance(part, dict) else None
    if isinstance(data, dict) and (key := OWN_DATA.get(str(adk_mark(part, "type")))):
        return {key: camel_case(data), **beside}
    if event.kind == "call":
        row = {"id": event.id, "name": event.name, "parameters": event.value}
        return {**block_to_call(row), **beside}
    if event.kind == "result":
        row = {"callId": event.id, "toolName": event.name, "result": event.value}
        return {**block_to_response(row, names), **beside}
    return {**_inline_data(part), **beside}


def _beside(part: _Raw) -> _Raw:
    """The signature that Gemini looks for, and all of the metadata, which ADK reads again on the way back."""
    metadata = part.get("metadata")
    if not isinstance(metadata, dict) or not metadata:
        return {}
    signature = adk_mark(part, "thought_signature")
    signed = {"thoughtSignature": signature} if isinstance(signature, str) else {}
    return {**signed, "partMetadata": metadata}


def _with_media_fields(beside: _Raw) -> _Raw:
    """What to read of a medium, and how closely: fields of the part that ADK sends in its metadata."""
    metadata = dict(beside.get("partMetadata", {}))
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
    """As ADK has it for release 1 of the protocol: the data alone. What is no part of a known kind goes whole."""
    data = part["data"] if isinstance(part, dict) and "data" in part else part
    written = f"{DATA_TAGS[0]}{spaced(data)}{DATA_TAGS[1]}"
    encoded = b64encode(written.encode("utf-8", "surrogatepass")).decode()
    return {"inlineData": {"mimeType": "text/plain", "data": encoded}}


EDGE = Edge("a2a", "gemini", a2a_to_gemini, "what google-adk makes of A2A parts")
