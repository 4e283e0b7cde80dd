"""Write a changed document in the style of its file, so that a diff shows only the change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.json.text import compact
from workbench.sequence_difference import unified_diff as difference_of_lines

_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)")
PLAIN_STYLE = '{\n  "": 1'
"""An example of the style for a file that does not have one yet."""
_SPACE_AFTER_COLON = re.compile(r'"\s*:[ \t]')


class Style(NamedTuple):
    """How the JSON in a file is written."""

    indent: str
    """The white space of one level of indentation; empty if everything is on one line."""
    space: str
    """After a colon, and after a comma on one line."""
    ascii_only: bool
    """Whether other characters are written as escapes."""
    ends_line: bool
    line_end: str

    def written(self, document: object) -> str:
        try:
            text = json.dumps(
                document,
                indent=self._step() if self.indent else None,
                separators=("," if self.indent else f",{self.space}", f":{self.space}"),
                ensure_ascii=self.ascii_only,
            )
            text.encode()  # fails on a lone surrogate, which no file can contain; `compact` writes it as an escape
        except (RecursionError, ValueError):
            text = compact(document)
        text += "\n" if self.ends_line else ""
        return text if self.line_end == "\n" else text.replace("\n", self.line_end)

    def _step(self) -> int | str:
        return "\t" if self.indent.startswith("\t") else len(self.indent)


def style_of(text: str) -> Style:
    indentation = _INDENT.search(text)
    return Style(
        indent=indentation[1] if indentation else "",
        space=" " if _SPACE_AFTER_COLON.search(text) else "",
        ascii_only=text.isascii() and "\\u" in text,
        ends_line=text.endswith("\n"),
        line_end="\r\n" if "\r\n" in text else "\n",
    )


def in_the_style_of(original: str, document: object) -> str:
    """Return the document as JSON with the original's indentation, spaces, escapes and line endings."""
    return style_of(original).written(document)


def unified_diff(before: object, after: object, name: str) -> Iterator[str]:
    """Return the lines of a unified diff, with each value on its own line, whatever the style of the file."""
    old, new = (_lines(document) for document in (before, after))
    path = name.lstrip("/")
    return difference_of_lines(old, new, f"a/{path}", f"b/{path}")


def _lines(document: object) -> list[str]:
    return in_the_style_of(PLAIN_STYLE, document).split("\n")
