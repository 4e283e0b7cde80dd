"""Read numbers as JSON, JavaScript and Python write them, without losing a digit."""

from __future__ import annotations

import re

from workbench.loading.text_cursor import Cursor

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<prefixed>0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)|(?P<infinite>Infinity|inf|NaN|nan)"
    r"|(?P<whole>[0-9][0-9_]*+)(?![.eE])|(?P<real>(?:[0-9][0-9_]*+\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+))"
    r"n?(?![\w.])"
)
_MAX_PREFIXED = 2_000
"""The characters of a hexadecimal, octal or binary number. A longer one may have more digits than Python writes."""


def read_number(cursor: Cursor) -> int | float | str | None:
    """Return the number at the cursor, or None. An integer too long for Python to convert stays text."""
    match = cursor.match(_NUMBER)
    if match is None:
        return None
    sign = -1 if match["sign"] == "-" else 1
    if match["infinite"]:
        return sign * float(match["infinite"])
    if match["prefixed"]:
        return sign * int(match["prefixed"], 0) if len(match["prefixed"]) < _MAX_PREFIXED else match.group()
    if match["real"]:
        return sign * float(match["real"].replace("_", ""))
    try:
        return sign * int(match["whole"].replace("_", ""))
    except ValueError:
        return match.group()
