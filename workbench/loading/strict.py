"""Read JSON nearly as fast as `orjson`, but without its silent changes.

`orjson` keeps only the last of two equal keys and turns integers beyond 64 bits into floats, both silently. Two cheap
counts over the bytes show whether either can have happened. Only then does the standard reader, which reports every key
and keeps every digit, read the document again. It also accepts input that is nearly JSON and that `orjson` refuses:
`NaN`, lone surrogates, raw control characters.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator

import orjson

from workbench.collector import collector_paused
from workbench.conversation import Note
from workbench.json.pointer import containers, leaves
from workbench.json.text import Json, is_too_deep
from workbench.loading.notes import Notes

_SLICE = 512
_SMALL = 1 << 16
"""The most bytes that may be in memory twice; most lines of a session are smaller."""
_WINDOW = 1 << 20
_DIGITS_AS_ZERO = bytes(ord("0") if chr(byte).isdecimal() and byte < 128 else byte for byte in range(256))
_MORE_FOLLOWS = "Extra data"
"""The standard reader's words for a second value, which most lines of JSONL are. Leniency does not change that."""
_LONG_NUMBER = b"0" * 19
"""Every integer of 18 digits fits into 64 bits; one of 19 or more may not."""


def read_strict(data: bytes | str) -> tuple[Json, list[Note]] | None:
    """Return the value and notes on its oddities, or None if this is not JSON or is nested too deeply.

    Pausing the collector takes longer than a small document lets it work.
    """
    if len(data) <= _SMALL:
        return _read(data)
    with collector_paused():
        return _read(data)


def has_several_values(data: bytes) -> bool:
    """Whether the first line is a whole JSON object and more follows, as in JSONL: then no reader of one value needs
    to try. Cheap for other documents, because the first line of an indented one does not end with a brace."""
    end = data.find(b"\n")
    line = data[:end].rstrip() if end > 0 else b""
    if not line.endswith(b"}") or not data[end : end + _SLICE].strip():
        return False
    try:
        return isinstance(orjson.loads(line), dict)
    except ValueError:
        return False


def _read(data: bytes | str) -> tuple[Json, list[Note]] | None:
    try:
        value = orjson.loads(data)
    except ValueError:
        return _if_not_too_deep(_read_exactly(data))
    octets = data if isinstance(data, bytes) else data.encode()
    try:
        if len(octets) <= _WINDOW and orjson.dumps(value) == octets:
            return value, []  # common for programs, and proves that nothing changed
    except (TypeError, ValueError):
        pass
    if _may_repeat_keys(octets, value) or _has_long_number(octets):
        return _if_not_too_deep(_read_exactly(data) or (value, []))
    return value, []


def _if_not_too_deep(read: tuple[Json, list[Note]] | None) -> tuple[Json, list[Note]] | None:
    """Drop a value that is nested too deeply. Needed only if `orjson` could not read or write the value."""
    return None if read is None or is_too_deep(read[0]) else read


def _may_repeat_keys(octets: bytes, value: object) -> bool:
    """Whether the text has more colons than the value: every key has one, and colons in strings are in both.

    An escaped colon makes the count useless, because only the value shows it.
    """
    if b"\\u003" in octets and (b"\\u003a" in octets or b"\\u003A" in octets):
        return True
    try:
        if len(octets) <= _SMALL:
            colons = orjson.dumps(value).count(b":")
        else:
            colons = sum(piece.count(b":") for piece in _written_in_slices(value))
    except (TypeError, ValueError):
        return True
    return octets.count(b":") != colons


def _written_in_slices(value: object) -> Iterator[bytes]:
    """Write the value as JSON in slices, so that a large file is never in memory twice."""
    members = [value]
    if isinstance(value, dict):
        yield orjson.dumps(dict.fromkeys(value))
        members = list(value.values())
    for member in members:
        if isinstance(member, list):
            for start in range(0, len(member), _SLICE):
                yield orjson.dumps(member[start : start + _SLICE])
        else:
            yield orjson.dumps(member)


def _has_long_number(octets: bytes) -> bool:
    for start in range(0, len(octets), _WINDOW):
        window = octets[start : start + _WINDOW + len(_LONG_NUMBER)]
        if _LONG_NUMBER in window.translate(_DIGITS_AS_ZERO):
            return True
    return False


def _read_exactly(data: bytes | str) -> tuple[Json, list[Note]] | None:
    """Read with the standard reader. Its depth is limited; the tolerant reader handles deeper values."""
    repeated: dict[int, tuple[Json, list[str]]] = {}

    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        kept = dict(pairs)
        if len(kept) != len(pairs):
            counted = Counter(key for key, _ in pairs)
            repeated[id(kept)] = kept, [key for key, count in counted.items() if count > 1]
        return kept

    try:
        text = data if isinstance(data, str) else data.decode()
    except ValueError:
        return None
    for strict in (True, False):
        try:
            value = json.loads(text, object_pairs_hook=members, strict=strict)
        except json.JSONDecodeError as fault:
            if fault.msg == _MORE_FOLLOWS:
                return None
            continue
        except (ValueError, RecursionError):
            continue
        notes = Notes()
        if not strict:
            notes.add("control-character", "a text contains a raw control character")
        _note_repeated_keys(value, repeated, notes)
        _note_odd_values(value, notes)
        return value, notes.listed
    return None


def _note_repeated_keys(value: object, repeated: dict[int, tuple[Json, list[str]]], notes: Notes) -> None:
    for path, item in containers(value) if repeated else ():
        for key in repeated.get(id(item), (None, []))[1]:
            notes.repeated_key((*path, key), key)
        if notes.full:
            return


def _note_odd_values(value: object, notes: Notes) -> None:
    """Add notes about values that Python can hold but JSON cannot."""
    for path, leaf in leaves(value):
        if isinstance(leaf, float) and not math.isfinite(leaf):
            notes.add("non-finite-number", f"{leaf} is not a JSON number", path)
        elif isinstance(leaf, str) and not leaf.isascii() and has_lone_surrogate(leaf):
            notes.add("lone-surrogate", "half of a surrogate pair: no provider accepts this text", path)
        if notes.full:
            return


def has_lone_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
