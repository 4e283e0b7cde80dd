"""A JSON value on one bounded line that surely shows the value at a path, wherever it is and however large it is.

Everything beside the path is cut: long texts to their beginning, large containers to their size.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from workbench.json.pointer import list_index
from workbench.json.text import Json
from workbench.outputs.visible import visible

_TEXT = 40
"""Characters of a text that is only context; the value itself may have more."""
_MARKED_TEXT = 64
_MEMBERS = 4
_DEEP = 3
_LONGEST_PATH = 12
_BEGINNING = 18
"""Characters of the beginning that are kept when the line is cut: they hold the role."""


class Written(NamedTuple):
    text: str
    start: int
    end: int
    """Where the value at the path is in the text."""


def one_line(value: object, path: tuple[str | int, ...], width: int) -> Written:
    """`path` leads to the value to be marked; where it leads to nothing, the last container it reaches is marked."""
    skipped = max(0, len(path) - _LONGEST_PATH)
    for step in path[:skipped]:
        value = _member(value, step)
    writer = _Writer()
    writer.on_path(value, path[skipped:])
    text = "".join(writer.pieces)
    return _window(text, writer.start, writer.end, width)


class _Writer:
    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = self.start = self.end = 0

    def put(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)

    def on_path(self, value: Json, path: tuple[str | int, ...]) -> None:
        """The value with the marked one in it."""
        key = _key(value, path[0]) if path else None
        if key is None:
            self.start = self.length
            self.put(_short(value, 0, _MARKED_TEXT))
            self.end = self.length
            return
        is_object = isinstance(value, dict)
        keys = list(value) if is_object else list(range(len(value)))
        position = keys.index(key)
        first = position - 2 if position >= _MEMBERS else 0
        self.put("{" if is_object else "[")
        self.put(f"… {first} before, " if first else "")
        for number in range(first, min(len(keys), max(position + 2, _MEMBERS))):
            self.put(", " if number > first else "")
            self.put(f"{_text(str(keys[number]), _TEXT)}: " if is_object else "")
            if number == position:
                self.on_path(value[key], path[1:])
            else:
                self.put(_short(value[keys[number]], 1, _TEXT))
        after = len(keys) - max(position + 2, _MEMBERS)
        self.put(f", … {after} more" if after > 0 else "")
        self.put("}" if is_object else "]")


def _key(value: Json, step: str | int) -> str | int | None:
    """The step as this container has it, if it does."""
    if isinstance(value, dict):
        return step if step in value else None
    index = list_index(step) if isinstance(value, list) else None
    return index if index is not None and index < len(value) else None


def _member(value: Json, step: str | int) -> Json:
    key = _key(value, step)
    return None if key is None else value[key]


def _short(value: object, depth: int, limit: int) -> str:
    """A value that is context: its beginning, and of what is inside it only a few members."""
    if isinstance(value, str):
        return _text(value, limit)
    if isinstance(value, (dict, list)):
        return _short_container(value, depth, limit)
    return visible(json.dumps(value)) if value is None or isinstance(value, (bool, int, float)) else "?"


def _short_container(value: Json, depth: int, limit: int) -> str:
    is_object = isinstance(value, dict)
    opening, closing = "{}" if is_object else "[]"
    if not value:
        return opening + closing
    if depth >= _DEEP:
        return f"{opening}…{closing}"
    members = []
    for number, item in enumerate(value):
        if number == _MEMBERS:
            members.append(f"… {len(value) - number} more")
            break
        inside = _short(value[item] if is_object else item, depth + 1, limit // 2)
        members.append(f"{_text(str(item), limit)}: {inside}" if is_object else inside)
    return opening + ", ".join(members) + closing


def _text(text: str, limit: int) -> str:
    """As JSON writes it, unseen characters made visible, the end cut, with the length."""
    written = visible(json.dumps(text[:limit], ensure_ascii=False))
    return written if len(text) <= limit else f'{written[:-1]}…" ({len(text):,} characters)'


def _window(text: str, start: int, end: int, width: int) -> Written:
    """At most `width` characters, chosen so that the mark is among them; the beginning tells whose message it is."""
    if len(text) <= width:
        return Written(text, start, end)
    room = width - _BEGINNING - 3
    first = max(0, min(start - room // 3, len(text) - room))
    if first <= _BEGINNING:
        return Written(text[:width] + "…", start, min(end, width))
    cut = f"{text[:_BEGINNING]} … {text[first : first + room]}" + ("…" if first + room < len(text) else "")
    shift = first - _BEGINNING - 3
    return Written(cut, start - shift, min(end - shift, width))
