"""Read a GenAI message as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event, EventKind
from workbench.json.pointer import Path

_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("arguments",)}
_RESPONSE: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("response",)}
_RESULT: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("result",)}
_MEDIA: Mapping[str, Mapping[str, Path]] = {
    "blob": {"value": ("content",), "media_type": ("mime_type",)},
    "uri": {"value": ("uri",), "media_type": ("mime_type",)},
    "file": {"value": ("file_id",), "media_type": ("mime_type",)},
}
_KINDS: Mapping[str, EventKind] = {
    "tool_call": "call",
    "server_tool_call": "server_call",
    "tool_call_response": "result",
    "server_tool_call_response": "server_result",
}


def read(message: object, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    return [_event(part, index, ("parts", at)) for at, part in enumerate(parts if isinstance(parts, list) else ())]


def _event(part: Any, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        return Event("other", index, path, _WHOLE, part)
    if kind in ("text", "reasoning", "thinking"):
        said: EventKind = "text" if kind == "text" else "thought"
        return Event(said, index, path, _CONTENT, part, value=part.get("content"))
    if kind in ("tool_call", "server_tool_call"):
        about = (part.get("id"), part.get("name"), part.get("arguments"))
        return Event(_KINDS[kind], index, path, _CALL, part, *about)
    if kind in ("tool_call_response", "server_tool_call_response"):
        key, places = ("response", _RESPONSE) if "response" in part or "result" not in part else ("result", _RESULT)
        return Event(_KINDS[kind], index, path, places, part, part.get("id"), part.get("name"), part.get(key))
    if kind in _MEDIA:
        shown: EventKind = "image" if part.get("modality") == "image" else "file"
        places = _MEDIA[kind]
        media_type = part.get("mime_type")
        known = media_type if isinstance(media_type, str) else None
        return Event(shown, index, path, places, part, value=part.get(str(places["value"][0])), media_type=known)
    return Event("other", index, path, _WHOLE, part, name=kind)
