"""Pydantic's error messages, which servers written in Python pass on, each with its own notation of the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.targets.families.contract import Family, bracketed
from workbench.targets.refusal_words import Words

_NAMES = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "array": "list",
    "object": "dictionary",
    "null": "None",
}


def _listed_with_or(values: Sequence[str]) -> str:
    """`'a', 'b' or 'c'`."""
    named = [f"'{value}'" for value in values]
    return " or ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else "".join(named)


_SENTENCES = {
    "missing": "Field required",
    "unknown": "Extra inputs are not permitted",
    "type": "Input should be a valid {expected}",
    "value": "Input should be {allowed}",
    "value:tag": "Input tag '{value}' found using '{field}' does not match any of the expected tags: {allowed}",
    "length:max:string": "String should have at most {limit} characters",
    "length:min:string": "String should have at least {limit} character",
    "length:max:array": "List should have at most {limit} items after validation, not {length}",
    "length:min:array": "List should have at least {limit} item after validation, not {length}",
    "range:min": "Input should be greater than or equal to {limit}",
    "range:max": "Input should be less than or equal to {limit}",
    "pattern": "String should match pattern '{pattern}'",
}
_TYPES = {
    "missing": "missing",
    "unknown": "extra_forbidden",
    "type": "type_error",
    "value": "literal_error",
    "value:tag": "union_tag_invalid",
    "length:max:string": "string_too_long",
    "length:min:string": "string_too_short",
    "length:max:array": "too_long",
    "length:min:array": "too_short",
    "range:min": "greater_than_equal",
    "range:max": "less_than_equal",
    "pattern": "string_pattern_mismatch",
}


def _placed(template: str, sentences: Mapping[str, str] = _SENTENCES) -> dict[str, Words]:
    """Every sentence in the server's template; a wrong tag is reported at its object."""
    return {
        key: Words(
            template.format(place="{holder}" if key == "value:tag" else "{path}", sentence=sentence, type=_TYPES[key])
        )
        for key, sentence in sentences.items()
    }


_UNIONS = frozenset({"source", "cache_control", "thinking", "tool_choice"})


def with_tags(path: Path, values: Sequence[Json]) -> str:
    """`messages.3.content.1.tool_use.id`: the `type` follows an item of a list, and a field that may be of several
    types; a tool without one is `custom`. The system prompt is a list of texts only."""
    steps: list[str] = []
    for number, (step, value) in enumerate(zip(path, values, strict=True)):
        steps.append(str(step))
        inner = number + 1 < len(path)
        is_union = step in _UNIONS or (isinstance(step, int) and path[0] != "system")
        if not inner or not is_union or not isinstance(value, dict):
            continue
        kind = value.get("type")
        if isinstance(kind, str):
            steps.append(kind)
        elif path[0] == "tools":
            steps.append("custom")
    return ".".join(steps)


def with_roles(path: Path, values: Sequence[Json]) -> str:
    """`messages.3.assistant.content`: the role follows a message."""
    return ".".join(str(step) for step in _steps_with_roles(path, values))


def _steps_with_roles(path: Path, values: Sequence[Json]) -> list[str | int]:
    steps: list[str | int] = []
    for number, (step, value) in enumerate(zip(path, values, strict=True)):
        steps.append(step)
        role = value.get("role") if isinstance(value, dict) else None
        if number == 1 and isinstance(role, str) and len(path) > 2:
            steps.append(role)
    return steps


def as_location(path: Path, values: Sequence[Json]) -> str:
    """`["body","messages",3,"assistant","content"]`."""
    return compact(["body", *_steps_with_roles(path, values)])


def as_tuple(path: Path, values: Sequence[Json]) -> str:
    """`('body', 'messages', 3, 'content')`."""
    return str(("body", *path))


def _empty(value: object) -> str:
    return ""


ANTHROPIC_WORDS = Family(
    name="pydantic",
    place=with_tags,
    list_values=_listed_with_or,
    expected=_NAMES,
    join_expected=lambda names: names[-1] if names else "",
    got=_empty,
    sentences=_placed("{place}: {sentence}"),
)
"""The place comes first, and contains the type of each block."""

CEREBRAS_WORDS = replace(
    ANTHROPIC_WORDS,
    name="cerebras",
    place=with_roles,
    sentences={
        key: replace(words, param="validation_error", code="wrong_api_format")
        for key, words in _placed(
            "{place}: {sentence}", _SENTENCES | {"unknown": "property '{path}' is unsupported"}
        ).items()
    },
)

MISTRAL_WORDS = replace(
    ANTHROPIC_WORDS,
    name="mistral",
    place=as_location,
    sentences=_placed('{{"detail":[{{"type":"{type}","loc":{place},"msg":"{sentence}"}}]}}'),
)
"""A list of details, in FastAPI's notation."""

FIREWORKS_WORDS = replace(
    ANTHROPIC_WORDS, name="fireworks", place=bracketed, sentences=_placed("{sentence}, field: '{place}'")
)

VLLM_WORDS = replace(
    ANTHROPIC_WORDS,
    name="vllm",
    place=as_tuple,
    sentences={
        key: replace(words, type="Bad Request", code="400")
        for key, words in _placed(
            "1 validation error:\n  {{'type': '{type}', 'loc': {place}, 'msg': '{sentence}'}}"
        ).items()
    },
)
"""A list of details in Python's notation: vLLM and SGLang. In messages, the steps include names of types."""
