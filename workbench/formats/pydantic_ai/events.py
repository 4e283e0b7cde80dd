"""Read a message of pydantic-ai as events.

`instructions` are not an event: they are a setting of one request, and the agent writes its own into the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event, EventKind
from workbench.json.media import is_image
from workbench.json.pointer import Path
from workbench.json.text import Json

_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_THOUGHT: Mapping[str, Path] = {"value": ("content",), "signature": ("signature",)}
_CALL: Mapping[str, Path] = {"id": ("tool_call_id",), "name": ("tool_name",), "value": ("args",)}
_RESULT: Mapping[str, Path] = {
    "id": ("tool_call_id",),
    "name": ("tool_name",),
    "value": ("content",),
    "error": ("outcome",),
}
_URL: Mapping[str, Path] = {"value": ("url",)}
_DATA: Mapping[str, Path] = {"value": ("data",)}
_FILE_ID: Mapping[str, Path] = {"value": ("file_id",)}
_TEXTS = frozenset({"user-prompt", "system-prompt", "instruction", "retry-prompt", "retry-feedback", "text"})
_URLS: Mapping[str, EventKind] = {
    "image-url": "image",
    "document-url": "file",
    "audio-url": "file",
    "video-url": "file",
}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    parts = message.get("parts")
    if not isinstance(parts, list):
        return []
    events: list[Event] = []
    for at, part in enumerate(parts):
        kind = part.get("part_kind") if isinstance(part, dict) else None
        if kind == "user-prompt" and isinstance(part.get("content"), list):
            events += _prompt(part["content"], index, ("parts", at, "content"))
        else:
            events.append(_event(part, kind, index, ("parts", at)))
    return events


def is_result(part: Any) -> bool:
    """Whether the part is a tool's result. A retry prompt that names a tool is a failed result."""
    kind = part.get("part_kind") if isinstance(part, dict) else None
    return kind == "tool-return" or (kind == "retry-prompt" and isinstance(part.get("tool_name"), str))


def _event(part: Any, kind: Json, index: int, path: Path) -> Event:
    if not isinstance(kind, str):
        return Event("other", index, path, _WHOLE, part)
    if kind == "tool-return" or (kind == "retry-prompt" and is_result(part)):
        failed = kind == "retry-prompt" or part.get("outcome") not in (None, "success")
        call_id, name, content = part.get("tool_call_id"), part.get("tool_name"), part.get("content")
        return Event("result", index, path, _RESULT, part, call_id, name, content, failed)
    if kind in _TEXTS:
        return Event("text", index, path, _CONTENT, part, value=part.get("content"))
    if kind in ("tool-call", "builtin-tool-call"):
        call_kind: EventKind = "call" if kind == "tool-call" else "server_call"
        call_id, name = part.get("tool_call_id"), part.get("tool_name")
        return Event(call_kind, index, path, _CALL, part, call_id, name, part.get("args"))
    if kind == "thinking":
        return Event("thought", index, path, _THOUGHT, part, value=part.get("content"))
    if kind == "builtin-tool-return":
        call_id, name = part.get("tool_call_id"), part.get("tool_name")
        return Event("server_result", index, path, _RESULT, part, call_id, name, part.get("content"))
    if kind == "file":
        return _item(part.get("content"), index, (*path, "content"))
    return Event("other", index, path, _WHOLE, part, name=kind)


def _prompt(content: list[Json], index: int, path: Path) -> list[Event]:
    """Read the items of a user prompt. Cache points are skipped: they are marks without content."""
    return [
        _item(item, index, (*path, at))
        for at, item in enumerate(content)
        if not isinstance(item, dict) or item.get("kind") != "cache-point"
    ]


def _item(item: Any, index: int, path: Path) -> Event:
    if isinstance(item, str):
        return Event("text", index, path, _WHOLE, item, value=item)
    kind = item.get("kind") if isinstance(item, dict) else None
    if not isinstance(kind, str):
        return Event("other", index, path, _WHOLE, item)
    declared = item.get("media_type")
    media_type = declared if isinstance(declared, str) else None
    if kind in _URLS:
        return Event(_URLS[kind], index, path, _URL, item, value=item.get("url"), media_type=media_type)
    if kind == "binary":
        shown: EventKind = "image" if is_image(media_type) else "file"
        return Event(shown, index, path, _DATA, item, value=item.get("data"), media_type=media_type)
    if kind == "uploaded-file":
        return Event("file", index, path, _FILE_ID, item, value=item.get("file_id"), media_type=media_type)
    if kind == "text-content":
        return Event("text", index, path, _CONTENT, item, value=item.get("content"))
    return Event("other", index, path, _WHOLE, item, name=kind)
