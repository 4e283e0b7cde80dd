"""Google's JSON parser for protocol buffers: the Gemini API and Vertex AI. Places are in snake_case."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family
from workbench.targets.refusal_words import Words

_TYPE = "INVALID_ARGUMENT"
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


def validator_place(path: Path, values: Sequence[Json] = ()) -> str:
    """`parameters.properties[city].items`: the validator names the keys of a map."""
    return _place(path, lambda number: f"[{path[number]}]")


def parser_place(path: Path, values: Sequence[Json] = ()) -> str:
    """`parameters.properties[0].value.items`: for the parser, a map is a list of pairs."""

    def entry(number: int) -> str:
        entries = values[number - 1] if number <= len(values) else None
        keys = list(entries) if isinstance(entries, dict) else []
        return f"[{keys.index(path[number]) if path[number] in keys else 0}].value"

    return _place(path, entry)


def _place(path: Path, map_key: Callable[[int], str]) -> str:
    """`contents[0].parts[1].function_response`; `map_key` writes the name of a schema's property."""
    place = ""
    for number, step in enumerate(path):
        if number and path[number - 1] == "properties" and isinstance(step, str):
            place += map_key(number)
        elif isinstance(step, int):
            place += f"[{step}]"
        else:
            place += ("." if place else "") + _HUMP.sub(r"_\1", step).lower()
    return place


def _got(value: object) -> str:
    return "list" if isinstance(value, list) else "object" if isinstance(value, dict) else "scalar"


def _without_root(text: str, path: Path, values: Sequence[Json]) -> str:
    """The parser names no place for a field of the request itself."""
    return text.replace(" at ''", "", 1) if len(path) == 1 else text


PROTOBUF_WORDS = Family(
    name="protobuf",
    place=validator_place,
    places={"unknown": parser_place, "type": parser_place, "value": parser_place},
    list_values=", ".join,
    expected={
        "string": "TYPE_STRING",
        "integer": "TYPE_INT32",
        "number": "TYPE_FLOAT",
        "boolean": "TYPE_BOOL",
        "array": "type.googleapis.com/google.protobuf.ListValue",
        "object": "type.googleapis.com/google.protobuf.Struct",
        "null": "TYPE_NULL",
        "type": "type.googleapis.com/google.ai.generativelanguage.v1beta.Type",
    },
    join_expected=lambda names: names[0] if names else "",
    got=_got,
    around=_without_root,
    sentences={
        "missing": Words("* GenerateContentRequest.{path}: missing field.", type=_TYPE),
        "unknown": Words(
            "Invalid JSON payload received. Unknown name \"{field}\" at '{holder}': Cannot find field.", type=_TYPE
        ),
        "type": Words("Invalid value at '{path}' ({expected}), {shown}", type=_TYPE),
        "type:list": Words(
            "Invalid JSON payload received. Unknown name \"{field}\" at '{holder}': "
            "Proto field is not repeating, cannot start list.",
            type=_TYPE,
        ),
        "value": Words("Invalid value at '{path}' (TYPE_ENUM), {shown}", type=_TYPE),
        "range": Words("* GenerateContentRequest.{path}: value {value} is out of range.", type=_TYPE),
        "length:min": Words("* GenerateContentRequest.{path}: cannot be empty.", type=_TYPE),
    },
)
