"""The size of a picture, read from the head of its bytes: no library, and no byte more than is needed."""

from __future__ import annotations

import base64
import binascii
import re
import struct

_HEAD = 400_000
"""Characters of base64 that are looked at: a JPEG may have a large preview before its size."""
_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_OTHER_KINDS = (
    (re.compile(rb"(II\*\x00|MM\x00\*)"), "image/tiff"),
    (re.compile(rb"....ftyp(heic|heix|mif1|avif)", re.DOTALL), "image/heic"),
    (re.compile(rb"\s*(<\?xml.{0,200}?)?<svg", re.DOTALL | re.IGNORECASE), "image/svg+xml"),
    (re.compile(rb"\x00\x00\x01\x00"), "image/x-icon"),
    (re.compile(rb"%PDF"), "application/pdf"),
    (re.compile(rb"BM"), "image/bmp"),
)


def head_of_base64(data: str, characters: int = _HEAD) -> bytes:
    """The first bytes; none if it is no base64."""
    head = re.sub(r"\s", "", data[:characters])
    try:
        return base64.b64decode(head[: len(head) // 4 * 4], altchars=b"-_" if "-" in head or "_" in head else None)
    except (binascii.Error, ValueError):
        return b""


def bytes_of_base64(data: str) -> int:
    """How many bytes it decodes to, without decoding it."""
    return len(data.rstrip("=")) * 3 // 4


def unsupported_image_type(data: str) -> str | None:
    """The type of a picture or page that no model takes as an image, by its first bytes."""
    head = head_of_base64(data, 512)
    return next((kind for pattern, kind in _OTHER_KINDS if pattern.match(head)), None)


def dimensions(data: str) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, WebP or JPEG; None if they cannot be read."""
    head = head_of_base64(data, 64)
    try:
        if head.startswith(b"\x89PNG"):
            return struct.unpack(">II", head[16:24])
        if head.startswith(b"GIF8"):
            return struct.unpack("<HH", head[6:10])
        if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
            return _webp(head)
        return _jpeg(head_of_base64(data)) if head.startswith(b"\xff\xd8") else None
    except (struct.error, IndexError):
        return None


def _webp(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", head[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    """Segment by segment up to the frame that says its size."""
    place = 2
    while place + 9 < len(head) and head[place] == 0xFF:
        marker, length = head[place + 1], int.from_bytes(head[place + 2 : place + 4], "big")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", head[place + 5 : place + 9])
            return width, height
        place += 2 + length
    return None


def pages_of_pdf(data: str) -> int:
    """How many pages a PDF shows; those inside compressed objects are not seen."""
    return len(re.findall(rb"/Type\s*/Page[^s]", head_of_base64(data, len(data))))
