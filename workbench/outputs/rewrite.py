"""Write a changed document in the style of its file, so that a diff shows only the change."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator

from workbench.json.text import compact

_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)")
PLAIN_STYLE = '{\n  "": 1'
"""An example of the style for a file that does not have one yet."""
_SPACE_AFTER_COLON = re.compile(r'"\s*:[ \t]')


def in_the_style_of(original: str, document: object) -> str:
    """Return the document as JSON with the original's indentation, spaces, escapes and line endings."""
    indentation = _INDENT.search(original)
    space = " " if _SPACE_AFTER_COLON.search(original) else ""
    try:
        text = json.dumps(
            document,
            indent=_indent(indentation[1]) if indentation else None,
            separators=("," if indentation else f",{space}", f":{space}"),
            ensure_ascii=original.isascii() and "\\u" in original,
        )
        text.encode()  # fails on a lone surrogate, which no file can contain; `compact` writes it as an escape
    except (RecursionError, ValueError):
        text = compact(document)
    text += "\n" if original.endswith("\n") else ""
    return text.replace("\n", "\r\n") if "\r\n" in original else text


def indent_of(text: str) -> str:
    """Return the white space of one level of indentation; empty if everything is on one line."""
    indentation = _INDENT.search(text)
    return indentation[1] if indentation else ""


def _indent(white_space: str) -> int | str:
    return "\t" if white_space.startswith("\t") else len(white_space)


def unified_diff(before: object, after: object, name: str) -> Iterator[str]:
    """Return the lines of a unified diff, with each value on its own line, whatever the style of the file."""
    old, new = (_lines(document) for document in (before, after))
    path = name.lstrip("/")
    return difflib.unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm="")


def _lines(document: object) -> list[str]:
    return in_the_style_of(PLAIN_STYLE, document).split("\n")
