"""Read and write JSON text without raising, whatever a hostile history contains.

A value can be deeply nested or contain lone surrogates or `NaN`. The fast writers refuse those, so each falls back to
a slower one that accepts everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeAlias

import orjson

Json: TypeAlias = object
"""Any JSON value. Histories often differ from their declared shape, so code checks a type before it reads inside."""
JsonObject: TypeAlias = dict[str, Any]
"""An object whose members the code wrote itself or has checked."""
JsonContainer: TypeAlias = dict[str, Json] | list[Json]

MAX_DEPTH = 254
"""The deepest nesting that is read. It is what `orjson` can write, and far more than any API reads (Protocol Buffers
100, `serde_json` 128). Python can print and compare a value of this depth from anywhere in the call stack."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_DIGITS_AS_ONES = bytes(0x31 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_BEYOND_64_BITS = b"1" * 20


def compact(value: object) -> str:
    """Write JSON without spaces, as JavaScript's `JSON.stringify` and therefore the AI SDK do."""
    try:
        return orjson.dumps(value).decode()
    except (TypeError, ValueError):  # too deep, a lone surrogate, or an integer beyond 64 bits
        return _write(value, ",", ":")


def spaced(value: object) -> str:
    """Write JSON with a space after each comma and colon, as Python's `json.dumps` and the examples of spec 002 do."""
    return _write(value, ", ", ": ")


def parse_or_none(text: str) -> Any:
    """Parse a JSON string. Return None if it is not valid JSON or is nested deeper than `MAX_DEPTH`.

    The fast parser turns an integer beyond 64 bits into a float and refuses an escaped lone surrogate, so those go to
    the exact one. Neither accepts `NaN`.
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
    return len(text) > MAX_DEPTH and text.count("[") + text.count("{") > MAX_DEPTH


def is_too_deep(value: object) -> bool:
    """Whether a value is nested deeper than `MAX_DEPTH`. The fast writer decides this for nearly all values."""
    try:
        orjson.dumps(value)
    except (TypeError, ValueError):
        level = [value]
        for _ in range(MAX_DEPTH):
            level = [member for item in level for member in _members(item) if isinstance(member, (dict, list))]
        return bool(level)
    return False


def _members(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def replace_lone_surrogates(text: str) -> str:
    """Replace every lone surrogate with U+FFFD."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def object_or_none(value: object) -> dict[str, Json] | None:
    """Return the value if it is an object, the object that a JSON string contains, or None."""
    if isinstance(value, str):
        value = parse_or_none(value)
    return value if isinstance(value, dict) else None


def is_json_object(text: str) -> bool:
    """Whether a string is a JSON object. Faster than parsing it, because the precision of numbers does not matter."""
    try:
        return isinstance(orjson.loads(text), dict)
    except (ValueError, TypeError):
        return isinstance(parse_or_none(text), dict)


def is_json_container(text: str) -> bool:
    """Whether a string is a JSON object or list that is not nested too deeply."""
    try:
        value = orjson.loads(text)
    except (ValueError, TypeError):
        return isinstance(parse_or_none(text), (dict, list))
    return isinstance(value, (dict, list)) and not (_may_be_too_deep(text) and is_too_deep(value))


def are_json_objects(texts: Sequence[str]) -> bool:
    """Whether all of these strings are JSON objects."""
    try:
        for text in texts:
            if type(orjson.loads(text)) is not dict:
                return False
    except (ValueError, TypeError):
        return all(map(is_json_object, texts))
    return True


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
"""Created once, because `json.dumps` creates an encoder for every call with non-default options."""


def _write(value: object, comma: str, colon: str) -> str:
    try:
        text = _ENCODE[comma, colon](value)
    except (RecursionError, ValueError, TypeError):
        text = _write_deep(value, comma, colon)
    try:
        text.encode()
    except UnicodeEncodeError:
        # UTF-8 cannot encode a lone surrogate. JavaScript writes it as an escape, which it can.
        return _LONE_SURROGATE.sub(lambda surrogate: f"\\u{ord(surrogate[0]):04x}", text)
    return text


def _write_deep(value: object, comma: str, colon: str) -> str:
    """Write JSON with an explicit stack, for values that are too deep for recursion."""
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
