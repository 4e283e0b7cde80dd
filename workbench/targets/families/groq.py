"""Groq. It wraps an error inside a message in a sentence about the message's role."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family, dotted
from workbench.targets.refusal_words import Words


def _inside_message(text: str, path: Path, values: Sequence[Json]) -> str:
    role = values[1].get("role") if len(values) > 2 and isinstance(values[1], dict) else None
    if not isinstance(role, str) or path[0] != "messages":
        return text.removeprefix("'' : ")
    return f"'messages.{path[1]}' : for 'role:{role}' the following must be satisfied[({text})]"


def _in_quotes(values: Sequence[str]) -> str:
    return ", ".join(f'"{value}"' for value in values)


def _empty(value: object) -> str:
    return ""


GROQ_WORDS = Family(
    name="groq",
    place=dotted,
    list_values=_in_quotes,
    expected={
        "string": "a string",
        "integer": "an integer",
        "number": "a number",
        "boolean": "a boolean",
        "array": "an array",
        "object": "an object",
        "null": "null",
    },
    got=_empty,
    around=_inside_message,
    sentences={
        "missing": Words("'{holder}' : property '{field}' is missing"),
        "unknown": Words("'{holder}' : property '{field}' is unsupported"),
        "type": Words("'{path}' : value must be {expected}"),
        "value": Words("'{path}' : value must be one of {allowed}"),
        "length:min": Words("'{path}' : minimum number of items is {limit}"),
        "length:max": Words("'{path}' : maximum number of items is {limit}"),
        "range:min": Words("'{path}' : number must be at least {limit}"),
        "range:max": Words("'{path}' : number must be at most {limit}"),
        "pattern": Words("'{path}' : value must match the pattern {pattern}"),
    },
)
