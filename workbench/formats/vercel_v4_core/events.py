"""Read a CoreMessage as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_IMAGE: Mapping[str, Path] = {"value": ("image",), "media_type": ("mimeType",)}
_FILE: Mapping[str, Path] = {"value": ("data",), "media_type": ("mimeType",)}
_THOUGHT: Mapping[str, Path] = {"value": ("text",), "signature": ("signature",)}
_REDACTED: Mapping[str, Path] = {"value": ("data",)}
_CALL: Mapping[str, Path] = {"id": ("toolCallId",), "name": ("toolName",), "value": ("args",)}
_RESULT: Mapping[str, Path] = {
    "id": ("toolCallId",),
    "name": ("toolName",),
    "value": ("result",),
    "error": ("isError",),
}
_FLAT_RESULT: Mapping[str, Path] = {"id": ("tool_call_id",), "name": ("name",), "value": ("content",)}
_WHOLE: Mapping[str, Path] = {}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if message.get("role") == "tool" and not isinstance(content, list):
        return _odd_results(message, content, index)
    if isinstance(content, str):
        return [Event("text", index, (), _CONTENT, message, value=content)]
    events: list[Event] = []
    for at, part in enumerate(content if isinstance(content, list) else ()):
        events.append(_event(part, index, ("content", at)))
        if events[-1].kind == "result" and isinstance(part.get("experimental_content"), list):
            events.extend(_nested(part["experimental_content"], index, ("content", at, "experimental_content")))
    return events


def stringified_results(content: object) -> list[Json]:
    """Return the result parts in a tool message's content that is a string of JSON; none if it is not a list."""
    parts = parse_or_none(content) if isinstance(content, str) and content.lstrip().startswith("[") else None
    return parts if isinstance(parts, list) else []


def _odd_results(message: dict[str, Json], content: object, index: int) -> list[Event]:
    """Read flat or stringified results. A pointer cannot lead into a string, so results in one point at the string."""
    parts = stringified_results(content)
    if "tool_call_id" not in message and parts:
        events = [_event(part, index, ("content",)) for part in parts]
        return [structs.replace(event, places=_WHOLE) for event in events]
    call_id, name = message.get("tool_call_id"), message.get("name")
    return [Event("result", index, (), _FLAT_RESULT, message, call_id, name, content)]


def _event(part: Any, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, part, value=part.get("text"))
    if kind == "tool-call":
        return Event("call", index, path, _CALL, part, part.get("toolCallId"), part.get("toolName"), part.get("args"))
    if kind == "tool-result":
        call_id, name, failed = part.get("toolCallId"), part.get("toolName"), part.get("isError") is True
        return Event("result", index, path, _RESULT, part, call_id, name, part.get("result"), failed)
    if kind == "image":
        return _media("image", part, "image", index, path, _IMAGE)
    if kind == "file":
        return _media("file", part, "data", index, path, _FILE)
    if kind == "reasoning":
        return Event("thought", index, path, _THOUGHT, part, value=part.get("text"))
    if kind == "redacted-reasoning":
        return Event("thought", index, path, _REDACTED, part, value=part.get("data"))
    return Event("other", index, path, _WHOLE, part, name=kind)


def _media(
    kind: EventKind, part: dict[str, Json], key: str, index: int, path: Path, places: Mapping[str, Path]
) -> Event:
    value = part.get(key)
    media_type = media_type_of(part.get("mimeType"), value)
    shown: EventKind = "image" if is_image(media_type) else kind
    return Event(shown, index, path, places, part, value=value, media_type=media_type)


def _nested(items: list[Json], index: int, path: Path) -> list[Event]:
    """Read the texts and images inside a result; images have their data under the same key as files."""
    events = []
    for at, item in enumerate(items):
        if isinstance(item, dict) and item.get("type") == "image":
            events.append(_media("image", item, "data", index, (*path, at), _FILE))
        else:
            events.append(_event(item, index, (*path, at)))
    return events
