"""Volcengine Ark. Its error messages name a parameter by its fields, without the index of a message."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family
from workbench.targets.refusal_words import Words

_ARTICLES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
    "array": "an array",
    "object": "an object",
    "null": "null",
}


def _fields(path: Path, values: Sequence[Json]) -> str:
    """`messages.content.type`."""
    return ".".join(step for step in path if isinstance(step, str))


def _ticked(values: Sequence[str]) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _invalid(sentence: str) -> Words:
    return Words(
        f"The parameter `{{path}}` specified in the request is not valid: {sentence}",
        "{path}",
        "InvalidParameter",
        "BadRequest",
    )


ARK_WORDS = Family(
    name="ark",
    place=_fields,
    list_values=_ticked,
    expected=_ARTICLES,
    got=lambda value: "null" if value is None else f"`{value}`",
    sentences={
        "type": _invalid("expected {expected}, but got `{shown}` instead."),
        "value": _invalid("invalid value: `{value}`, supported values are: {allowed}."),
        "range:max": _invalid("integer above maximum value, expected a value <= {limit}, but got {value} instead."),
        "range:min": _invalid("integer below minimum value, expected a value >= {limit}, but got {value} instead."),
        "missing": Words(
            "The request failed because it is missing `{path}` parameter.", "{path}", "MissingParameter", "BadRequest"
        ),
    },
)
