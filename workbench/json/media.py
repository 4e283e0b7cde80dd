"""Read the media type of images and documents from their data URL or their first bytes, offline."""

from __future__ import annotations

import base64
import binascii
import re
from typing import NamedTuple

from workbench.json.text import Json

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[^;,]*)*?)(;base64)?,", re.ASCII | re.IGNORECASE)
_BASE64_HEAD = re.compile(r"([A-Za-z0-9+/_-]{8,}={0,2}|[A-Za-z0-9+/_-]{2,7}={1,2})\Z")
_OTHER_CHARACTER = re.compile(r"[^A-Za-z0-9+/=_\s-]")
_PLACEHOLDER = re.compile(r"\{\{.{1,200}?\}\}|\{%.{1,200}?%\}")
_PADDING = re.compile(r"\s|=+\Z")
_NO_SPACE = re.compile(r"\S+")
_ARCHIVE = "UEsDB"
"""The base64 of the first bytes of a zip archive, which the files of office programs are."""
_OFFICE_FOLDERS = {b"word/": "docx", b"xl/": "xlsx", b"ppt/": "pptx"}
_SHORTEST_TEXT = 8
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
    """Return the parts of a `data:` URL, or None if the value is not one."""
    match = _DATA_URL.match(url) if isinstance(url, str) else None
    return DataUrl(match[1], match[3] is not None, match.string[match.end() :]) if match else None


def name_by_type(url: Json) -> str | None:
    """Return a name for the file in a `data:` URL that says only its type: `file.pdf`."""
    parts = split_data_url(url)
    kind = parts.media_type if parts else None
    return f"file.{kind.rpartition('/')[2].rpartition('.')[2]}" if kind and "/" in kind else None


def media_type_of_url(url: object) -> str | None:
    match = _DATA_URL.match(url) if isinstance(url, str) else None
    return match[1] if match else None


def media_type_of(declared: object, url: object) -> str | None:
    """Return the declared media type, or the data URL's if none is declared."""
    return declared if isinstance(declared, str) else media_type_of_url(url)


def is_image(media_type: object) -> bool:
    return isinstance(media_type, str) and media_type.startswith("image/")


def is_placeholder(value: object) -> bool:
    """Whether a template fills in this value later: `{{image}}`. It is neither base64 nor an address yet."""
    return isinstance(value, str) and _PLACEHOLDER.search(value[:4096]) is not None


def has_non_base64_characters(text: str) -> bool:
    """Whether the text has a character that is in neither base64 alphabet."""
    return _OTHER_CHARACTER.search(text) is not None


def looks_like_base64(text: str) -> bool:
    return bool(_BASE64_HEAD.match(re.sub(r"\s", "", text[:4096])[: 4096 // 4 * 4]))


def media_type_of_base64(data: object) -> str | None:
    """Return the media type that the first bytes indicate, or None if it is not a known one."""
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


def office_format_of_base64(data: str) -> str | None:
    """Return the format of an office program's file (`docx`), by the folder in its archive; None for anything else."""
    if not data.startswith(_ARCHIVE):
        return None
    try:
        content = base64.b64decode(data)
    except (binascii.Error, ValueError):
        return None
    found = [name for folder, name in _OFFICE_FOLDERS.items() if folder in content]
    return found[0] if len(found) == 1 else None


def inner_base64(data: str) -> str | None:
    """Return the inner base64 of a file that was encoded twice, or None if the data is anything else.

    Data that was cut off at the end stays cut off.
    """
    if len(data) < 16 or not _decoded_once(data[:64]):
        return None
    return _decoded_once(_PADDING.sub("", data))


def text_in_base64(data: str) -> str | None:
    """Return the readable text that base64 encodes, or None if it encodes anything else."""
    if len(data) < _SHORTEST_TEXT or len(data) % 4 or not _NO_SPACE.fullmatch(data[:64]):
        return None
    try:
        if not _is_readable(base64.b64decode(data[:64], validate=True).decode(errors="ignore")):
            return None
        text = base64.b64decode(data, validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    return text if text.strip() and _is_readable(text) else None


def _is_readable(text: str) -> bool:
    return all(character.isprintable() or character in "\n\r\t" for character in text)


def _decoded_once(unpadded: str) -> str | None:
    rest = len(unpadded) % 4
    padded = unpadded[: len(unpadded) - rest] + (unpadded[-rest:] + "=" * (4 - rest) if rest > 1 else "")
    try:
        inner = base64.b64decode(padded, validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return inner if looks_like_base64(inner) and media_type_of_base64(inner) is not None else None
