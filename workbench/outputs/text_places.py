"""Find line and column of JSON pointers in the text of a document, for editors and annotations.

One pass reads the text token by token, without building values. A text that is not plain JSON (a log, a Python
literal) yields no places, because they would be misleading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from workbench.json.pointer import to_pointer
from workbench.json.text import parse_or_none

_TOKEN = re.compile(r'[\s,:]*(?:("(?:[^"\\]|\\.)*+")|([{\[])|([}\]])|([^\s,:\[\]{}"]+))', re.DOTALL)


class Place(NamedTuple):
    line: int
    column: int
    """Line and column are counted from 1, as editors do."""


def places_in_text(text: str, pointers: Iterable[str]) -> dict[str, Place]:
    wanted = set(pointers)
    if not wanted or not isinstance(parse_or_none(text), (dict, list)):
        return {}
    ends = [match.start() for match in re.finditer("\n", text)]
    return {pointer: _place(offset, ends) for pointer, offset in _offsets(text, wanted).items()}


def _place(offset: int, ends: list[int]) -> Place:
    line = bisect_left(ends, offset)
    return Place(line + 1, offset - (ends[line - 1] if line else -1))


class _Container:
    """A list or object that contains the current token."""

    __slots__ = ("index", "is_list", "key", "pointer")

    def __init__(self, pointer: str, is_list: bool) -> None:
        self.pointer, self.is_list = pointer, is_list
        self.index = 0
        self.key: str | None = None

    def next_value(self) -> str:
        """Return the pointer of the value that begins now."""
        if self.is_list:
            self.index += 1
            return f"{self.pointer}/{self.index - 1}"
        key, self.key = self.key, None
        return f"{self.pointer}{key}"


def _offsets(text: str, wanted: set[str]) -> dict[str, int]:
    """Return the offset of each wanted value. If a key occurs twice, the last one counts, as JSON parsers do."""
    offsets: dict[str, int] = {}
    containers: list[_Container] = []
    for token in _TOKEN.finditer(text):
        string, opening, closing, _ = token.groups()
        if closing:
            containers.pop()
            continue
        if containers and not containers[-1].is_list and containers[-1].key is None:
            containers[-1].key = to_pointer([str(parse_or_none(string))])
            continue
        pointer = containers[-1].next_value() if containers else ""
        if pointer in wanted:
            offsets[pointer] = token.start(token.lastindex or 0)
        if opening:
            containers.append(_Container(pointer, opening == "["))
    return offsets
