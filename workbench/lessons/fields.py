"""Name the field of a path, such as `blocks[].callId`, independently of positions in lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.provenance.shape import ARGUMENT_KEYS, RESULT_KEYS
from workbench.provenance.values import DISCRIMINATORS

OUTSIDE_MESSAGES = "(outside the messages)"
WHOLE_MESSAGE = "(the whole message)"


def field_name(path: Path) -> str:
    """Return the field of a path. All arguments of a call are one field, and so is all of its result."""
    name = ""
    steps = iter(path)
    for step in steps:
        name += "[]" if isinstance(step, int) else f".{step}" if name else str(step)
        if step in ARGUMENT_KEYS:
            break
        if step in RESULT_KEYS:
            next_step = next(steps, None)
            return f"{name}.{next_step}" if next_step in RESULT_KEYS else name
    return name


def kind_around(message: Any, path: Path) -> str:
    """Return the kind of the innermost part around a value: `blocks[].type: "tool_call"`. Empty outside of parts."""
    kind = ""
    value = message
    for depth, step in enumerate(path):
        if depth and isinstance(value, dict):
            kind = next(_kinds(value, path[:depth]), kind)
        value = value[step]
    return kind


def role_in(message: object, role_key: str) -> str:
    """Return the role or kind of a message as a field with its value."""
    if not isinstance(message, dict):
        return ""
    if isinstance(message.get(role_key), str):
        return f'{role_key}: "{message[role_key]}"'
    return next(_kinds(message, ()), "")


def _kinds(part: dict[str, Json], path: Path) -> Iterator[str]:
    for key in part:
        if key in DISCRIMINATORS and isinstance(part[key], str):
            yield f'{field_name((*path, key))}: "{part[key]}"'
