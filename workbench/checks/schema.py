"""Validate a request against the schema that its provider publishes; each problem has a path and its facts.

All messages are validated together. That is faster than grouping them by shape in Python: pydantic validates a message
of a `TypedDict` in the time that computing its signature takes, and most histories break nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from workbench.json.pointer import Path
from workbench.json.text import Json

MISSING, UNKNOWN, TYPE, VALUE, LENGTH, RANGE, PATTERN = (
    "missing", "unknown", "type", "value", "length", "range", "pattern"
)  # fmt: skip
"""A field is absent or unpublished; its value has another JSON type, is not in a closed set, is too long or short, too
large or small, or does not match a pattern."""


class Problem(NamedTuple):
    """One place that breaks the schema."""

    kind: str
    path: Path
    """The path of the value; for an absent field, where it would be."""
    facts: Mapping[str, Any]
    """`value`, and by kind: `allowed` (the closed set), `expected` (JSON types), `bound` (min, max) with `limit` and
    `length`, `pattern`; `of` is the type that a limit applies to, or `tag` if a value selects a kind of object."""


JSON_TYPES = {
    "string_type": "string",
    "int_type": "integer",
    "int_from_float": "integer",
    "float_type": "number",
    "bool_type": "boolean",
    "list_type": "array",
    "iterable_type": "array",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "none_required": "null",
}
"""Pydantic's name for a wrong type → the JSON type that was expected."""
_LENGTHS = {"too_short": "min", "too_long": "max", "string_too_short": "min", "string_too_long": "max"}
_RANGES = {
    "greater_than_equal": ("min", "ge"),
    "less_than_equal": ("max", "le"),
    "greater_than": ("min", "gt"),
    "less_than": ("max", "lt"),
}
INNER_TAG = "~"
"""Prefix of the name of a union member that is not a value of the field, such as all kinds that are not checked."""
_NOTHING = object()
_QUOTED = re.compile(r"'([^']*)'")


def problems_of(schema: TypeAdapter[Any], value: object, *, closed: bool = False) -> list[Problem]:
    """Return all problems of a value with a schema, in the order of the document.

    A closed schema also refuses unknown fields.
    """
    try:
        schema.validate_python(value, strict=True, extra="forbid" if closed else "ignore")
    except ValidationError as error:
        problems = (_problem(row, value) for row in error.errors(include_url=False))
        return _without_other_branches(problem for problem in problems if problem is not None)
    return []


def json_type(value: object) -> str:
    """Return the JSON name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {str: "string", int: "integer", float: "number", list: "array", dict: "object"}
    return names.get(type(value), "object")


def _problem(row: Any, document: object) -> Problem | None:
    kind, context, value = row["type"], row.get("ctx", {}), row["input"]
    if kind == "missing":
        return Problem(MISSING, (*_path(row["loc"][:-1], document, value), row["loc"][-1]), {})
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_tag(_path(row["loc"], document, value), context, value)
    path = _path(row["loc"], document, value)
    facts: dict[str, Json] = {"value": value}
    if kind == "extra_forbidden":
        return Problem(UNKNOWN, path, facts)
    if kind in ("literal_error", "enum"):
        return Problem(VALUE, path, facts | {"allowed": _QUOTED.findall(context["expected"])})
    if kind in JSON_TYPES:
        return Problem(TYPE, path, facts | {"expected": [JSON_TYPES[kind]]})
    if kind in _LENGTHS:
        bound = _LENGTHS[kind]
        limit, of = context[f"{bound}_length"], json_type(value)
        return Problem(LENGTH, path, facts | {"bound": bound, "of": of, "limit": limit, "length": len(value)})
    if kind in _RANGES:
        bound, key = _RANGES[kind]
        return Problem(RANGE, path, facts | {"bound": bound, "of": json_type(value), "limit": context[key]})
    if kind == "string_pattern_mismatch":
        return Problem(PATTERN, path, facts | {"pattern": context["pattern"]})
    return None


def _wrong_tag(path: Path, context: Mapping[str, Any], value: object) -> Problem:
    """Return the problem of a discriminated union: the field is absent, or its value names no member of the union."""
    names = _QUOTED.findall(str(context.get("discriminator", "")))
    field = names[0] if names else "type"
    if not isinstance(value, dict):
        return Problem(TYPE, path, {"value": value, "expected": ["object"]})
    tags = _QUOTED.findall(str(context.get("expected_tags", "")))
    allowed: Json = [tag for tag in tags if not tag.startswith(INNER_TAG)]
    if field not in value:
        return Problem(MISSING, (*path, field), {"allowed": allowed})
    if not isinstance(value[field], str):
        return Problem(TYPE, (*path, field), {"value": value[field], "expected": ["string"]})
    return Problem(VALUE, (*path, field), {"value": value[field], "allowed": allowed, "of": "tag"})


def _path(location: tuple[str | int, ...], document: object, rejected: object) -> Path:
    """Return pydantic's location without the names of union members, which are not keys of the document.

    A member may have the same name as a key (`{"type": "text", "text": …}`), so of all possible paths, the one that
    leads to the rejected value is returned.
    """
    candidates = list(_candidate_paths(location, 0, document))
    exact = next((path for path, value in candidates if value is rejected), None)
    return exact if exact is not None else max((path for path, _ in candidates), key=len)


def _candidate_paths(location: tuple[str | int, ...], start: int, value: object) -> Iterator[tuple[Path, Json]]:
    if start == len(location):
        yield (), value
        return
    step = location[start]
    inside: Json = _NOTHING
    if isinstance(value, dict):
        inside = value.get(step, _NOTHING)
    elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        inside = value[step]
    if inside is not _NOTHING:
        for path, end in _candidate_paths(location, start + 1, inside):
            yield (step, *path), end
    if isinstance(step, str):
        yield from _candidate_paths(location, start + 1, value)


def _without_other_branches(problems: Iterable[Problem]) -> list[Problem]:
    """Return one problem per place. If a value may have one of several types, problems inside its actual type say more
    than that it is none of the others; if it has none of these types, the problem names all of them."""
    by_path: dict[Path, Problem] = {}
    for problem in problems:
        known = by_path.get(problem.path)
        if known is None:
            by_path[problem.path] = problem
        elif known.kind == problem.kind == TYPE:
            by_path[problem.path] = Problem(TYPE, problem.path, dict(known.facts) | {"expected": _both(known, problem)})
        elif known.kind == TYPE:
            by_path[problem.path] = problem
    inner = {path[:length] for path in by_path for length in range(len(path))}
    return [problem for path, problem in by_path.items() if problem.kind not in (TYPE, VALUE) or path not in inner]


def _both(one: Problem, other: Problem) -> list[Json]:
    return list(dict.fromkeys([*one.facts["expected"], *other.facts["expected"]]))
