"""Hostile text made harmless and visible: what would move, hide or reorder characters on a screen is shown by number.

A conversation can hold terminal escapes, text-direction overrides and half characters. The joiners that Persian or
family emoji need are left alone: they hide nothing.
"""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """On one line: line ends are shown as `\\n` too."""
    return _UNSEEN.sub(_escape, text)


def visible_lines(text: str) -> str:
    """The same, but line ends stay what they are."""
    return "\n".join(visible(line) for line in text.split("\n"))


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    number = ord(character)
    return short or (f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}")


def shortened(text: str, limit: int) -> str:
    """Cut, with its length, so that a long text does not drown the place that matters."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text):,} characters)"
