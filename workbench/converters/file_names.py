"""Names of files: the media type that an extension stands for, and a name for a file that has none."""

from __future__ import annotations

from workbench.json.media import name_by_type
from workbench.json.text import Json

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


def named_file(name: object, url: Json) -> dict[str, Json]:
    """Return an inline file as OpenAI's APIs demand it: with a name, which says only the type if none is known."""
    return {"filename": name if isinstance(name, str) else name_by_type(url) or "file", "file_data": url}
