"""Read a Chat Completions message as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
)
from workbench.json.media import media_type_of_url
from workbench.json.pointer import Path
from workbench.json.text import Json

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_REFUSAL: Mapping[str, Path] = {"value": ("refusal",)}
_REASONING: Mapping[str, Path] = {"value": ("reasoning_content",)}
_IMAGE: Mapping[str, Path] = {"value": ("image_url", "url")}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("function", "name"), "value": ("function", "arguments")}
_CUSTOM_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("custom", "name"), "value": ("custom", "input")}
_RESULT: Mapping[str, Path] = {"id": ("tool_call_id",), "name": ("name",), "value": ("content",)}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if message.get("role") == "tool":
        call_id, name = message.get("tool_call_id"), message.get("name")
        result = Event("result", index, (), _RESULT, message, call_id, name, content)
        return [result, *_parts(content, index)] if isinstance(content, list) else [result]
    events: list[Event] = []
    if "reasoning_content" in message and isinstance(message["reasoning_content"], str):
        events.append(Event("thought", index, (), _REASONING, message, value=message["reasoning_content"]))
    if isinstance(content, str):
        events.append(Event("text", index, (), _CONTENT, message, value=content))
    elif isinstance(content, list):
        events += _parts(content, index)
    if "tool_calls" in message and isinstance(calls := message["tool_calls"], list):
        events += [_call(call, index, ("tool_calls", at)) for at, call in enumerate(calls)]
    return events


def _parts(content: list[Json], index: int) -> list[Event]:
    return [_part(part, index, ("content", at)) for at, part in enumerate(content)]


def _part(part: Any, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, part, value=part.get("text"))
    if kind == "image_url":
        image = part.get("image_url")
        url = image.get("url") if isinstance(image, dict) else image
        return Event("image", index, path, _IMAGE, part, value=url, media_type=media_type_of_url(url))
    if kind == "refusal":
        return Event("text", index, path, _REFUSAL, part, value=part.get("refusal"))
    if kind in ("file", "input_audio"):
        return Event("file", index, path, _WHOLE, part, value=part.get(kind))
    return Event("other", index, path, _WHOLE, part, name=kind)


def _call(call: object, index: int, path: Path) -> Event:
    if not isinstance(call, dict):
        return Event("call", index, path, _WHOLE, call)
    if isinstance(custom := call.get("custom"), dict):
        return Event("call", index, path, _CUSTOM_CALL, call, call.get("id"), custom.get("name"), custom.get("input"))
    function = call.get("function")
    if not isinstance(function, dict):
        return Event("call", index, path, _CALL, call, call.get("id"))
    return Event("call", index, path, _CALL, call, call.get("id"), function.get("name"), function.get("arguments"))
