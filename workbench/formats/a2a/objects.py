"""Convert a message object of the A2A SDK to JSON, so callers can pass either.

Releases up to 0.3 have pydantic models, 1.0 has protobuf messages; anything else is read by its attributes.
"""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import Any

from workbench.json.text import Json

_MESSAGE_FIELDS = ("role", "parts", "metadata")
_PART_FIELDS = ("kind", "type", "text", "data", "file", "raw", "url", "filename", "media_type", "metadata")
_FILE_FIELDS = ("bytes", "uri", "name", "mime_type", "mimeType")


def plain_message(message: Any) -> Json:
    """Return the message as JSON; JSON itself is returned unchanged."""
    if message is None or isinstance(message, (dict, list, str, int, float)):
        return message
    if hasattr(message, "model_dump"):
        return message.model_dump(mode="json", by_alias=True, exclude_none=True)
    if hasattr(message, "DESCRIPTOR"):
        return import_module("google.protobuf.json_format").MessageToDict(message)
    plain = _fields(message, _MESSAGE_FIELDS)
    if isinstance(parts := plain.get("parts"), (list, tuple)):
        plain["parts"] = [_part(part) for part in parts]
    return plain


def _part(part: Any) -> Json:
    """Return a part as JSON. A pydantic `Part` of 0.3 only wraps its `root`."""
    part = getattr(part, "root", part)
    if isinstance(part, dict):
        return part
    if hasattr(part, "model_dump"):
        return part.model_dump(mode="json", by_alias=True, exclude_none=True)
    plain = _fields(part, _PART_FIELDS)
    if "file" in plain and not isinstance(plain["file"], dict):
        plain["file"] = _fields(plain["file"], _FILE_FIELDS)
    return plain


def _fields(thing: Any, names: tuple[str, ...]) -> dict[str, Json]:
    values = ((name, getattr(thing, name, None)) for name in names)
    return {name: value.value if isinstance(value, Enum) else value for name, value in values if value is not None}
