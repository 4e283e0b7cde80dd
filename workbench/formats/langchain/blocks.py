"""Read one block of a LangChain content: LangChain's own kinds (version 1), and blocks of providers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event, EventKind
from workbench.json.media import media_type_of_url
from workbench.json.pointer import Path
from workbench.json.text import Json

_WHOLE: Mapping[str, Path] = {}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_REFUSAL: Mapping[str, Path] = {"value": ("refusal",)}
_IMAGE_URL: Mapping[str, Path] = {"value": ("image_url", "url")}
_BARE_IMAGE_URL: Mapping[str, Path] = {"value": ("image_url",)}
_THINKING: Mapping[str, Path] = {"value": ("thinking",), "signature": ("signature",)}
_REDACTED: Mapping[str, Path] = {"value": ("data",)}
_REASONING: Mapping[str, Path] = {"value": ("reasoning",), "signature": ("extras", "signature")}
_USE: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("input",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("args",)}
_SERVER_RESULT: Mapping[str, Path] = {"id": ("tool_call_id",), "value": ("output",)}
_MEDIA_KEYS = ("base64", "data", "url", "file_id", "text")
_FILES = frozenset({"file", "audio", "video", "document"})
_TEXTS = frozenset({"text", "text-plain"})


def block_event(block: Any, index: int, path: Path) -> Event:
    if isinstance(block, str):
        return Event("text", index, path, _WHOLE, block, value=block)
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(kind, str):
        return Event("other", index, path, _WHOLE, block)
    if kind in _TEXTS:
        return Event("text", index, path, _TEXT, block, value=block.get("text"))
    if kind in ("thinking", "redacted_thinking", "reasoning"):
        return _thought(kind, block, index, path)
    if kind == "image_url":
        return _address(block, index, path)
    if kind == "image" or kind in _FILES:
        return _media("image" if kind == "image" else "file", block, index, path)
    if kind in ("tool_use", "tool_call", "invalid_tool_call"):
        places, key = (_USE, "input") if kind == "tool_use" else (_CALL, "args")
        return Event("call", index, path, places, block, block.get("id"), block.get("name"), block.get(key))
    if kind in ("server_tool_call", "server_tool_use"):
        places, key = (_USE, "input") if kind == "server_tool_use" else (_CALL, "args")
        return Event("server_call", index, path, places, block, block.get("id"), block.get("name"), block.get(key))
    if kind == "server_tool_result":
        failed = block.get("status") == "error"
        about = (block.get("tool_call_id"), None, block.get("output"), failed)
        return Event("server_result", index, path, _SERVER_RESULT, block, *about)
    if kind == "refusal":
        return Event("text", index, path, _REFUSAL, block, value=block.get("refusal"))
    return Event("other", index, path, _WHOLE, block, name=kind)


def _thought(kind: str, block: dict[str, Json], index: int, path: Path) -> Event:
    if kind == "redacted_thinking":
        return Event("thought", index, path, _REDACTED, block, name=kind, value=block.get("data"))
    places, key = (_THINKING, "thinking") if kind == "thinking" else (_REASONING, "reasoning")
    return Event("thought", index, path, places, block, value=block.get(key))


def _address(block: dict[str, Json], index: int, path: Path) -> Event:
    image = block.get("image_url")
    url, places = (image.get("url"), _IMAGE_URL) if isinstance(image, dict) else (image, _BARE_IMAGE_URL)
    return Event("image", index, path, places, block, value=url, media_type=media_type_of_url(url))


def _media(kind: EventKind, block: dict[str, Json], index: int, path: Path) -> Event:
    """Read an image or a file: LangChain's own block, or Anthropic's with a `source`."""
    source = block.get("source")
    holder: dict[str, Json] = source if isinstance(source, dict) else block
    inside: Path = ("source",) if holder is source else ()
    declared = holder.get("mime_type", holder.get("media_type"))
    media_type = declared if isinstance(declared, str) else None
    for key in _MEDIA_KEYS:
        if holder.get(key) is not None:
            return Event(kind, index, path, {"value": (*inside, key)}, block, value=holder[key], media_type=media_type)
    return Event(kind, index, path, _WHOLE, block, media_type=media_type)
