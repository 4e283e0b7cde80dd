"""Read an IContent as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.json.media import is_image, media_type_of_url
from workbench.json.pointer import Path

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_DATA: Mapping[str, Path] = {"value": ("data",)}
_THOUGHT: Mapping[str, Path] = {"value": ("thought",), "signature": ("signature",)}
_CODE: Mapping[str, Path] = {"value": ("code",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("parameters",)}
_RESULT: Mapping[str, Path] = {"id": ("callId",), "name": ("toolName",), "value": ("result",), "error": ("error",)}
_FAILED_RESULT: Mapping[str, Path] = {**_RESULT, "error": ("status",)}
_WHOLE: Mapping[str, Path] = {}


def read(message: object, index: int) -> list[Event]:
    blocks = message.get("blocks") if isinstance(message, dict) else None
    if not isinstance(blocks, list):
        return []
    return [_event(block, index, ("blocks", at)) for at, block in enumerate(blocks)]


def _event(block: Any, index: int, path: Path) -> Event:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, block, value=block.get("text"))
    if kind == "tool_call":
        return Event("call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("parameters"))
    if kind == "tool_response":
        failed = block.get("status") == "error" or block.get("error") is not None
        name, result = block.get("toolName"), block.get("result")
        places = _FAILED_RESULT if failed and block.get("error") is None else _RESULT
        return Event("result", index, path, places, block, block.get("callId"), name, result, failed)
    if kind == "image":
        data = block.get("data")
        return Event("image", index, path, _DATA, block, value=data, media_type=media_type_of_url(data))
    if kind == "media":
        declared = block.get("mimeType")
        media_type = declared if isinstance(declared, str) else None
        shown: EventKind = "image" if is_image(media_type) else "file"
        return Event(shown, index, path, _DATA, block, value=block.get("data"), media_type=media_type)
    if kind == "thinking":
        return Event("thought", index, path, _THOUGHT, block, value=block.get("thought"))
    if kind == "code":
        return Event("text", index, path, _CODE, block, value=block.get("code"))
    return Event("other", index, path, _WHOLE, block, name=kind)
