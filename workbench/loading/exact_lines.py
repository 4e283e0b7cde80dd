"""Read JSONL in windows of many lines, as long as each is written exactly as `orjson` writes its value.

Programs store a session as one object per line, without blanks. For a line on its own, the proof that nothing was lost
(see `strict`) takes as long as parsing it. A window of lines is proved at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from workbench.json.text import JsonObject

Window = tuple[int, int, list[JsonObject] | None]
"""The start and end of some lines of a file, and their values; None if they have to be read one by one."""

_WINDOW = 1 << 18
_MOST = 1 << 20
"""The most bytes that may be in memory twice: a longer line is read on its own."""


def windows(data: bytes, first: int) -> Iterator[Window]:
    """Yield a file in windows of whole lines. The first one has only so many, because they decide what the file is."""
    start, end = 0, -1
    for _ in range(first):
        end = data.find(b"\n", end + 1)
        if end < 0:
            break
    while start < len(data):
        end = len(data) if end < 0 else end
        yield start, end, exact_values(data[start:end])
        start = end + 1
        end = data.find(b"\n", start + _WINDOW)


def exact_values(lines: bytes) -> list[JsonObject] | None:
    """Return the value of each line, or None unless every line is an object just as `orjson` writes it.

    That the list of the values is written as the lines with commas between them proves this for each line: no object is
    the beginning of another one, so both texts have the same objects in the same places. Then no key is repeated, no
    number is rounded, and no value is too deep.
    """
    if len(lines) > _MOST:
        return None
    lines = lines.removesuffix(b"\n")
    try:
        values = [orjson.loads(line) for line in lines.split(b"\n")]
        written = orjson.dumps(values)
    except (TypeError, ValueError):
        return None
    is_exact = written[1:-1] == lines.replace(b"\n", b",") and set(map(type, values)) == {dict}
    return values if is_exact else None
