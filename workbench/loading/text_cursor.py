"""A position in a text that can be matched, moved past blanks and comments, and reported as a fault."""

from __future__ import annotations

import re

from workbench.loading.error import END_OF_TEXT, LoadError

_BLANK = re.compile(r"(?:[\s\ufeff\u200b]++|//[^\n]*+|#[^\n]*+)*+")
_PLAIN = frozenset("{}[]()\"',:0123456789")
_TOKEN = re.compile(r"[\w$]+|.", re.DOTALL)


class Comments:
    """What is known about the comments of one part of a text. The cursors that read that part share it: a text of
    unclosed comments would otherwise be searched to its end from each of them."""

    __slots__ = ("unclosed_from",)

    def __init__(self) -> None:
        self.unclosed_from: int | None = None
        """The first place after which no comment ends, as far as it was searched for."""


class Cursor:
    """Reads `text` from `index` to `end`. The part is not copied, because faults report lines of the full text."""

    __slots__ = ("comments", "end", "index", "text")

    def __init__(self, text: str, index: int = 0, end: int | None = None, comments: Comments | None = None) -> None:
        self.text = text
        self.index = index
        self.end = len(text) if end is None else end
        self.comments = comments or Comments()

    @property
    def here(self) -> str:
        """The next character, or "" at the end."""
        return self.text[self.index] if self.index < self.end else ""

    def skip_blank(self) -> None:
        """Move past white space, `//`, `#` and `/* */` comments."""
        if self.index < self.end and self.text[self.index] in _PLAIN:
            return  # a shortcut for the most common case, without a regular expression
        while match := _BLANK.match(self.text, self.index, self.end):
            self.index = match.end()
            if not self._skip_comment():
                return

    def _skip_comment(self) -> bool:
        """Move past one `/* */`. An unclosed one is not a comment; its end is not searched for more than once."""
        if not self.text.startswith("/*", self.index, self.end):
            return False
        start, unclosed_from = self.index + 2, self.comments.unclosed_from
        if unclosed_from is not None and start >= unclosed_from:
            return False
        close = self.text.find("*/", start, self.end)
        if close < 0:
            self.comments.unclosed_from = start
            return False
        self.index = close + 2
        return True

    def take(self, piece: str) -> bool:
        """Move past `piece` and return True if it is here."""
        if not self.text.startswith(piece, self.index, self.end):
            return False
        self.index += len(piece)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past the text that the pattern matches here, and return the match."""
        match = pattern.match(self.text, self.index, self.end)
        if match:
            self.index = match.end()
        return match

    def fault(self, expected: str, guess: str = "") -> LoadError:
        """Return the error for the text at this position. Its line and column are not set yet."""
        token = _TOKEN.match(self.text, self.index, self.end)
        found = repr(token.group()[:40]) if token else END_OF_TEXT
        if token is None and not guess:
            guess = "the document was probably cut off; save or paste all of it"
        error = LoadError(found, expected, guess)
        error.offset = self.index
        return error
