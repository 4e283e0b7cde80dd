"""Anthropic's image and document sources ↔ the data URLs, web addresses and media blocks of other formats.

Functions return None for a source without an equivalent elsewhere (an uploaded file, a document of blocks).
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from workbench.json.media import is_image, media_type_of_base64, split_data_url
from workbench.json.text import Json, JsonObject

_Raw = JsonObject
_UNKNOWN = "application/octet-stream"
_INLINE_KEYS = {"type", "media_type", "data"}
_URL_KEYS = {"type", "url"}


def image_url(source: object) -> str | None:
    """Return an image source as a data URL or a web address, the two forms that every other edge understands."""
    if not isinstance(source, dict):
        return None
    url = source.get("url")
    if source.keys() == _URL_KEYS and isinstance(url, str):
        return url if source["type"] == "url" and url.startswith(("http://", "https://")) else None
    media_type, data = source.get("media_type"), source.get("data")
    if source.get("type") != "base64" or source.keys() != _INLINE_KEYS:
        return None
    if not isinstance(media_type, str) or not isinstance(data, str):
        return None
    head = split_data_url(f"data:{media_type};base64,")
    return f"data:{media_type};base64,{data}" if head and head.media_type == media_type and head.base64 else None


def image_source(url: object) -> _Raw:
    """Return a base64 source for a data URL or recognisable base64, else a URL for the provider to fetch or refuse."""
    parts = split_data_url(url)
    if parts and parts.base64:
        return {"type": "base64", "media_type": parts.media_type, "data": parts.data}
    if media_type := media_type_of_base64(url):
        return {"type": "base64", "media_type": media_type, "data": url}
    return {"type": "url", "url": url}


def document_media(source: object) -> _Raw | None:
    """Return the media block of a document source: a PDF as base64 or address, plain text as base64."""
    if not isinstance(source, dict):
        return None
    kind, data, media_type = source.get("type"), source.get("data"), source.get("media_type")
    if kind == "url" and source.keys() == _URL_KEYS and isinstance(source["url"], str):
        return {"type": "media", "mimeType": "application/pdf", "data": source["url"], "encoding": "url"}
    if source.keys() != _INLINE_KEYS or not isinstance(data, str) or not isinstance(media_type, str):
        return None
    if kind == "text" and media_type == "text/plain":
        encoded = _encoded(data)
    else:
        encoded = data if kind == "base64" and media_type != "text/plain" else None
    return None if encoded is None else {"type": "media", "mimeType": media_type, "data": encoded, "encoding": "base64"}


def media_block(block: _Raw) -> _Raw | None:
    """Return a media block as an image or document block, or None if Anthropic has no block for its media type."""
    media_type, data = block.get("mimeType"), block.get("data")
    if is_audio_or_video(media_type):
        return None
    kind = "image" if is_image(media_type) else "document"
    if block.get("encoding") == "url":
        return {"type": kind, "source": image_source(data)} if data else None
    inline: Json = {"type": "base64", "media_type": media_type, "data": data}
    source = inline if kind == "image" else document_source(media_type, data)
    return None if source is None else {"type": kind, "source": source}


def document_source(media_type: object, data: object) -> Json:
    """Return a PDF as base64 and any text file as plain text, or None for other files, which Anthropic does not read.

    A file of unknown type is sent as base64, so that the provider's error shows.
    """
    if isinstance(media_type, str) and media_type.startswith("text/") and (text := _decoded(data)) is not None:
        return {"type": "text", "media_type": "text/plain", "data": text}
    if isinstance(media_type, str) and media_type not in ("application/pdf", _UNKNOWN, "text/plain"):
        return None
    return {"type": "base64", "media_type": media_type, "data": data}


def is_audio_or_video(media_type: object) -> bool:
    """Whether the media type is audio or video, for which Anthropic has no block."""
    return isinstance(media_type, str) and media_type.startswith(("audio/", "video/"))


def _encoded(text: str) -> str | None:
    try:
        return base64.b64encode(text.encode()).decode()
    except UnicodeEncodeError:  # a lone surrogate
        return None


def _decoded(data: Any) -> str | None:
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, ValueError, TypeError):
        return None
