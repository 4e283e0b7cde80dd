"""A position in a text: what is there, how to pass blanks and comments, and how to say that it is wrong."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.loading.error import LoadError

_BLANK = re.compile(r"(?:[\s\ufeff\u200b]++|//[^\n]*+|#[^\n]*+)*+")
_PLAIN = frozenset("{}[]()\"',:0123456789")
_TOKEN = re.compile(r"[\w$]+|.", re.DOTALL)


@lru_cache(maxsize=2)
def _last_comment_end(text: str) -> int:
    return text.rfind("*/")


class Cursor:
    """Reads `text` from `index` up to `end`, so that a part of a text still reports the lines of the whole."""

    __slots__ = ("end", "index", "text")

    def __init__(self, text: str, index: int = 0, end: int | None = None) -> None:
        self.text = text
        self.index = index
        self.end = len(text) if end is None else end

    @property
    def here(self) -> str:
        """The next character, or "" at the end."""
        return self.text[self.index] if self.index < self.end else ""

    def skip_blank(self) -> None:
        """Passes white space, `//`, `#` and `/* */` comments."""
        if self.index < self.end and self.text[self.index] in _PLAIN:
            return  # the common case, worth a shortcut: no regular expression
        while found := _BLANK.match(self.text, self.index, self.end):
            self.index = found.end()
            if not self._skip_comment():
                return

    def _skip_comment(self) -> bool:
        """Passes one `/* */`. What is never closed is no comment, and is not searched for its end again and again."""
        if not self.text.startswith("/*", self.index, self.end) or self.index + 2 > _last_comment_end(self.text):
            return False
        close = self.text.find("*/", self.index + 2, self.end)
        if close < 0:
            return False
        self.index = close + 2
        return True

    def take(self, piece: str) -> bool:
        """Passes exactly this, if it is here."""
        if not self.text.startswith(piece, self.index, self.end):
            return False
        self.index += len(piece)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Passes what the pattern matches here, if anything."""
        found = pattern.match(self.text, self.index, self.end)
        if found:
            self.index = found.end()
        return found

    def fault(self, expected: str, guess: str = "") -> LoadError:
        """The error for what is here, not yet located."""
        token = _TOKEN.match(self.text, self.index, self.end)
        found = repr(token.group()[:40]) if token else "the end of the text"
        if token is None and not guess:
            guess = "the document was probably cut off; save or paste all of it"
        error = LoadError(found, expected, guess)
        error.offset = self.index
        return error
