"""A sentence in one spelling: quotes differ between providers and are lost in logs, escapes pile up with each wrap."""

from __future__ import annotations

import re

_QUOTES = re.compile(r"[\"`´‘’“”„]")
_ESCAPED = re.compile(r"\\+([\"'`/nrt])")
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})")


def plain(text: str) -> str:
    """On one line, with one kind of quote and without escapes."""
    text = _UNICODE.sub(lambda match: chr(int(match[1], 16)), text)
    text = _ESCAPED.sub(lambda match: " " if match[1] in "nrt" else match[1], text)
    text = _QUOTES.sub("'", text).replace("preceeding", "preceding")
    return " ".join(text.split())
