"""Read the type, dimensions and size of an image or PDF from base64. Only the needed bytes are decoded."""

from __future__ import annotations

import base64
import binascii
import re
import struct

_MAX_HEAD = 400_000
"""Characters of base64 that are decoded at most: a JPEG may have a large preview before its dimensions."""
_FRAME_MARKERS = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_UNSUPPORTED_TYPES = (
    (re.compile(rb"(II\*\x00|MM\x00\*)"), "image/tiff"),
    (re.compile(rb"....ftyp(heic|heix|mif1|avif)", re.DOTALL), "image/heic"),
    (re.compile(rb"\s*(<\?xml.{0,200}?)?<svg", re.DOTALL | re.IGNORECASE), "image/svg+xml"),
    (re.compile(rb"\x00\x00\x01\x00"), "image/x-icon"),
    (re.compile(rb"%PDF"), "application/pdf"),
    (re.compile(rb"BM"), "image/bmp"),
)


def head_of_base64(data: str, characters: int = _MAX_HEAD) -> bytes:
    """Return the first bytes, or no bytes if the data is not base64."""
    head = re.sub(r"\s", "", data[:characters])
    try:
        return base64.b64decode(head[: len(head) // 4 * 4], altchars=b"-_" if "-" in head or "_" in head else None)
    except (binascii.Error, ValueError):
        return b""


def bytes_of_base64(data: str) -> int:
    """Return the number of bytes that base64 data decodes to, without decoding it."""
    return len(data.rstrip("=")) * 3 // 4


def unsupported_image_type(data: str) -> str | None:
    """Return the media type of data that no model accepts as an image, judged by its first bytes, or None."""
    head = head_of_base64(data, 512)
    return next((kind for pattern, kind in _UNSUPPORTED_TYPES if pattern.match(head)), None)


def dimensions(data: str) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF, WebP or JPEG, or None if they cannot be read."""
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
    """Walk over the segments up to the frame header, which has the dimensions."""
    offset = 2
    while offset + 9 < len(head) and head[offset] == 0xFF:
        marker, length = head[offset + 1], int.from_bytes(head[offset + 2 : offset + 4], "big")
        if marker in _FRAME_MARKERS:
            height, width = struct.unpack(">HH", head[offset + 5 : offset + 9])
            return width, height
        offset += 2 + length
    return None


def pages_of_pdf(data: str) -> int:
    """Count the pages of a PDF. Pages inside compressed objects are not counted."""
    return len(re.findall(rb"/Type\s*/Page[^s]", head_of_base64(data, len(data))))


def is_encrypted_pdf(data: str) -> bool:
    """Whether a PDF says that its objects are encrypted. A trailer that is compressed says nothing."""
    return re.search(rb"/Encrypt\s+\d", head_of_base64(data, len(data))) is not None
