"""The type of the value that an error complains of, where it names one: `cannot unmarshal array into …`."""

from __future__ import annotations

import re

_SPOKEN = re.compile(
    r"cannot unmarshal (\w+) into|invalid type: (\w+),|expected \w[\w ]*, (?:got|received) (\w+)", re.IGNORECASE
)
_TYPES: dict[str, type] = {
    "array": list,
    "sequence": list,
    "list": list,
    "object": dict,
    "map": dict,
    "string": str,
    "number": float,
    "bool": bool,
    "boolean": bool,
    "null": type(None),
}


def type_spoken_of(words: str) -> type | None:
    """What the file has there, in Python; None if the error names no type."""
    match = _SPOKEN.search(words)
    named = next(filter(None, match.groups()), "") if match else ""
    return _TYPES.get(named.lower())
