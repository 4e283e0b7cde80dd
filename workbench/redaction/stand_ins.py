"""Stand-ins: texts that say nothing, and are as long and of the same kind of characters as what they replace.

A text becomes `Xxxx xx 00`. A token (an id, a name) becomes another token: equal ones stay equal, different ones
different, and ones that begin alike still do, so that a check that compares them finds what it found. The key is made
for each redaction and kept nowhere.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import unicodedata

_WORD = re.compile(r"[A-Za-z0-9]+")
_KEPT_WORDS = re.compile(r"json", re.IGNORECASE)
"""Providers look for this word in a prompt."""
_LEADING = re.compile(
    r"(?:(?:call|toolu|tooluse|srvtoolu|hist|tool|functions|adk|fc|rs|msg|resp|item|ws|mcp|mcpr|ci|ig|cu|lsh|ctc|apc|run"
    r"|step|thread|conv|asst|file|batch|req|gen|chatcmpl|bdrk|vrtx)[_.-])*"
)
"""What programs put before their ids; whatever else is in one may say something."""
_ALPHABETS = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
_HASHED = 64
_STAND_INS = {2: "ж", 3: "文", 4: "𐀀"}
"""By the bytes of a character in UTF-8."""
_SILENT = ("Z", "C")
"""Blanks, controls and halves of characters: what a rule about characters looks for."""


def masked(text: str) -> str:
    """A text with every letter and digit replaced; punctuation, blanks and the length stay."""
    parts = []
    end = 0
    for word in _KEPT_WORDS.finditer(text):
        parts += [*map(_mask, text[end : word.start()]), word[0]]
        end = word.end()
    return "".join([*parts, *map(_mask, text[end:])])


def _mask(character: str) -> str:
    if character.isascii():
        if character.isdigit():
            return "0"
        return character if not character.isalpha() else "X" if character.isupper() else "x"
    if unicodedata.category(character)[0] in _SILENT:
        return character
    return _STAND_INS[len(character.encode())]


def numbered(text: str, number: int) -> str:
    """The mask of a secret, with a number at its end that tells it from others."""
    mask, digits = masked(text), str(number)
    return mask[: -len(digits)] + digits


class Tokens:
    """Tokens and numbers, replaced in the same way wherever they are."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def token(self, text: str, keep_prefix: bool = False) -> str:
        """Word by word, so that what is inside an id and alone elsewhere stays equal."""
        prefix = _LEADING.match(text) if keep_prefix else None
        kept = prefix[0] if prefix else ""
        rest = "".join(character if character.isascii() else _mask(character) for character in text[len(kept) :])
        return kept + _WORD.sub(lambda word: self._word(word[0]), rest)

    def number(self, value: int | float) -> int | float:
        """As many digits, none of them kept; a single digit is a count or an index and stays."""
        written = repr(value)
        if sum(character.isdigit() for character in written) < 2 or not re.fullmatch(r"-?\d+(\.\d+)?", written):
            return value
        other = self.digits(written)
        return float(other) if isinstance(value, float) else int(other)

    def digits(self, written: str) -> str:
        """A number as it is written, with other digits; none begins with a nought."""
        return re.sub(r"^(-?)0", r"\g<1>9", _WORD.sub(lambda word: self._word(word[0]), written))

    def _word(self, word: str) -> str:
        """Each character is shifted by what came before it, so words that begin alike do so afterwards."""
        shifted = []
        state = hashlib.blake2b(key=self._key)
        shift = 0
        for position, character in enumerate(word):
            if position < _HASHED:
                shift = int.from_bytes(state.copy().digest()[:4])
                state.update(character.encode())
            alphabet = next(letters for letters in _ALPHABETS if character in letters)
            at = alphabet.index(character) + 1 + shift % (len(alphabet) - 1)
            shifted.append(alphabet[at % len(alphabet)])
        return "".join(shifted)
