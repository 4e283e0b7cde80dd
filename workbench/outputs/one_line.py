"""Write a JSON value on one line of limited width that always shows the value at a path.

Everything off the path is shortened: long texts to their beginning, large containers to their size. The credentials of
a request are masked.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from workbench.credentials import hidden, is_credential
from workbench.json.pointer import list_index
from workbench.json.text import Json
from workbench.outputs.visible import visible

_MAX_TEXT = 40
"""Characters of a text that is only context."""
_MAX_MARKED_TEXT = 64
_MAX_MEMBERS = 4
_MAX_DEPTH = 3
_MAX_PATH = 12
_BEGINNING = 18
"""Characters at the beginning that stay when the line is cut: they usually show the role."""


class MarkedLine(NamedTuple):
    text: str
    start: int
    end: int
    """`text[start:end]` is the value at the path."""


def one_line(value: object, path: tuple[str | int, ...], width: int) -> MarkedLine:
    """Mark the value at `path`; if there is none, the last container on the path is marked."""
    skipped = max(0, len(path) - _MAX_PATH)
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

    def on_path(self, value: Any, path: tuple[str | int, ...]) -> None:
        """Write a container on the path, or the marked value itself at the end of the path."""
        key = _key(value, path[0]) if path else None
        if key is None:
            self.start = self.length
            self.put(_short(value, 0, _MAX_MARKED_TEXT))
            self.end = self.length
            return
        is_object = isinstance(value, dict)
        keys = list(value) if is_object else list(range(len(value)))
        position = keys.index(key)
        first = position - 2 if position >= _MAX_MEMBERS else 0
        self.put("{" if is_object else "[")
        self.put(f"… {first} before, " if first else "")
        for number in range(first, min(len(keys), max(position + 2, _MAX_MEMBERS))):
            self.put(", " if number > first else "")
            self.put(f"{_text(str(keys[number]), _MAX_TEXT)}: " if is_object else "")
            if number == position:
                self.on_path(_quotable_member(value, key), path[1:])
            else:
                self.put(_short(_quotable_member(value, keys[number]), 1, _MAX_TEXT))
        after = len(keys) - max(position + 2, _MAX_MEMBERS)
        self.put(f", … {after} more" if after > 0 else "")
        self.put("}" if is_object else "]")


def _key(value: Any, step: str | int) -> str | int | None:
    """Return the step as a key or index of this container, or None if it does not have it."""
    if isinstance(value, dict):
        return step if step in value else None
    index = list_index(step) if isinstance(value, list) else None
    return index if index is not None and index < len(value) else None


def _member(value: Any, step: str | int) -> Json:
    key = _key(value, step)
    return None if key is None else _quotable_member(value, key)


def _quotable_member(container: Any, key: str | int) -> Json:
    return hidden(container[key]) if isinstance(container, dict) and is_credential(key) else container[key]


def _short(value: object, depth: int, limit: int) -> str:
    """Return a value shortened: the beginning of a text, a few members of a container."""
    if isinstance(value, str):
        return _text(value, limit)
    if isinstance(value, (dict, list)):
        return _short_container(value, depth, limit)
    return visible(json.dumps(value)) if value is None or isinstance(value, (bool, int, float)) else "?"


def _short_container(value: Any, depth: int, limit: int) -> str:
    is_object = isinstance(value, dict)
    opening, closing = "{}" if is_object else "[]"
    if not value:
        return opening + closing
    if depth >= _MAX_DEPTH:
        return f"{opening}…{closing}"
    members = []
    for number, item in enumerate(value):
        if number == _MAX_MEMBERS:
            members.append(f"… {len(value) - number} more")
            break
        member = _short(_quotable_member(value, item) if is_object else item, depth + 1, limit // 2)
        members.append(f"{_text(str(item), limit)}: {member}" if is_object else member)
    return opening + ", ".join(members) + closing


def _text(text: str, limit: int) -> str:
    """Return a text as JSON with invisible characters escaped; a long one is cut and its length added."""
    quoted = visible(json.dumps(text[:limit], ensure_ascii=False))
    return quoted if len(text) <= limit else f'{quoted[:-1]}…" ({len(text):,} characters)'


def _window(text: str, start: int, end: int, width: int) -> MarkedLine:
    """Return at most `width` characters that include the mark, and the beginning, which shows the role."""
    if len(text) <= width:
        return MarkedLine(text, start, end)
    room = width - _BEGINNING - 3
    first = max(0, min(start - room // 3, len(text) - room))
    if first <= _BEGINNING:
        return MarkedLine(text[:width] + "…", start, min(end, width))
    cut = f"{text[:_BEGINNING]} … {text[first : first + room]}" + ("…" if first + room < len(text) else "")
    shift = first - _BEGINNING - 3
    return MarkedLine(cut, start - shift, min(end - shift, width))
