"""What the name at the end of an address says about the type of the file behind it."""

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
    """From the ending alone: an address of a person's history may be no address at all, so it is not taken apart."""
    path = address.split("?", 1)[0].split("#", 1)[0]
    return _TYPES.get(path.rpartition(".")[2].lower())
