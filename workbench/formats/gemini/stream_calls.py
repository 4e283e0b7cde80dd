"""A call that Gemini streams in pieces: its name first, then its arguments value by value, each with its path."""

from __future__ import annotations

import re

from workbench.json.text import Json

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\['([^']*)'\]")
_MOST_ITEMS = 10_000


def is_continuation(part: object) -> bool:
    """A piece without a name belongs to the call before it."""
    call = part.get("functionCall") if isinstance(part, dict) else None
    return isinstance(call, dict) and "name" not in call and call.keys() <= {"partialArgs", "willContinue", "id"}


def continued(call: dict[str, Json], piece: dict[str, Json]) -> dict[str, Json]:
    """The call with what a piece adds to its arguments."""
    arguments = call.get("args")
    held: Json = arguments if isinstance(arguments, dict) else {}
    listed = piece.get("partialArgs")
    for argument in listed if isinstance(listed, list) else ():
        path = argument.get("jsonPath") if isinstance(argument, dict) else None
        if isinstance(path, str):
            _put(held, _steps(path), _value(argument))
    return {**{key: value for key, value in call.items() if key != "willContinue"}, "args": held}


def _steps(path: str) -> list[str | int]:
    return [int(found[2]) if found[2] else found[1] or found[3] for found in _STEP.finditer(path)]


def _value(argument: dict[str, Json]) -> Json:
    return next((argument[key] for key in ("stringValue", "numberValue", "boolValue") if key in argument), None)


def _put(holder: Json, steps: list[str | int], value: Json) -> None:
    """Text is added to the text that is there; lists and objects are made on the way."""
    for number, step in enumerate(steps):
        if isinstance(holder, list) and isinstance(step, int) and step < _MOST_ITEMS:
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
