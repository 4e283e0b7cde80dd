"""A place in one message → the field that it is in every message of its kind: `blocks[].callId`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.shape import ARGUMENT_KEYS, RESULT_KEYS
from workbench.provenance.values import DISCRIMINATORS

BESIDE = "(outside the messages)"


def field_name(path: Path) -> str:
    """What was given to a tool or returned by one is one field, however many values it has."""
    name = ""
    steps = iter(path)
    for step in steps:
        name += "[]" if isinstance(step, int) else f".{step}" if name else str(step)
        if step in ARGUMENT_KEYS:
            break
        if step in RESULT_KEYS:
            following = next(steps, None)
            return f"{name}.{following}" if following in RESULT_KEYS else name
    return name


def kind_around(message: Json, path: Path) -> str:
    """What the innermost part around a value says it is: `blocks[].type: "tool_call"`. Empty outside of parts."""
    found = ""
    value = message
    for depth, step in enumerate(path):
        if depth and isinstance(value, dict):
            found = next(_kinds(value, path[:depth]), found)
        value = value[step]
    return found


def role_in(message: object, role_key: str) -> str:
    """Who speaks, or what the item is, as a field with its value."""
    if not isinstance(message, dict):
        return ""
    if isinstance(message.get(role_key), str):
        return f'{role_key}: "{message[role_key]}"'
    return next(_kinds(message, ()), "")


def _kinds(part: dict[str, Json], path: Path) -> Iterator[str]:
    for key in part:
        if key in DISCRIMINATORS and isinstance(part[key], str):
            yield f'{field_name((*path, key))}: "{part[key]}"'
