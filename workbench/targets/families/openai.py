"""OpenAI's error messages, with `param` and `code`."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.targets.families.contract import Family, bracketed
from workbench.targets.refusal_words import Words

_NAMES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a decimal",
    "boolean": "a boolean",
    "array": "an array of objects",
    "object": "an object",
    "null": "null",
}


def listed_with_and(values: Sequence[str]) -> str:
    """`'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`."""
    named = [f"'{value}'" for value in values]
    if len(named) < 3:
        return " and ".join(named)
    return f"{', '.join(named[:-1])}, and {named[-1]}"


def one_of(names: Sequence[str]) -> str:
    """`a string`, or `one of a string or array of objects` if there are several."""
    if len(names) < 2:
        return "".join(names)
    bare = [names[0], *(name.split(" ", 1)[-1] for name in names[1:])]
    return f"one of {' or '.join(bare)}"


def named_type(value: object) -> str:
    types = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
    return _NAMES[types.get(type(value), "null")].removesuffix(" of objects")


def _invalid(sentence: str, code: str) -> Words:
    return Words(f"Invalid '{{path}}': {sentence}", "{path}", code)


OPENAI_WORDS = Family(
    name="openai",
    place=bracketed,
    list_values=listed_with_and,
    expected=_NAMES,
    join_expected=one_of,
    got=named_type,
    sentences={
        "missing": Words("Missing required parameter: '{path}'.", "{path}", "missing_required_parameter"),
        "unknown": Words("Unknown parameter: '{path}'.", "{path}", "unknown_parameter"),
        "type": Words(
            "Invalid type for '{path}': expected {expected}, but got {got} instead.", "{path}", "invalid_type"
        ),
        "value": Words("Invalid value: '{value}'. Supported values are: {allowed}.", "{path}", "invalid_value"),
        "length:max:string": _invalid(
            "string too long. Expected a string with maximum length {limit}, "
            "but got a string with length {length} instead.",
            "string_above_max_length",
        ),
        "length:min:string": _invalid(
            "empty string. Expected a string with minimum length {limit}, but got an empty string instead.",
            "empty_string",
        ),
        "length:max:array": _invalid(
            "array too long. Expected an array with maximum length {limit}, "
            "but got an array with length {length} instead.",
            "array_above_max_length",
        ),
        "length:min:array": _invalid(
            "empty array. Expected an array with minimum length {limit}, but got an empty array instead.",
            "empty_array",
        ),
        "length:max:object": _invalid(
            "too many properties. Expected an object with at most {limit} properties, "
            "but got an object with {length} properties instead.",
            "object_above_max_properties",
        ),
        "range:min:integer": _invalid(
            "integer below minimum value. Expected a value >= {limit}, but got {value} instead.",
            "integer_below_min_value",
        ),
        "range:max:integer": _invalid(
            "integer above maximum value. Expected a value <= {limit}, but got {value} instead.",
            "integer_above_max_value",
        ),
        "range:min": _invalid(
            "decimal below minimum value. Expected a value >= {limit}, but got {value} instead.",
            "decimal_below_min_value",
        ),
        "range:max": _invalid(
            "decimal above maximum value. Expected a value <= {limit}, but got {value} instead.",
            "decimal_above_max_value",
        ),
        "pattern": _invalid(
            "string does not match pattern. Expected a string that matches the pattern '{pattern}'.", "invalid_value"
        ),
    },
)
