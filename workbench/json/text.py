"""JSON values as text, without ever raising on what a hostile history holds.

A value can be nested deep, hold lone surrogates or `NaN`. The fast writers refuse those, so each has a slower one
behind it that takes everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn, TypeAlias

import orjson

Json: TypeAlias = Any
"""Any JSON value. Histories lie about their shape, so code looks before it reads instead of trusting a type."""

DEEPEST = 254
"""Levels of nesting that are read: as deep as `orjson` writes, and far above what any API reads (Protocol Buffers 100,
`serde_json` 128). Python can print and compare a value of that depth wherever it is called from."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_DIGITS_AS_ONES = bytes(0x31 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_BEYOND_64_BITS = b"1" * 20


def compact(value: object) -> str:
    """As JavaScript's `JSON.stringify` writes it: no blanks. What the AI SDK puts on the wire."""
    try:
        return orjson.dumps(value).decode()
    except (TypeError, ValueError):  # too deep, a lone surrogate, or an integer beyond 64 bits
        return _write(value, ",", ":")


def spaced(value: object) -> str:
    """As Python's `json.dumps` writes it: a blank after each comma and colon (the form in spec 002's examples)."""
    return _write(value, ", ", ": ")


def parse_or_none(text: str) -> Json | None:
    """The value that a string holds as JSON, or None if it holds none, or one nested deeper than is read.

    The fast reader makes a float of an integer beyond 64 bits and refuses an escaped lone surrogate, so those go to
    the exact one. `NaN` is no JSON for either.
    """
    try:
        value = orjson.loads(text)
        if _BEYOND_64_BITS not in text.encode().translate(_DIGITS_AS_ONES):
            return None if _may_be_too_deep(text) and is_too_deep(value) else value
    except (ValueError, TypeError):
        pass
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, TypeError, RecursionError):
        return None
    return None if _may_be_too_deep(text) and is_too_deep(value) else value


def _may_be_too_deep(text: str) -> bool:
    return len(text) > DEEPEST and text.count("[") + text.count("{") > DEEPEST


def is_too_deep(value: object) -> bool:
    """Whether a value is nested deeper than is read. The fast writer answers for nearly all."""
    try:
        orjson.dumps(value)
    except (TypeError, ValueError):
        level = [value]
        for _ in range(DEEPEST):
            level = [member for item in level for member in _members(item) if isinstance(member, (dict, list))]
        return bool(level)
    return False


def _members(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def without_halves(text: str) -> str:
    """The text with U+FFFD in place of every half of a character."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def object_or_none(value: object) -> dict[str, Json] | None:
    """The value itself if it is an object, or the object that a string holds as JSON."""
    if isinstance(value, str):
        value = parse_or_none(value)
    return value if isinstance(value, dict) else None


def holds_object(text: str) -> bool:
    """Whether a string holds a JSON object. Cheaper than reading it, because which numbers it holds does not matter."""
    try:
        return isinstance(orjson.loads(text), dict)
    except (ValueError, TypeError):
        return isinstance(parse_or_none(text), dict)


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_BLANK = re.compile(r"\s*")


def glued_objects(text: str) -> list[str]:
    """The JSON objects that follow each other in a text, if it consists of nothing else."""
    pieces: list[str] = []
    start = _end_of_blanks(text, 0)
    while start < len(text):
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            return []
        if not isinstance(value, dict):
            return []
        pieces.append(text[start:end])
        start = _end_of_blanks(text, end)
    return pieces


def _end_of_blanks(text: str, start: int) -> int:
    found = _BLANK.match(text, start)
    return found.end() if found else start


_ENCODE = {
    (",", ":"): json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
    (", ", ": "): json.JSONEncoder(ensure_ascii=False).encode,
}
"""Made once, because `json.dumps` makes an encoder for every call that asks for anything."""


def _write(value: object, comma: str, colon: str) -> str:
    try:
        text = _ENCODE[comma, colon](value)
    except (RecursionError, ValueError, TypeError):
        text = _write_deep(value, comma, colon)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a character cannot be sent as UTF-8; written as an escape, as JavaScript does, it can.
        return _LONE_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)
    return text


def _write_deep(value: object, comma: str, colon: str) -> str:
    """The same text with a stack of its own instead of Python's."""
    out: list[str] = []
    pending: list[Json | _Verbatim] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, _Verbatim):
            out.append(item)
        elif isinstance(item, dict):
            pending.append(_Verbatim("}"))
            for position, (key, member) in reversed(list(enumerate(item.items()))):
                pending.append(member)
                pending.append(_Verbatim((comma if position else "") + _scalar(str(key)) + colon))
            out.append("{")
        elif isinstance(item, (list, tuple)):
            pending.append(_Verbatim("]"))
            for position in range(len(item) - 1, -1, -1):
                pending.append(item[position])
                if position:
                    pending.append(_Verbatim(comma))
            out.append("[")
        else:
            out.append(_scalar(item))
    return "".join(out)


class _Verbatim(str):
    """Punctuation on the stack of `_write_deep`, not a value."""


def _scalar(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return json.dumps(str(value), ensure_ascii=False)
