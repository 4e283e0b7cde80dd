"""Read a Gemini content as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event, EventKind
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.media import is_image
from workbench.json.pointer import Path
from workbench.json.text import Json

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_WHOLE: Mapping[str, Path] = {}
_FIELDS = {
    "functionCall": ("id", "name", "args"),
    "functionResponse": ("id", "name", "response"),
    "executableCode": ("id", "language", "code"),
    "codeExecutionResult": ("id", "outcome", "output"),
    "toolCall": ("id", "toolType", "args"),
    "toolResponse": ("id", "toolType", "response"),
}
_PLACES: Mapping[str, Mapping[str, Path]] = {
    written: {"id": (written, identity), "name": (written, name), "value": (written, value), "error": (written, *error)}
    for written, kind in PAYLOADS.items()
    if kind in _FIELDS
    for identity, name, value in [_FIELDS[kind]]
    for error in [("outcome",) if value == "output" else (value, "error")]
}
_KINDS: Mapping[str, EventKind] = {
    "functionCall": "call",
    "functionResponse": "result",
    "executableCode": "server_call",
    "codeExecutionResult": "server_result",
    "toolCall": "server_call",
    "toolResponse": "server_result",
}


def read(message: object, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return []
    events: list[Event] = []
    for at, part in enumerate(parts):
        events.append(event := _part(part, index, ("parts", at)))
        if event.kind == "result":
            events.extend(_media_of_result(event))
    return events


def _part(part: Any, index: int, path: Path) -> Event:
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None:
        return _without_payload(part, index, path)
    payload = part[key]
    if key == "text":
        if part.get("thought") is True:
            return Event("thought", index, path, _TEXT, part, value=payload)
        return Event("text", index, path, _TEXT, part, value=payload)
    kind = PAYLOADS[key]
    if kind in ("inlineData", "fileData"):
        return _media(part, key, index, path)
    event, places = _KINDS[kind], _PLACES[key]
    if not isinstance(payload, dict):
        return Event(event, index, path, places, part)
    identity, name_key, value_key = _FIELDS[kind]
    value = payload.get(value_key)
    name = payload.get(name_key) if name_key in ("name", "toolType") else "code_execution"
    return Event(event, index, path, places, part, payload.get(identity), name, value, _failed(kind, payload))


def _without_payload(part: object, index: int, path: Path) -> Event:
    """Read a part without a payload. A part that only has a signature is all that remains of a thought."""
    if isinstance(part, dict) and part.keys() & {"thoughtSignature", "thought_signature"}:
        return Event("thought", index, path, _TEXT, part)
    return Event("other", index, path, _WHOLE, part, name=next(iter(part), None) if isinstance(part, dict) else None)


def _failed(kind: str, payload: Mapping[str, Json]) -> bool:
    """Whether the tool failed. By the SDK's convention, an `error` key in the response holds the details."""
    if kind == "codeExecutionResult":
        return payload.get("outcome") in ("OUTCOME_FAILED", "OUTCOME_DEADLINE_EXCEEDED")
    response = payload.get("response")
    return isinstance(response, dict) and response.get("error") not in (None, False)


def _media(part: Mapping[str, Json], key: str, index: int, path: Path) -> Event:
    payload = part[key]
    if not isinstance(payload, dict):
        return Event("file", index, path, _WHOLE, part)
    value_key = "data" if PAYLOADS[key] == "inlineData" else "fileUri" if "fileUri" in payload else "file_uri"
    type_key = "mimeType" if "mimeType" in payload else "mime_type"
    media_type = payload.get(type_key)
    media_type = media_type if isinstance(media_type, str) else None
    kind: EventKind = "image" if is_image(media_type) else "file"
    value = payload.get(value_key)
    places = {"value": (key, value_key)} | ({"media_type": (key, type_key)} if media_type else {})
    return Event(kind, index, path, places, part, value=value, media_type=media_type)


def _media_of_result(result: Event) -> list[Event]:
    """Return the images and files that a function response carries in addition to its object."""
    key = payload_key(result.raw)
    parts = result.raw[key].get("parts") if key and isinstance(result.raw[key], dict) else None
    return [
        _part(part, result.message, (*result.path, key or "", "parts", at))
        for at, part in enumerate(parts if isinstance(parts, list) else ())
    ]
