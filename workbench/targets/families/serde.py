"""Serde (Rust): DeepSeek, xAI. The place is that of the object that could not be parsed."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import compact
from workbench.targets.families.contract import Family, bracketed
from workbench.targets.refusal_words import Words

_CODE = "invalid_request_error"


def _variants(values: Sequence[str]) -> str:
    named = ", ".join(f"`{value}`" for value in values)
    return named if len(values) < 2 else f"one of {named}"


def _got(value: object) -> str:
    if isinstance(value, dict):
        return "map"
    if isinstance(value, list):
        return "sequence"
    if isinstance(value, bool):
        return f"boolean `{str(value).lower()}`"
    if isinstance(value, int):
        return f"integer `{value}`"
    if isinstance(value, float):
        return f"floating point `{value}`"
    return "null" if value is None else f"string {compact(value)}"


def _unparsed(sentence: str) -> Words:
    return Words(f"Failed to deserialize the JSON body into the target type: {sentence}", None, _CODE)


SERDE_WORDS = Family(
    name="serde",
    place=bracketed,
    list_values=_variants,
    expected={
        "string": "a string",
        "integer": "u32",
        "number": "f32",
        "boolean": "a boolean",
        "array": "a sequence",
        "object": "a map",
        "null": "unit",
    },
    got=_got,
    sentences={
        "missing": _unparsed("{holder}: missing field `{field}`"),
        "unknown": _unparsed("{holder}: unknown field `{field}`"),
        "type": _unparsed("{path}: invalid type: {got}, expected {expected}"),
        "value": _unparsed("{path}: unknown variant `{value}`, expected {allowed}"),
        "value:tag": _unparsed("{holder}: unknown variant `{value}`, expected {allowed}"),
        "length:max:string": _unparsed("{path}: invalid length {length}, expected at most {limit}"),
        "range": _unparsed("{path}: invalid value: {value}"),
    },
)
