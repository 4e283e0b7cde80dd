"""Read a UI message of SDK 4 as events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Event,
    EventKind,
)
from workbench.formats.vercel_v4_core.events import read as read_core_message
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_THOUGHT: Mapping[str, Path] = {"value": ("reasoning",)}
_FILE: Mapping[str, Path] = {"value": ("data",), "media_type": ("mimeType",)}
_ATTACHMENT: Mapping[str, Path] = {"value": ("url",), "name": ("name",), "media_type": ("contentType",)}
_CALL: Mapping[str, Path] = {"id": ("toolCallId",), "name": ("toolName",), "value": ("args",), "state": ("state",)}
_RESULT: Mapping[str, Path] = {**_CALL, "value": ("result",)}
_WHOLE: Mapping[str, Path] = {}


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content, parts, invocations = message.get("content"), message.get("parts"), message.get("toolInvocations")
    if message.get("role") == "tool" or (isinstance(content, list) and not isinstance(parts, list)):
        return read_core_message(message, index)
    events: list[Event] = []
    if isinstance(parts, list) and message.get("role") != "system":  # the SDK takes a system prompt from `content`
        for at, part in enumerate(parts):
            events += _events(part, index, ("parts", at))
    else:
        for at, invocation in enumerate(invocations if isinstance(invocations, list) else ()):
            events += _invocation(invocation, index, ("toolInvocations", at))
        if isinstance(content, str) and (content or not events):
            events.append(Event("text", index, (), _CONTENT, message, value=content))
    attachments = message.get("experimental_attachments")
    for at, attachment in enumerate(attachments if isinstance(attachments, list) else ()):
        events.append(_attachment(attachment, index, ("experimental_attachments", at)))
    return events


def _events(part: Any, index: int, path: Path) -> list[Event]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return [Event("text", index, path, _TEXT, part, value=part.get("text"))]
    if kind == "tool-invocation":
        return _invocation(part.get("toolInvocation"), index, (*path, "toolInvocation"))
    if kind == "reasoning":
        return [Event("thought", index, path, _THOUGHT, part, value=part.get("reasoning"))]
    if kind == "file":
        return [_media(part, part.get("data"), part.get("mimeType"), index, path, _FILE)]
    if kind == "step-start":  # a mark between two steps, without content
        return []
    return [Event("other", index, path, _WHOLE, part, name=kind)]


def _invocation(invocation: object, index: int, path: Path) -> list[Event]:
    if not isinstance(invocation, dict):
        return [Event("call", index, path, _WHOLE, invocation)]
    call_id, name = invocation.get("toolCallId"), invocation.get("toolName")
    call = Event("call", index, path, _CALL, invocation, call_id, name, invocation.get("args"))
    if "result" not in invocation:
        return [call]
    return [call, Event("result", index, path, _RESULT, invocation, call_id, name, invocation["result"])]


def _attachment(attachment: object, index: int, path: Path) -> Event:
    if not isinstance(attachment, dict):
        return Event("other", index, path, _WHOLE, attachment, name="attachment")
    return _media(attachment, attachment.get("url"), attachment.get("contentType"), index, path, _ATTACHMENT)


def _media(part: object, value: object, declared: object, index: int, path: Path, places: Mapping[str, Path]) -> Event:
    media_type = media_type_of(declared, value)
    kind: EventKind = "image" if is_image(media_type) else "file"
    return Event(kind, index, path, places, part, value=value, media_type=media_type)
