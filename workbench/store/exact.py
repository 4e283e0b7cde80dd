"""Any JSON value as bytes, and back as exactly the same value.

A history may hold what no JSON writer takes: half a character, `NaN`, an integer of a hundred digits; a file of tables
holds bytes. MessagePack takes most of that at the speed of the fast JSON writers; what it does not take is marked.
"""

from __future__ import annotations

import re

import msgspec

from workbench.json.text import Json

_HALF, _LONG, _OBJECT = 1, 2, 3
_SURROGATE = re.compile("[\ud800-\udfff]")
_SMALLEST, _LARGEST = -(1 << 63), (1 << 64) - 1


def encode(value: object) -> bytes:
    try:
        return msgspec.msgpack.encode(value)
    except (ValueError, TypeError, OverflowError):  # half a character, or an integer beyond 64 bits
        return msgspec.msgpack.encode(_marked(value))


def decode(data: bytes) -> Json:
    return msgspec.msgpack.decode(data, ext_hook=_unmarked)


def _marked(value: object) -> object:
    if isinstance(value, str) and _SURROGATE.search(value):
        return msgspec.msgpack.Ext(_HALF, value.encode("utf-8", "surrogatepass"))
    if isinstance(value, int) and not _SMALLEST <= value <= _LARGEST:
        return msgspec.msgpack.Ext(_LONG, f"{value:x}".encode())
    if isinstance(value, dict):
        pairs = [[_marked(key), _marked(member)] for key, member in value.items()]
        return msgspec.msgpack.Ext(_OBJECT, msgspec.msgpack.encode(pairs))
    if isinstance(value, (list, tuple)):
        return [_marked(item) for item in value]
    return value


def _unmarked(mark: int, data: memoryview) -> Json:
    if mark == _HALF:
        return bytes(data).decode("utf-8", "surrogatepass")
    if mark == _LONG:
        return int(bytes(data), 16)
    if mark == _OBJECT:
        return dict(decode(bytes(data)))
    raise ValueError(f"a mark {mark} that is not known")
