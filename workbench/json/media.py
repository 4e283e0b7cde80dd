"""What an image's own bytes and its data URL say about its type. Offline, from the first bytes only."""

from __future__ import annotations

import base64
import binascii
import re
from typing import NamedTuple

from workbench.json.text import Json

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[^;,]*)*?)(;base64)?,", re.ASCII | re.IGNORECASE)
_BASE64_HEAD = re.compile(r"([A-Za-z0-9+/_-]{8,}={0,2}|[A-Za-z0-9+/_-]{2,7}={1,2})\Z")
_OTHER_CHARACTER = re.compile(r"[^A-Za-z0-9+/=_\s-]")
_PADDING = re.compile(r"\s|=+\Z")
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"%PDF", "application/pdf"),
)


class DataUrl(NamedTuple):
    media_type: str | None
    base64: bool
    data: str


def split_data_url(url: Json) -> DataUrl | None:
    """The parts of a `data:` URL; None if it is none."""
    match = _DATA_URL.match(url) if isinstance(url, str) else None
    return DataUrl(match[1], match[3] is not None, url[match.end() :]) if match else None


def media_type_of_url(url: object) -> str | None:
    match = _DATA_URL.match(url) if isinstance(url, str) else None
    return match[1] if match else None


def media_type_of(declared: object, url: object) -> str | None:
    """The declared type counts; without one, the data URL decides."""
    return declared if isinstance(declared, str) else media_type_of_url(url)


def is_image(media_type: object) -> bool:
    return isinstance(media_type, str) and media_type.startswith("image/")


def has_non_base64_characters(text: str) -> bool:
    """Whether it has a character that no base64 has, in either alphabet."""
    return _OTHER_CHARACTER.search(text) is not None


def looks_like_base64(text: str) -> bool:
    return bool(_BASE64_HEAD.match(re.sub(r"\s", "", text[:4096])[: 4096 // 4 * 4]))


def media_type_of_base64(data: object) -> str | None:
    """The type that the bytes themselves show; None if they are of no kind we know."""
    if not isinstance(data, str):
        return None
    head = re.sub(r"\s", "", data[:64])
    try:
        first = base64.b64decode(head[: len(head) // 4 * 4], altchars=b"-_" if "-" in head or "_" in head else None)
    except (binascii.Error, ValueError):
        return None
    if first[:4] == b"RIFF" and first[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for signature, kind in _SIGNATURES if first.startswith(signature)), None)


def inner_base64(data: str) -> str | None:
    """The base64 of a known kind of file inside of base64: it was encoded twice. None if it holds anything else.

    What was cut at the end stays cut.
    """
    if len(data) < 16 or not _inner(data[:64]):
        return None
    return _inner(_PADDING.sub("", data))


def _inner(bare: str) -> str | None:
    rest = len(bare) % 4
    padded = bare[: len(bare) - rest] + (bare[-rest:] + "=" * (4 - rest) if rest > 1 else "")
    try:
        inner = base64.b64decode(padded, validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return inner if looks_like_base64(inner) and media_type_of_base64(inner) is not None else None
