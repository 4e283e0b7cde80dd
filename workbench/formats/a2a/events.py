"""Read an A2A message as events."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CALL: Mapping[str, Path] = {"id": ("call_id",), "name": ("name",), "value": ("arguments",)}
_RESULT: Mapping[str, Path] = {"id": ("call_id",), "name": ("name",), "value": ("output",)}
_ADK_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("args",)}
_ADK_RESULT: Mapping[str, Path] = {
    "id": ("id",),
    "name": ("name",),
    "value": ("response",),
    "error": ("response", "error"),
}
_DATA: Mapping[str, Path] = {"value": ("data",)}
_FILE: Mapping[str, Mapping[str, Path]] = {key: {"value": (key,)} for key in ("bytes", "uri", "raw", "url")}
_WHOLE: Mapping[str, Path] = {}
_TOOL_ROWS: tuple[tuple[str, EventKind, Mapping[str, Path]], ...] = (
    ("tool_calls", "call", _CALL),
    ("tool_results", "result", _RESULT),
)


def read(message: object, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    events: list[Event] = []
    for at, part in enumerate(parts if isinstance(parts, list) else ()):
        _read_part(part, index, ("parts", at), events)
    return events


def _read_part(part: object, index: int, path: Path, events: list[Event]) -> None:
    if not isinstance(part, dict):
        events.append(Event("other", index, path, _WHOLE, part))
        return
    kind = part.get("kind", part.get("type"))
    if kind == "text" or (kind is None and "text" in part):
        if "metadata" in part and adk_mark(part, "thought") is True:
            events.append(Event("thought", index, path, _TEXT, part, value=part.get("text")))
        else:
            events.append(Event("text", index, path, _TEXT, part, value=part.get("text")))
    elif kind == "data" or (kind is None and "data" in part):
        _read_data(part, index, path, events)
    elif kind == "file" and isinstance(file := part.get("file"), dict):
        key = "bytes" if isinstance(file.get("bytes"), str) else "uri"
        events.append(_file(file, file.get("mimeType", file.get("mime_type")), key, index, (*path, "file")))
    elif kind is None and ("raw" in part or "url" in part):
        key = "raw" if isinstance(part.get("raw"), str) else "url"
        events.append(_file(part, part.get("mediaType", part.get("media_type")), key, index, path))
    else:
        events.append(Event("other", index, path, _WHOLE, part, name=kind))


def _file(holder: dict[str, Json], declared: object, key: str, index: int, path: Path) -> Event:
    data = holder.get(key)
    media_type = media_type_of(declared, data)
    kind: EventKind = "image" if is_image(media_type) else "file"
    return Event(kind, index, path, _FILE[key], holder, value=data, media_type=media_type)


def _read_data(part: dict[str, Json], index: int, path: Path, events: list[Event]) -> None:
    data, before = part.get("data"), len(events)
    if isinstance(data, dict):
        adk = adk_mark(part, "type") if "metadata" in part else None
        if adk == "function_call":
            events.append(_row("call", _ADK_CALL, data, index, (*path, "data")))
        elif adk == "function_response":
            events.append(_row("result", _ADK_RESULT, data, index, (*path, "data")))
        else:
            for key, tool, places in _TOOL_ROWS:
                rows = data.get(key)
                for at, row in enumerate(rows if isinstance(rows, list) else ()):
                    events.append(_row(tool, places, row, index, (*path, "data", key, at)))
    if len(events) == before:
        events.append(Event("other", index, path, _DATA, part, name="data", value=data))


def _row(kind: EventKind, places: Mapping[str, Path], row: object, index: int, path: Path) -> Event:
    if not isinstance(row, dict):
        return Event(kind, index, path, _WHOLE, row)
    value = row.get(places["value"][0])
    failed = places is _ADK_RESULT and isinstance(value, dict) and "error" in value
    return Event(kind, index, path, places, row, row.get(places["id"][0]), row.get("name"), value, failed)


def adk_mark(part: dict[str, Json], word: str) -> Json:
    """Return ADK's mark on a part, such as `adk_type`. Its first releases use no prefix, derived ones their own."""
    metadata = part.get("metadata")
    if not isinstance(metadata, dict):
        return None
    if (marked := metadata.get("adk_" + word)) is not None:
        return marked
    return next((value for key, value in metadata.items() if key == word or key.endswith("_" + word)), None)
