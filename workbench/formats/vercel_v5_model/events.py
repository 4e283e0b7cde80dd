"""Read a ModelMessage as events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from workbench.formats.contract import Event, EventKind
from workbench.formats.vercel_v4_core.events import read as read_core_message
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_IMAGE: Mapping[str, Path] = {"value": ("image",), "media_type": ("mediaType",)}
_FILE: Mapping[str, Path] = {"value": ("data",), "media_type": ("mediaType",)}
_TAGGED_FILE: Mapping[str, Mapping[str, Path]] = {
    tag: {"value": ("data", tag), "media_type": ("mediaType",)} for tag in ("data", "url", "reference", "text")
}
_URL: Mapping[str, Path] = {"value": ("url",), "media_type": ("mediaType",)}
_CALL: Mapping[str, Path] = {"id": ("toolCallId",), "name": ("toolName",), "value": ("input",)}
_BARE_RESULT: Mapping[str, Path] = {"id": ("toolCallId",), "name": ("toolName",), "value": ("output",)}
_RESULT: Mapping[str, Path] = {**_BARE_RESULT, "value": ("output", "value"), "error": ("output", "type")}
_DENIED: Mapping[str, Path] = {**_RESULT, "value": ("output", "reason")}
_REQUEST: Mapping[str, Path] = {"id": ("toolCallId",), "approval": ("approvalId",)}
_RESPONSE: Mapping[str, Path] = {"approval": ("approvalId",), "value": ("approved",)}
_WHOLE: Mapping[str, Path] = {}
_FAILURES = ("error-text", "error-json", "execution-denied")


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if isinstance(content, str) and message.get("role") != "tool":
        return [Event("text", index, (), _CONTENT, message, value=content)]
    if not isinstance(content, list):
        return read_core_message(message, index)  # the flat tool message, which no generation of the SDK accepts
    events: list[Event] = []
    for at, part in enumerate(content):
        event = _event(part, index, ("content", at))
        if event.kind == "result" and message.get("role") == "assistant" and _ran_at_the_provider(event, events):
            event = structs.replace(event, kind="server_result")
        events.append(event)
        if event.places is _RESULT and part["output"]["type"] == "content":
            events.extend(_nested(event.value, index, event.at("value")))
    return events


def _ran_at_the_provider(result: Event, events: list[Event]) -> bool:
    """Whether the provider ran the tool of a result in an assistant message: it did, unless the call is a client's."""
    return all(event.kind != "call" or event.id != result.id for event in events)


def _event(part: Any, index: int, path: Path) -> Event:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, part, value=part.get("text"))
    if kind == "tool-call":
        call: EventKind = "server_call" if part.get("providerExecuted") is True else "call"
        return Event(call, index, path, _CALL, part, part.get("toolCallId"), part.get("toolName"), part.get("input"))
    if kind == "tool-result":
        return _result(part, index, path)
    if kind == "image":
        return _media("image", part, part.get("image"), index, path, _IMAGE)
    if kind in ("file", "reasoning-file"):
        data = part.get("data")
        tag = data.get("type") if isinstance(data, dict) else None
        if isinstance(tag, str) and tag in _TAGGED_FILE:
            return _media("file", part, data.get(tag), index, path, _TAGGED_FILE[tag])
        return _media("file", part, data, index, path, _FILE)
    if kind == "reasoning":
        return Event("thought", index, path, _TEXT, part, value=part.get("text"))
    if kind == "tool-approval-request":
        return Event("other", index, path, _REQUEST, part, part.get("toolCallId"), kind)
    if kind == "tool-approval-response":
        return Event("other", index, path, _RESPONSE, part, name=kind, value=part.get("approved"))
    return Event("other", index, path, _WHOLE, part, name=kind)


def _result(part: dict[str, Json], index: int, path: Path) -> Event:
    output, call_id, name = part.get("output"), part.get("toolCallId"), part.get("toolName")
    if not isinstance(output, dict) or not isinstance(kind := output.get("type"), str):
        return Event("result", index, path, _BARE_RESULT, part, call_id, name, output)
    key, places = ("reason", _DENIED) if kind == "execution-denied" else ("value", _RESULT)
    return Event("result", index, path, places, part, call_id, name, output.get(key), kind in _FAILURES)


def _media(
    kind: EventKind, part: dict[str, Json], value: object, index: int, path: Path, places: Mapping[str, Path]
) -> Event:
    media_type = media_type_of(part.get("mediaType"), value)
    shown: EventKind = "image" if is_image(media_type) else kind
    return Event(shown, index, path, places, part, value=value, media_type=media_type)


def _nested(items: object, index: int, path: Path) -> Iterator[Event]:
    """Yield the texts, images and files inside a result of the kind `content`."""
    for at, item in enumerate(items if isinstance(items, list) else ()):
        kind = item.get("type") if isinstance(item, dict) else None
        if kind == "text":
            yield Event("text", index, (*path, at), _TEXT, item, value=item.get("text"))
        elif isinstance(kind, str) and kind.startswith(("image-", "file", "media")):
            places = _URL if kind.endswith("-url") else _FILE
            value = item.get("url" if places is _URL else "data")
            yield _media("image" if kind.startswith("image-") else "file", item, value, index, (*path, at), places)
