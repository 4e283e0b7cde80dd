"""A changed document written as its file was, so that a diff shows the change and nothing else."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.json.text import compact

_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)")
PLAIN_STYLE = '{\n  "": 1'
"""The style of a file that has none of its own."""
_BLANK_AFTER = re.compile(r'"\s*:[ \t]')


class Style(NamedTuple):
    """How a text is written."""

    indent: str
    """The blanks of one level; empty where everything is on one line."""
    blank: str
    """After a colon, and after a comma on one line."""
    ascii_only: bool
    """Whether other alphabets are written as escapes."""
    ends_line: bool
    line_end: str

    def written(self, document: object) -> str:
        try:
            text = json.dumps(
                document,
                indent=self._step() if self.indent else None,
                separators=("," if self.indent else f",{self.blank}", f":{self.blank}"),
                ensure_ascii=self.ascii_only,
            )
            text.encode()  # half a character has no place in a file; `compact` writes it as an escape
        except (RecursionError, ValueError):
            text = compact(document)
        text += "\n" if self.ends_line else ""
        return text if self.line_end == "\n" else text.replace("\n", self.line_end)

    def _step(self) -> int | str:
        return "\t" if self.indent.startswith("\t") else len(self.indent)


def style_of(text: str) -> Style:
    """Its indentation, its blanks, its way of writing other alphabets, its line ends and its last line end."""
    indented = _INDENT.search(text)
    return Style(
        indent=indented[1] if indented else "",
        blank=" " if _BLANK_AFTER.search(text) else "",
        ascii_only=text.isascii() and "\\u" in text,
        ends_line=text.endswith("\n"),
        line_end="\r\n" if "\r\n" in text else "\n",
    )


def in_the_style_of(original: str, document: object) -> str:
    return style_of(original).written(document)


def unified_diff(before: object, after: object, name: str) -> Iterator[str]:
    """Value by value on lines of their own, whatever the file looks like."""
    old, new = (_lines(document) for document in (before, after))
    shown = name.lstrip("/")
    return difflib.unified_diff(old, new, f"a/{shown}", f"b/{shown}", lineterm="")


def _lines(document: object) -> list[str]:
    return in_the_style_of(PLAIN_STYLE, document).split("\n")
