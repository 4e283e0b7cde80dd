"""Encode any JSON value as bytes and decode it to exactly the same value.

A history can contain values that no JSON writer accepts: lone surrogates, `NaN`, integers with hundreds of digits; a
database table can contain bytes. MessagePack encodes most of them as fast as the fast JSON writers; the rest is marked
as an extension.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from workbench.json.text import Json

_SURROGATE_TEXT, _BIG_INTEGER, _OBJECT = 1, 2, 3
_SURROGATE = re.compile("[\ud800-\udfff]")
_MIN_INTEGER, _MAX_INTEGER = -(1 << 63), (1 << 64) - 1


def encode(value: object) -> bytes:
    try:
        return msgspec.msgpack.encode(value)
    except (ValueError, TypeError, OverflowError):  # a lone surrogate, or an integer beyond 64 bits
        return msgspec.msgpack.encode(_marked(value))


def decode(data: bytes) -> Any:
    return msgspec.msgpack.decode(data, ext_hook=_unmarked)


def _marked(value: object) -> object:
    if isinstance(value, str) and _SURROGATE.search(value):
        return msgspec.msgpack.Ext(_SURROGATE_TEXT, value.encode("utf-8", "surrogatepass"))
    if isinstance(value, int) and not _MIN_INTEGER <= value <= _MAX_INTEGER:
        return msgspec.msgpack.Ext(_BIG_INTEGER, f"{value:x}".encode())
    if isinstance(value, dict):
        pairs = [[_marked(key), _marked(member)] for key, member in value.items()]
        return msgspec.msgpack.Ext(_OBJECT, msgspec.msgpack.encode(pairs))
    if isinstance(value, (list, tuple)):
        return [_marked(item) for item in value]
    return value


def _unmarked(mark: int, data: memoryview) -> Json:
    if mark == _SURROGATE_TEXT:
        return bytes(data).decode("utf-8", "surrogatepass")
    if mark == _BIG_INTEGER:
        return int(bytes(data), 16)
    if mark == _OBJECT:
        return dict(decode(bytes(data)))
    raise ValueError(f"unknown extension type {mark}")
