"""Read an Anthropic message as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.json.pointer import Path
from workbench.json.text import Json

_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_THOUGHT: Mapping[str, Path] = {"value": ("thinking",), "signature": ("signature",)}
_REDACTED: Mapping[str, Path] = {"value": ("data",)}
_UPLOAD: Mapping[str, Path] = {"value": ("file_id",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("input",)}
_RESULT: Mapping[str, Path] = {"id": ("tool_use_id",), "value": ("content",), "error": ("is_error",)}
_SOURCES: Mapping[str, Mapping[str, Path]] = {
    key: {"value": ("source", key), "media_type": ("source", "media_type")} for key in ("data", "url", "file_id")
}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if isinstance(content, str):
        return [Event("text", index, (), _CONTENT, message, value=content)]
    return _events(content, index, ("content",)) if isinstance(content, list) else []


def _events(blocks: list[Json], index: int, path: Path) -> list[Event]:
    events: list[Event] = []
    for at, block in enumerate(blocks):
        events.append(_event(block, index, (*path, at)))
        # Only results of the client's own tools and of MCP servers consist of the same blocks as a message. A result
        # inside a result does not exist, so reading one level deep is enough and hostile nesting does no harm.
        if isinstance(block, dict) and block.get("type") in ("tool_result", "mcp_tool_result"):
            nested, inside = block.get("content"), (*path, at, "content")
            if isinstance(nested, list):
                events.extend(_event(part, index, (*inside, where)) for where, part in enumerate(nested))
    return events


def _event(block: Any, index: int, path: Path) -> Event:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, block, value=block.get("text"))
    if kind == "tool_use":
        return Event("call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("input"))
    if kind == "tool_result":
        failed = block.get("is_error") is True
        return Event(
            "result", index, path, _RESULT, block, block.get("tool_use_id"), None, block.get("content"), failed
        )
    if kind == "thinking":
        return Event("thought", index, path, _THOUGHT, block, value=block.get("thinking"))
    if kind == "redacted_thinking":
        return Event("thought", index, path, _REDACTED, block, name=kind, value=block.get("data"))
    if kind in ("image", "document"):
        return _source_event(kind, block, index, path)
    if kind in ("server_tool_use", "mcp_tool_use"):
        return Event("server_call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("input"))
    if isinstance(kind, str) and kind.endswith("_tool_result"):
        return _server_result(kind, block, index, path)
    if kind == "container_upload":
        return Event("file", index, path, _UPLOAD, block, value=block.get("file_id"))
    if kind == "search_result":
        return Event("file", index, path, _CONTENT, block, name=block.get("title"), value=block.get("content"))
    return Event("other", index, path, _WHOLE, block, name=kind)


def _source_event(kind: str, block: dict[str, Json], index: int, path: Path) -> Event:
    event_kind: EventKind = "image" if kind == "image" else "file"
    source = block.get("source")
    if isinstance(source, dict):
        for key, places in _SOURCES.items():
            if key in source:
                media_type = source.get("media_type")
                known = media_type if isinstance(media_type, str) else None
                return Event(event_kind, index, path, places, block, value=source[key], media_type=known)
    return Event(event_kind, index, path, _WHOLE, block, value=source)


def _server_result(kind: str, block: dict[str, Json], index: int, path: Path) -> Event:
    content = block.get("content")
    inner = content.get("type") if isinstance(content, dict) else None
    failed = block.get("is_error") is True or (isinstance(inner, str) and inner.endswith("_error"))
    tool = kind.removesuffix("_tool_result")
    return Event("server_result", index, path, _RESULT, block, block.get("tool_use_id"), tool, content, failed)
