"""Read numbers as JSON, JavaScript and Python write them, without losing a digit."""

from __future__ import annotations

import re

from workbench.loading.cursor import Cursor

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<prefixed>0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)|(?P<infinite>Infinity|inf|NaN|nan)"
    r"|(?P<whole>[0-9][0-9_]*+)(?![.eE])|(?P<real>(?:[0-9][0-9_]*+\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+))"
    r"n?(?![\w.])"
)


def read_number(cursor: Cursor) -> int | float | str | None:
    """Return the number at the cursor, or None. An integer that is too long for Python to convert stays text."""
    found = cursor.match(_NUMBER)
    if found is None:
        return None
    sign = -1 if found["sign"] == "-" else 1
    if found["infinite"]:
        return sign * float(found["infinite"])
    if found["prefixed"]:
        return sign * int(found["prefixed"], 0)
    if found["real"]:
        return sign * float(found["real"].replace("_", ""))
    try:
        return sign * int(found["whole"].replace("_", ""))
    except ValueError:
        return found.group()
