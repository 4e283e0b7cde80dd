"""A changed document written as its file was, so that a diff shows the change and nothing else."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator

from workbench.json.text import compact

_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)")
PLAIN_STYLE = '{\n  "": 1'
"""The style of a file that has none of its own."""
_BLANK_AFTER = re.compile(r'"\s*:[ \t]')


def in_the_style_of(original: str, document: object) -> str:
    """Its indentation, its blanks, its way of writing other alphabets, its line ends and its last line end."""
    indented = _INDENT.search(original)
    blank = " " if _BLANK_AFTER.search(original) else ""
    try:
        text = json.dumps(
            document,
            indent=_indent(indented[1]) if indented else None,
            separators=("," if indented else f",{blank}", f":{blank}"),
            ensure_ascii=original.isascii() and "\\u" in original,
        )
        text.encode()  # half a character has no place in a file; `compact` writes it as an escape
    except (RecursionError, ValueError):
        text = compact(document)
    text += "\n" if original.endswith("\n") else ""
    return text.replace("\n", "\r\n") if "\r\n" in original else text


def indent_of(text: str) -> str:
    """The blanks of one level; empty where everything is on one line."""
    found = _INDENT.search(text)
    return found[1] if found else ""


def _indent(blanks: str) -> int | str:
    return "\t" if blanks.startswith("\t") else len(blanks)


def unified_diff(before: object, after: object, name: str) -> Iterator[str]:
    """Value by value on lines of their own, whatever the file looks like."""
    old, new = (_lines(document) for document in (before, after))
    shown = name.lstrip("/")
    return difflib.unified_diff(old, new, f"a/{shown}", f"b/{shown}", lineterm="")


def _lines(document: object) -> list[str]:
    return in_the_style_of(PLAIN_STYLE, document).split("\n")
