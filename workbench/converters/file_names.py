"""The media type of a file, judged by the file name extension of its address."""

from __future__ import annotations

_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "pdf": "application/pdf",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
    "json": "application/json",
    "mp3": "audio/mpeg",
    "wav": "audio/wav",
    "mp4": "video/mp4",
}


def media_type_by_name(address: str) -> str | None:
    """Return the media type for an address, or None. The address is not parsed, because it may not be a valid URL."""
    path = address.split("?", 1)[0].split("#", 1)[0]
    return _TYPES.get(path.rpartition(".")[2].lower())
