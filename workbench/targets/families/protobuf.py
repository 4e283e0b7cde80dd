"""Google's JSON reader for protocol buffers: the Gemini API and Vertex AI. Places are in snake_case."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family, bracketed
from workbench.targets.words import Words

_TYPE = "INVALID_ARGUMENT"
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


def snake_case(path: Path, values: Sequence[Json] = ()) -> str:
    """`contents[0].parts[1].function_response`; keys of a schema's properties are of the user and stay."""
    steps: list[str | int] = []
    for number, step in enumerate(path):
        of_the_user = number and path[number - 1] == "properties"
        steps.append(step if of_the_user or isinstance(step, int) else _HUMP.sub(r"_\1", step).lower())
    return bracketed(tuple(steps))


def _got(value: object) -> str:
    return "list" if isinstance(value, list) else "object" if isinstance(value, dict) else "scalar"


PROTOBUF_WORDS = Family(
    name="protobuf",
    place=snake_case,
    list_values=", ".join,
    expected={
        "string": "TYPE_STRING",
        "integer": "TYPE_INT32",
        "number": "TYPE_FLOAT",
        "boolean": "TYPE_BOOL",
        "array": "type.googleapis.com/google.protobuf.ListValue",
        "object": "type.googleapis.com/google.protobuf.Struct",
        "null": "TYPE_NULL",
    },
    join_expected=lambda names: names[0] if names else "",
    got=_got,
    sentences={
        "missing": Words("* GenerateContentRequest.{path}: missing field.", type=_TYPE),
        "unknown": Words(
            "Invalid JSON payload received. Unknown name \"{field}\" at '{holder}': Cannot find field.", type=_TYPE
        ),
        "type": Words("Invalid value at '{path}' ({expected}), {shown}", type=_TYPE),
        "value": Words("Invalid value at '{path}' (TYPE_ENUM), {shown}", type=_TYPE),
        "range": Words("* GenerateContentRequest.{path}: value {value} is out of range.", type=_TYPE),
        "length:min": Words("* GenerateContentRequest.{path}: cannot be empty.", type=_TYPE),
    },
)
