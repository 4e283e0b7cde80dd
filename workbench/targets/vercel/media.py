"""Errors that the SDK throws for the data of images and files before it sends them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.contract import Thrown
from workbench.targets.vercel.javascript import is_base64, is_data_url, is_url

_SNIFFED = 24
"""The number of base64 characters that the SDK decodes to detect the type of an image."""

NOT_BASE64_4 = "AI_InvalidDataContentError: Invalid data content. Content string is not a base64-encoded media."
NOT_BASE64 = "InvalidCharacterError: Invalid character"


def media_parts(messages: Sequence[Json], role: str) -> Iterator[tuple[int, int, str, Json]]:
    """The message, part, kind and data of every image and file in messages of a role."""
    for index, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") != role:
            continue
        content = message.get("content")
        for at, part in enumerate(content if isinstance(content, list) else ()):
            kind = part.get("type") if isinstance(part, dict) else None
            if kind in ("image", "file"):
                yield index, at, kind, part.get("image" if kind == "image" else "data")


def unreadable_media(version: int, messages: Sequence[Json]) -> Iterator[Thrown]:
    """Data that the SDK cannot read: version 4 decodes all user data, versions 5 and 6 the beginning of images."""
    for index, at, kind, data in media_parts(messages, "user"):
        path: Path = ("content", at, "image" if kind == "image" else "data")
        if isinstance(data, str) and (words := _unreadable(version, kind, data)):
            yield Thrown(index, path, _SENTENCES["comma" if "data URL" in words else "base64"], words)
    for index, at, _, data in media_parts(messages, "assistant") if version > 4 else ():
        if isinstance(data, str) and is_data_url(data) and "," not in data:
            yield Thrown(index, ("content", at, "data"), _SENTENCES["comma"], _bad_data_url(version, "file", data))


def _unreadable(version: int, kind: str, data: str) -> str | None:
    inline = data
    if is_url(data):
        if not is_data_url(data):
            return None
        if "," not in data:
            return _bad_data_url(version, kind, data)
        inline = data.split(",")[1]
    if version == 4:
        return None if is_base64(inline) else NOT_BASE64_4
    return NOT_BASE64 if kind == "image" and not is_base64(inline[:_SNIFFED]) else None


def _bad_data_url(version: int, kind: str, data: str) -> str:
    if version == 4:
        return f"Error: Invalid data URL format in part {kind}"
    return f"InvalidDataContentError: Invalid data URL format in content {data}"


_SENTENCES = {
    "comma": "The data URL has no comma, so it contains no data.",
    "base64": "This is neither a URL nor base64.",
}
