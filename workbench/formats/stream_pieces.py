"""Split texts into the pieces in which a stream sends them."""

from __future__ import annotations

import re

_WORDS = re.compile(r"\s*\S+\s*|\s+")


def split_words(text: str) -> list[str]:
    """Split a text into words and keep all whitespace."""
    return _WORDS.findall(text)


def split_halves(text: str) -> list[str]:
    """Split a text into two pieces. A single character gives one piece, an empty text none."""
    half = max(1, len(text) // 2)
    return [piece for piece in (text[:half], text[half:]) if piece]
