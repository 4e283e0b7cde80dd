"""Cohere. It names an unknown field without its place."""

from __future__ import annotations

from workbench.targets.families.contract import Family, dotted
from workbench.targets.families.go import GO_WORDS
from workbench.targets.refusal_words import Words

_REFERENCE = ". For proper usage, please refer to https://docs.cohere.com/reference/chat"

COHERE_WORDS = Family(
    name="cohere",
    place=dotted,
    list_values=", ".join,
    expected={
        "string": "string",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "array": "[]Object",
        "object": "Object",
        "null": "null",
    },
    join_expected=lambda names: names[0] if names else "",
    got=GO_WORDS.got,
    sentences={
        "unknown": Words("unknown field: parameter '{field}' is not a valid field" + _REFERENCE, type=None),
        "type": Words(
            "invalid type: parameter '{path}' is of type {got} but should be of type {expected}" + _REFERENCE, type=None
        ),
    },
)
