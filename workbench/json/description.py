"""Describe JSON values in words, for sentences about input that could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from workbench.json.text import Json, compact

_MAX_KEYS = 6
_MAX_LENGTH = 120
WITHOUT_ID, WITHOUT_NAME = "without an id", "without a name"
"""What a sentence has instead of an id or a name that is null or missing."""


def described(value: Json) -> str:
    """Return a description such as `a list of 3 objects with name and email`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "an empty text" if not value.strip() else f"the text {value.strip()[:40]!r}"
    if isinstance(value, list):
        return _described_list(value)
    return f"an object with {listed(value)}" if isinstance(value, dict) and value else "an empty object"


def quoted(value: object, absent: str = "null") -> str:
    """Return a value for use inside a sentence: a string in quotes, anything else as JSON, both cut if too long.

    `absent` replaces null, where the sentence needs other words for a value that is missing."""
    if isinstance(value, str):
        return repr(value) if len(value) <= _MAX_LENGTH else f"{value[:_MAX_LENGTH]!r}…"
    text = absent if value is None else compact(value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"


def call_of(call_id: object) -> str:
    """Return the id of a call for use inside a sentence such as `the result of …`."""
    return quoted(call_id, f"a call {WITHOUT_ID}")


def tool_of(name: object) -> str:
    """Return the name of a tool for use inside a sentence such as `the arguments of …`."""
    return quoted(name, f"a tool {WITHOUT_NAME}")


def as_python(value: object) -> str:
    """Return Python's `repr` of a value, for messages of programs that print it so.

    A value nested too deeply for `repr` is written as JSON.
    """
    try:
        return repr(value)
    except RecursionError:
        return compact(value)


def printed(value: object) -> str:
    """Return a value as Python's `str` does: a string without quotes."""
    return value if isinstance(value, str) else as_python(value)


def _described_list(items: Sequence[Json]) -> str:
    if not items:
        return "an empty list"
    kinds = Counter(_kind(item) for item in items[:1000])
    kind, count = kinds.most_common(1)[0]
    if len(kinds) > 1:
        return (
            f"a list of {len(items)}, mostly {kind}s" if count * 2 > sum(kinds.values()) else f"a list of {len(items)}"
        )
    description = f"a list of {len(items)} {kind}{'' if len(items) == 1 else 's'}"
    first = items[0]
    return f"{description} with {listed(first)}" if isinstance(first, dict) and first else description


def _kind(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "constant"
    kinds = {dict: "object", list: "list", str: "text", int: "number", float: "number"}
    return kinds.get(type(value), "value")


def listed(keys: Iterable[str]) -> str:
    """Return keys as a phrase such as `name, email and age`, shortened if there are many. `keys` must not be empty."""
    names = [key if key.isprintable() else repr(key) for key in keys]
    shown = names[:_MAX_KEYS]
    last = f"{len(names) - len(shown)} more" if len(names) > len(shown) else shown.pop()
    return f"{', '.join(shown)} and {last}"[:_MAX_LENGTH] if shown else last[:_MAX_LENGTH]
