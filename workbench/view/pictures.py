"""Find pictures that can be drawn without loading anything, because their bytes are in the history itself."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.json.media import looks_like_base64, split_data_url
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.view.drawn_rows import Segment

_THUMBNAILS = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""Picture types that cannot contain a script and that a browser draws without a network request."""
LARGEST_THUMBNAIL = 300_000


def image_at(
    value: object, around: Mapping[Path, Json], path: Path, largest: int = LARGEST_THUMBNAIL
) -> Segment | None:
    """Return a picture whose bytes are in the history itself, or None if the value is not one."""
    if isinstance(value, dict) and isinstance(url := value.get("url") or value.get("data"), str):
        kind = value.get("media_type") or value.get("mediaType") or value.get("mimeType")
        return image_at(url, {(*path, "media_type"): kind}, (*path, "url"), largest)
    if not isinstance(value, str):
        return None
    url = split_data_url(value)
    if url and url.base64 and url.media_type in _THUMBNAILS:
        return _picture(url.media_type, url.data, largest)
    declared = [around.get((*path[:-1], key)) for key in ("media_type", "mediaType", "mimeType", "encoding")]
    media_type = next((kind for kind in declared if kind in _THUMBNAILS), None)
    if media_type and path and path[-1] in ("data", "url", "bytes", "image") and looks_like_base64(value):
        return _picture(media_type, value, largest)
    return None


def _picture(media_type: str, data: str, largest: int) -> Segment:
    caption = f"{media_type} · {size_text(len(data) * 3 // 4)}"
    drawn = len(data) <= largest and looks_like_base64(data)
    return {"kind": "image", "text": caption, "url": f"data:{media_type};base64,{data}" if drawn else ""}


def size_text(size: int) -> str:
    """Return a size such as `812 B`, `1.4 kB` or `18 kB`."""
    if size < 1000:
        return f"{size} B"
    for unit in ("kB", "MB", "GB"):
        size_in_unit = size / 1000
        if size_in_unit < 1000:
            return f"{size_in_unit:.1f} {unit}" if size_in_unit < 10 else f"{size_in_unit:.0f} {unit}"
        size //= 1000
    return f"{size} TB"
