"""Make hostile text harmless: characters that would move, hide or reorder others on a screen are shown as escapes.

A conversation can contain terminal escapes, text-direction overrides and lone surrogates. The joiners that Persian and
family emoji need are not changed: they hide nothing.
"""

from __future__ import annotations

import re

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Return the text on one line: line breaks are shown as `\\n` too."""
    return _INVISIBLE.sub(_escape, text)


def visible_lines(text: str) -> str:
    """Return the visible text with its line breaks."""
    return "\n".join(visible(line) for line in text.split("\n"))


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    number = ord(character)
    return short or (f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}")


def shortened(text: str, limit: int) -> str:
    """Return the text, cut at the limit and with its length added if it is longer."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text):,} characters)"
