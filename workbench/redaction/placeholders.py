"""Placeholders: meaningless texts of the same length and kinds of characters as what they replace.

A text becomes `Xxxx xx 00`. A token (an id, a name) becomes another token: equal tokens stay equal, different ones stay
different, and tokens with a common prefix still have one, so that rules that compare them find the same. The key is
created for each redaction and not stored.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import unicodedata

_WORD = re.compile(r"[A-Za-z0-9]+")
_UNCHANGED_WORDS = re.compile(r"json", re.IGNORECASE)
"""Some providers require this word in a prompt."""
_ID_PREFIX = re.compile(
    r"(?:(?:call|toolu|tooluse|srvtoolu|hist|tool|functions|adk|fc|rs|msg|resp|item|ws|mcp|mcpr|ci|ig|cu|lsh|ctc|apc|run"
    r"|step|thread|conv|asst|file|batch|req|gen|chatcmpl|bdrk|vrtx)[_.-])*"
)
"""Prefixes that programs put before ids. Any other part of an id may be private."""
_ALPHABETS = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
_MAX_HASHED = 64
_PLACEHOLDER_CHARACTERS = {2: "ж", 3: "文", 4: "𐀀"}
"""Number of UTF-8 bytes → placeholder character."""
_UNCHANGED_CATEGORIES = ("Z", "C")
"""White space, control characters and lone surrogates, because rules about characters look for them."""


def masked(text: str) -> str:
    """Return a text with every letter and digit replaced. Punctuation, white space and the length stay."""
    parts = []
    end = 0
    for word in _UNCHANGED_WORDS.finditer(text):
        parts += [*map(_mask, text[end : word.start()]), word[0]]
        end = word.end()
    return "".join([*parts, *map(_mask, text[end:])])


def _mask(character: str) -> str:
    if character.isascii():
        if character.isdigit():
            return "0"
        return character if not character.isalpha() else "X" if character.isupper() else "x"
    if unicodedata.category(character)[0] in _UNCHANGED_CATEGORIES:
        return character
    return _PLACEHOLDER_CHARACTERS[len(character.encode())]


def numbered(text: str, number: int) -> str:
    """Return the mask of a secret with a number at its end that distinguishes it from others."""
    mask, digits = masked(text), str(number)
    return mask[: -len(digits)] + digits


class Tokens:
    """Replaces tokens and numbers in the same way wherever they occur."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def token(self, text: str, keep_prefix: bool = False) -> str:
        """Replace a token word by word, so that a word that is also elsewhere stays equal to it."""
        match = _ID_PREFIX.match(text) if keep_prefix else None
        prefix = match[0] if match else ""
        rest = "".join(character if character.isascii() else _mask(character) for character in text[len(prefix) :])
        return prefix + _WORD.sub(lambda word: self._word(word[0]), rest)

    def number(self, value: int | float) -> int | float:
        """Return a number with as many different digits. A single digit stays: it is a count or an index."""
        text = repr(value)
        if sum(character.isdigit() for character in text) < 2 or not re.fullmatch(r"-?\d+(\.\d+)?", text):
            return value
        replacement = self.digits(text)
        return float(replacement) if isinstance(value, float) else int(replacement)

    def digits(self, text: str) -> str:
        """Replace the digits of a number in a text. The result has no leading zero."""
        return re.sub(r"^(-?)0", r"\g<1>9", _WORD.sub(lambda word: self._word(word[0]), text))

    def _word(self, word: str) -> str:
        """Shift each character by a hash of the characters before it, so that common prefixes are preserved."""
        shifted = []
        state = hashlib.blake2b(key=self._key)
        shift = 0
        for position, character in enumerate(word):
            if position < _MAX_HASHED:
                shift = int.from_bytes(state.copy().digest()[:4])
                state.update(character.encode())
            alphabet = next(letters for letters in _ALPHABETS if character in letters)
            at = alphabet.index(character) + 1 + shift % (len(alphabet) - 1)
            shifted.append(alphabet[at % len(alphabet)])
        return "".join(shifted)
