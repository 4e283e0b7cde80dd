"""Normalise the spelling of a sentence: quotes differ between providers, and each wrapper adds escapes."""

from __future__ import annotations

import re

_QUOTES = re.compile(r"[\"`´‘’“”„]")
_ESCAPED = re.compile(r"\\+([\"'`/nrt])")
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})")


def plain(text: str) -> str:
    """Return the text on one line, with one kind of quote and without escapes."""
    text = _UNICODE.sub(lambda match: chr(int(match[1], 16)), text)
    text = _ESCAPED.sub(lambda match: " " if match[1] in "nrt" else match[1], text)
    text = _QUOTES.sub("'", text).replace("preceeding", "preceding")
    return " ".join(text.split())
