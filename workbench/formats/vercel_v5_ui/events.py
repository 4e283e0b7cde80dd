"""Read a UI message of SDK 5 to 7 as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.formats.vercel_v5_model.events import read as read_model_message
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_FILE: Mapping[str, Path] = {"value": ("url",), "media_type": ("mediaType",)}
# The name of a static tool is part of its `type`, so `name` has no path of its own.
_STATIC: Mapping[str, Path] = {"id": ("toolCallId",), "state": ("state",)}
_DYNAMIC: Mapping[str, Path] = {**_STATIC, "name": ("toolName",)}
_VALUES: Mapping[str, Path] = {
    "input": ("input",),
    "rawInput": ("rawInput",),
    "output": ("output",),
    "errorText": ("errorText",),
    "reason": ("approval", "reason"),
}
_PLACES: Mapping[tuple[bool, str], Mapping[str, Path]] = {
    (dynamic, key): {**(_DYNAMIC if dynamic else _STATIC), "value": path, "error": ("state",)}
    for dynamic in (False, True)
    for key, path in _VALUES.items()
}
_WHOLE: Mapping[str, Path] = {}


def read(message: object, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return read_model_message(message, index)  # a ModelMessage of a mixed history
    return [event for at, part in enumerate(parts) for event in _events(part, index, ("parts", at))]


def tool_name(part: dict[str, Json]) -> Json:
    """Return the `toolName` of a dynamic tool, or the rest of the type after `tool-` for a static one."""
    kind = part.get("type")
    return kind[5:] if isinstance(kind, str) and kind.startswith("tool-") else part.get("toolName")


def _events(part: Any, index: int, path: Path) -> list[Event]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return [Event("text", index, path, _TEXT, part, value=part.get("text"))]
    if kind == "dynamic-tool" or (isinstance(kind, str) and kind.startswith("tool-")):
        return _tool_events(part, index, path)
    if kind == "reasoning":
        return [Event("thought", index, path, _TEXT, part, value=part.get("text"))]
    if kind in ("file", "reasoning-file"):
        url = part.get("url")
        media_type = media_type_of(part.get("mediaType"), url)
        shown: EventKind = "image" if is_image(media_type) else "file"
        return [Event(shown, index, path, _FILE, part, value=url, media_type=media_type)]
    if kind == "step-start":  # a mark between two steps, without content
        return []
    return [Event("other", index, path, _WHOLE, part, name=kind)]


def _tool_events(part: dict[str, Json], index: int, path: Path) -> list[Event]:
    """Read the call, and the result if the state shows that there is one."""
    dynamic, server = part.get("type") == "dynamic-tool", part.get("providerExecuted") is True
    call_id, name, state = part.get("toolCallId"), tool_name(part), part.get("state")
    key = "rawInput" if part.get("input") is None and "rawInput" in part else "input"
    kind: EventKind = "server_call" if server else "call"
    call = Event(kind, index, path, _PLACES[dynamic, key], part, call_id, name, part.get(key))
    if state == "output-available":
        key, value = "output", part.get("output")
    elif state == "output-error":
        key, value = "errorText", part.get("errorText")
    elif state == "output-denied":
        approval = part.get("approval")
        key, value = "reason", approval.get("reason") if isinstance(approval, dict) else None
    else:
        return [call]
    kind, failed = "server_result" if server else "result", key != "output"
    return [call, Event(kind, index, path, _PLACES[dynamic, key], part, call_id, name, value, failed)]
