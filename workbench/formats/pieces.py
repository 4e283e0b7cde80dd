"""Texts in the pieces in which a stream sends them."""

from __future__ import annotations

import re

_WORDS = re.compile(r"\s*\S+\s*|\s+")


def words_of(text: str) -> list[str]:
    """Word by word, every blank kept."""
    return _WORDS.findall(text)


def halves_of(text: str) -> list[str]:
    """Two pieces; one where there is no more than a character, none where there is nothing."""
    half = max(1, len(text) // 2)
    return [piece for piece in (text[:half], text[half:]) if piece]
