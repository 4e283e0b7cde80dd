"""Assemble a call that Gemini streams in pieces: first its name, then its arguments, each with its path."""

from __future__ import annotations

import re
from typing import Any

from workbench.json.text import Json

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,9})\]|\['([^']*)'\]")
_MAX_ITEMS = 10_000


def is_continuation(part: object) -> bool:
    """Whether a part continues the call before it: it has no name."""
    call = part.get("functionCall") if isinstance(part, dict) else None
    return isinstance(call, dict) and "name" not in call and call.keys() <= {"partialArgs", "willContinue", "id"}


def continued(call: dict[str, Json], piece: dict[str, Json]) -> dict[str, Json]:
    """Return the call with the arguments that a piece adds."""
    arguments = call.get("args")
    collected: Json = arguments if isinstance(arguments, dict) else {}
    added = piece.get("partialArgs")
    for argument in added if isinstance(added, list) else ():
        path = argument.get("jsonPath") if isinstance(argument, dict) else None
        if isinstance(path, str):
            _put(collected, _steps(path), _value(argument))
    return {**{key: value for key, value in call.items() if key != "willContinue"}, "args": collected}


def _steps(path: str) -> list[str | int]:
    return [int(match[2]) if match[2] else match[1] or match[3] for match in _STEP.finditer(path)]


def _value(argument: dict[str, Json]) -> Json:
    return next((argument[key] for key in ("stringValue", "numberValue", "boolValue") if key in argument), None)


def _put(holder: Any, steps: list[str | int], value: Json) -> None:
    """Put a value at a path: append it to a text, and create missing lists and objects."""
    for number, step in enumerate(steps):
        if isinstance(holder, list) and isinstance(step, int) and step < _MAX_ITEMS:
            holder += [None] * (step + 1 - len(holder))
        elif isinstance(holder, dict) and isinstance(step, str):
            holder.setdefault(step, None)
        else:
            return
        before = holder[step]
        if number == len(steps) - 1:
            joined = isinstance(before, str) and isinstance(value, str)
            holder[step] = before + value if joined else value
        elif not isinstance(before, (dict, list)):
            holder[step] = [] if isinstance(steps[number + 1], int) else {}
        holder = holder[step]
