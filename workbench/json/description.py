"""Describe a JSON value in words, for a sentence about what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from workbench.json.text import Json, compact

_MOST_KEYS = 6
_LONGEST = 120


def described(value: Json) -> str:
    """`a list of 3 objects with name and email`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "an empty text" if not value.strip() else f"the text {value.strip()[:40]!r}"
    if isinstance(value, list):
        return _list(value)
    return f"an object with {listed(value)}" if value else "an empty object"


def quoted(value: object) -> str:
    """A value inside a sentence: a text in quotes, anything else as JSON. However long or deep it is, it is short."""
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST else f"{value[:_LONGEST]!r}…"
    written = "None" if value is None else compact(value)
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def as_python(value: object) -> str:
    """As Python prints it inside of others, for the words of a program that does so. What is nested deeper than
    Python prints is written as JSON."""
    try:
        return repr(value)
    except RecursionError:
        return compact(value)


def printed(value: object) -> str:
    """As Python prints it alone: a text without quotes."""
    return value if isinstance(value, str) else as_python(value)


def _list(items: Sequence[Json]) -> str:
    if not items:
        return "an empty list"
    kinds = Counter(_kind(item) for item in items[:1000])
    kind, count = kinds.most_common(1)[0]
    if len(kinds) > 1:
        return (
            f"a list of {len(items)}, mostly {kind}s" if count * 2 > sum(kinds.values()) else f"a list of {len(items)}"
        )
    words = f"a list of {len(items)} {kind}{'' if len(items) == 1 else 's'}"
    first = items[0]
    return f"{words} with {listed(first)}" if isinstance(first, dict) and first else words


def _kind(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "constant"
    kinds = {dict: "object", list: "list", str: "text", int: "number", float: "number"}
    return kinds.get(type(value), "value")


def listed(keys: Iterable[str]) -> str:
    """`name, email and age`; a few of many. There has to be at least one."""
    names = [key if key.isprintable() else repr(key) for key in keys]
    shown = names[:_MOST_KEYS]
    last = f"{len(names) - len(shown)} more" if len(names) > len(shown) else shown.pop()
    return f"{', '.join(shown)} and {last}"[:_LONGEST] if shown else last[:_LONGEST]
