"""The dimensions and the type of an image are read from its first bytes."""

from __future__ import annotations

import base64
import struct

import pytest

from workbench.json.pictures import bytes_of_base64, dimensions, pages_of_pdf, unsupported_image_type


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 640, 480) + b"\x08\x02\x00\x00\x00"
GIF = b"GIF89a" + struct.pack("<HH", 640, 480) + b"\x00\x00\x00"
LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a" + struct.pack("<HH", 640, 480)
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f" + struct.pack("<I", 639 | 479 << 14) + b"\x00" * 8
EXTENDED = b"RIFF\x00\x00\x00\x00WEBPVP8X" + b"\x00" * 8 + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
PREVIEW = b"\xff\xe1" + struct.pack(">H", 60_000) + b"\x00" * 59_998
JPEG = b"\xff\xd8" + PREVIEW + b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 480, 640) + b"\x00" * 16


@pytest.mark.parametrize("data", [PNG, GIF, LOSSY, LOSSLESS, EXTENDED, JPEG])
def test_the_dimensions_of_every_image_type_are_read(data: bytes) -> None:
    assert dimensions(encoded(data)) == (640, 480)


@pytest.mark.parametrize("data", [b"", PNG[:18], b"\xff\xd8\xff", b"RIFF\x00\x00\x00\x00WEBPnone", b"hello world"])
def test_a_truncated_or_unknown_image_has_no_dimensions(data: bytes) -> None:
    assert dimensions(encoded(data)) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        (b"<?xml version='1.0'?>\n<svg/>", "image/svg+xml"),
        (b"II*\x00rest of it", "image/tiff"),
        (b"\x00\x00\x00\x18ftypheicmore", "image/heic"),
        (b"%PDF-1.7 and more", "application/pdf"),
        (PNG, None),
    ],
)
def test_a_type_that_no_model_accepts_is_recognised_by_its_first_bytes(data: bytes, kind: str | None) -> None:
    assert unsupported_image_type(encoded(data)) == kind


def test_bytes_are_counted_without_decoding() -> None:
    assert [bytes_of_base64(encoded(b"x" * size)) for size in (1, 2, 3, 100)] == [1, 2, 3, 100]


def test_the_pages_of_a_pdf_are_counted_without_the_page_tree() -> None:
    assert pages_of_pdf(encoded(b"%PDF /Type /Pages /Type /Page /Type/Page ")) == 2
