"""The media type of bytes and data URLs."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given

from tests.strategies.json_values import json_values
from workbench.json.media import DataUrl, looks_like_base64, media_type_of_base64, media_type_of_url, split_data_url


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("data:image/png;base64,iVBO", DataUrl("image/png", True, "iVBO")),
        ("data:image/svg+xml;utf8,<svg/>", DataUrl("image/svg+xml", False, "<svg/>")),
        ("data:text/plain;charset=utf-8;base64,aGk=", DataUrl("text/plain", True, "aGk=")),
        ("data:;base64,aGk=", DataUrl(None, True, "aGk=")),
        ("data:,hi", DataUrl(None, False, "hi")),
        ("DATA:image/PNG;BASE64,iVBO", DataUrl("image/PNG", True, "iVBO")),
        ("data:image/png;base64,", DataUrl("image/png", True, "")),
    ],
)
def test_a_data_url_is_split_into_its_parts(url: str, expected: DataUrl) -> None:
    assert split_data_url(url) == expected
    assert media_type_of_url(url) == expected.media_type


@pytest.mark.parametrize("url", ["https://a.b/c.png", "iVBORw0KGgo=", "data:image/png;base64", "", None, 7, ["data:,"]])
def test_anything_else_has_no_parts(url: Any) -> None:
    assert split_data_url(url) is None
    assert media_type_of_url(url) is None


def test_a_long_url_without_data_is_matched_without_backtracking() -> None:
    assert split_data_url("data:" + ";x" * 200_000) is None


@pytest.mark.parametrize(
    ("first_bytes", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", None),
        (b"BM\x00\x00", "image/bmp"),
        (b"%PDF-1.7", "application/pdf"),
        (b"hello", None),
        (b"", None),
    ],
)
def test_the_first_bytes_determine_the_type(first_bytes: bytes, expected: str | None) -> None:
    data = first_bytes + bytes(64)
    assert media_type_of_base64(base64.b64encode(data).decode()) == expected
    assert media_type_of_base64(base64.urlsafe_b64encode(data).decode()) == expected


def test_base64_may_be_broken_over_lines() -> None:
    assert media_type_of_base64("iVBO\r\nRw0K\nGgoA") == "image/png"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("iVBORw0KGgo=", True),
        ("iVBO\nRw0KGgoAAA", True),
        ("https://a.b/c", False),
        ("short", False),
        ("hello world!", False),
    ],
)
def test_base64_is_distinguished_from_other_text(text: str, expected: bool) -> None:
    assert looks_like_base64(text) is expected


@given(json_values)
def test_no_value_raises(value: Any) -> None:
    assert media_type_of_url(value) is None or isinstance(value, str)
    assert media_type_of_base64(value) is None or isinstance(value, str)
