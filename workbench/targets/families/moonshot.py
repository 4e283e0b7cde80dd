"""Moonshot, whose parser names the type that a field must have. Other errors are worded like OpenAI's."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families.openai import OPENAI_WORDS
from workbench.targets.refusal_words import Words


def _got(value: object) -> str:
    kinds = {dict: "object", list: "array", str: "string", bool: "bool", int: "number", float: "number"}
    return kinds.get(type(value), "null")


MOONSHOT_WORDS = replace(
    OPENAI_WORDS,
    name="moonshot",
    expected={"string": "string", "integer": "int", "number": "float", "boolean": "bool", "array": "array"},
    join_expected=lambda names: names[0] if names else "",
    got=_got,
    sentences={
        **OPENAI_WORDS.sentences,
        "type": Words(
            "Invalid request: the `{path}` field in the request (expected type {expected}) is illegal, and {got} is "
            "not acceptable",
            None,
            "invalid_request_error",
            seen="2026-08",
        ),
    },
)
