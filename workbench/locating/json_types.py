"""Find the type of the value that an error complains about, as in `cannot unmarshal array into …`."""

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


def type_named_in(words: str) -> type | None:
    """Return the Python type of the value in the file, or None if the error does not name one."""
    match = _SPOKEN.search(words)
    named = next(filter(None, match.groups()), "") if match else ""
    return _TYPES.get(named.lower())
