"""Access to arbitrary JSON: every function works for any value and never raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject, compact, parse_or_none

Object = JsonObject


def member(value: object, *steps: str | int) -> Any:
    """Return the value at the end of the steps, or None if a step does not exist."""
    for step in steps:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def objects(value: object, at: Path = ()) -> Iterator[tuple[Path, Object]]:
    """Yield the objects of a list, each with its path."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield (*at, index), item


def as_object(value: object) -> Object:
    return value if isinstance(value, dict) else {}


def as_text(value: object) -> str:
    return value if isinstance(value, str) else ""


def opened(value: object) -> Any:
    """Parse a string that contains JSON, even if it was encoded several times. Other values are returned unchanged."""
    for _ in range(4):
        if not isinstance(value, str) or value.lstrip()[:1] not in {"{", "[", '"'}:
            return value
        inner = parse_or_none(value)
        if inner is None:
            return value
        value = inner
    return value


def in_text(value: object) -> str:
    """Return a string unchanged, None as an empty string, and anything else as JSON."""
    return value if isinstance(value, str) else "" if value is None else compact(value)


def has(value: object, *keys: str) -> bool:
    """Whether an object has all of these keys."""
    if not isinstance(value, dict):
        return False
    for key in keys:  # noqa: SIM110 - half as long as `all`, for thousands of records
        if key not in value:
            return False
    return True


def at_least(needed: int, items: Sequence[Json], matches: Callable[[Any], bool]) -> bool:
    """Whether at least `needed` items match. Stops as soon as the answer is certain."""
    others = len(items) - needed
    for item in items:
        if matches(item):
            needed -= 1
        else:
            others -= 1
        if needed <= 0 or others < 0:
            break
    return needed <= 0


def text_of(value: object) -> str:
    """Return a text, or the joined texts of a list of parts."""
    if isinstance(value, list):
        pieces = [item if isinstance(item, str) else as_text(member(item, "text")) for item in value]
        return "\n".join(piece for piece in pieces if piece)
    return as_text(value)
