"""Bedrock's images, documents, videos and audio ↔ the data URLs and media blocks of other formats.

Only bytes have an equivalent elsewhere: functions return None for an S3 location, and for a web address, because
Converse does not fetch it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from workbench.json.media import is_image, media_type_of_base64, split_data_url
from workbench.json.text import Json, JsonObject, compact

_Raw = JsonObject
_IMAGES = ("png", "jpeg", "gif", "webp")
_MEDIA_TYPES = {
    "document": {
        "pdf": "application/pdf",
        "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "html": "text/html",
        "txt": "text/plain",
        "md": "text/markdown",
    },
    "video": {
        "mkv": "video/x-matroska",
        "mov": "video/quicktime",
        "mp4": "video/mp4",
        "webm": "video/webm",
        "flv": "video/x-flv",
        "mpeg": "video/mpeg",
        "mpg": "video/mpg",
        "wmv": "video/x-ms-wmv",
        "three_gp": "video/3gpp",
    },
    "audio": {name: f"audio/{name}" for name in ("mp3", "opus", "wav", "aac", "flac", "mp4", "ogg", "m4a", "webm")},
}
"""Format name → media type. The mapping is one to one, so the way back restores the same name."""
_FORMATS = {media: (kind, form) for kind, forms in _MEDIA_TYPES.items() for form, media in forms.items()}
_FORMATS["audio/mpeg"] = ("audio", "mp3")
_ILLEGAL_IN_NAME = re.compile(r"[^\w\s\-()\[\]]|_", re.ASCII)


def image_url(inner: _Raw) -> str | None:
    """Return the data URL of an image block, or None."""
    form, data = inner.get("format"), _bytes(inner)
    return f"data:image/{form};base64,{data}" if len(inner) == 2 and form in _IMAGES and data is not None else None


def media_of(kind: str, inner: _Raw) -> _Raw | None:
    """Return the media block of a document, video or audio block, or None."""
    form, data = inner.get("format"), _bytes(inner)
    media_type = _MEDIA_TYPES[kind].get(form) if isinstance(form, str) else None
    if media_type is None or data is None or not inner.keys() <= {"format", "source", "name"}:
        return None
    block = {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64"}
    return {**block, "filename": inner["name"]} if "name" in inner else block


def _bytes(inner: _Raw) -> str | None:
    source = inner.get("source")
    data = source.get("bytes") if isinstance(source, dict) and len(source) == 1 else None
    return data if isinstance(data, str) else None


def image_block(url: object) -> _Raw | None:
    """Return the image block of a data URL or of recognisable base64, or None."""
    if parts := split_data_url(url):
        return _image(parts.media_type, parts.data) if parts.base64 else None
    return _image(media_type_of_base64(url), url)


def media_block(block: _Raw) -> _Raw | None:
    media_type, data = block.get("mimeType"), block.get("data")
    if block.get("encoding") == "url":
        return image_block(data) if is_image(media_type) else None
    kind, form = _FORMATS.get(media_type, ("", "")) if isinstance(media_type, str) else ("", "")
    if not kind:
        return _image(media_type, data)
    medium: _Raw = {"format": form, "source": {"bytes": data}}
    if kind == "document":
        medium["name"] = _document_name(block)
    return {kind: medium}


def format_of(media_type: str) -> tuple[str, str] | None:
    """Return the kind of block and the format name for a media type, or None."""
    if is_image(media_type):
        form = media_type.removeprefix("image/")
        return "image", "jpeg" if form == "jpg" else form
    return _FORMATS.get(media_type)


def _image(media_type: Any, data: Json) -> _Raw | None:
    if not is_image(media_type):
        return None
    form = media_type.removeprefix("image/")
    return {"image": {"format": "jpeg" if form == "jpg" else form, "source": {"bytes": data}}}


def _document_name(block: _Raw) -> str:
    """Return the name that Converse requires, in its alphabet. A hash of the bytes distinguishes unnamed documents."""
    name = block.get("filename")
    if isinstance(name, str) and name:
        return _ILLEGAL_IN_NAME.sub("-", name)
    return "document-" + hashlib.sha256(compact(block.get("data")).encode()).hexdigest()[:8]
