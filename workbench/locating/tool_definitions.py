"""Find tool definitions of any format in a request, by number, by name, or by a place in their schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from workbench.json.pointer import Path, containers
from workbench.json.text import Json
from workbench.locating.loose_paths import follow_loosely, normalised_key

_HOLDERS = ("tools", "functions", "toolConfig", "tool_config")
_SCHEMAS = frozenset({"parameters", "inputschema", "parametersjsonschema", "json"})
_IN_SCHEMA = frozenset({"properties", "items", "anyOf", "oneOf", "allOf", "$defs", "definitions", "required"})
_MAX_DEPTH = 6
_ABSENT = re.compile(
    r"\b(?:required|missing|not (?:defined|specified|set)|empty|must be (?:set|specified))\b", re.IGNORECASE
)


class Definition(NamedTuple):
    path: Path
    """The path from the body of the request."""
    value: dict[str, Json]

    @property
    def schema(self) -> Path:
        """The path to the schema of its parameters, or to the definition itself if it has none."""
        found = next((path for path, _ in containers(self.value, 3) if _is_schema(path)), None)
        return self.path if found is None else (*self.path, *found)


def definitions(body: object) -> list[Definition]:
    """Return every object with a name in the lists of tools, in the order in which providers count them."""
    if not isinstance(body, dict):
        return []
    return [found for key in _HOLDERS if key in body for found in _named(body[key], (key,))]


def in_definitions(body: object, steps: Path) -> Path | None:
    """Translate a place in the tools of another format into this file: `tools.3.custom.input_schema`."""
    tools = definitions(body)
    numbers = [step for step in steps[: _start_of_schema(steps)] if isinstance(step, int)]
    if not numbers or numbers[-1] >= len(tools):
        return None
    definition = tools[numbers[-1]]
    inside = steps[_start_of_schema(steps) + 1 :]
    names = {normalised_key(step) for step in steps if isinstance(step, str)}
    if not _SCHEMAS & names:
        return (*definition.path, *follow_loosely(definition.value, steps[-1:]).path)
    return (*definition.schema, *follow_loosely(_value(body, definition.schema), inside).path)


def by_tool_name(body: object, quoted: tuple[str, ...], contexts: list[Path]) -> Path | None:
    """Return the schema of a tool that the error names, or the place in it that the error names too."""
    for name in quoted:
        tools = [definition for definition in definitions(body) if _name(definition.value) == name]
        if tools:
            schema = tools[-1].schema
            inside = next(filter(is_in_schema, contexts), ())
            return (*schema, *follow_loosely(_value(body, schema), inside).path)
    return None


def by_schema_path(body: object, inside: Path) -> Path | None:
    """Return this place in the first schema that has it: some errors name the place and not the tool."""
    for definition in definitions(body):
        followed = follow_loosely(_value(body, definition.schema), inside)
        if inside and not (followed.missing or followed.skipped or followed.beyond):
            return (*definition.schema, *followed.path)
    return None


def reports_absence(words: str) -> bool:
    return _ABSENT.search(words) is not None


def definition_without(body: object, steps: Path, words: str) -> Path | None:
    """Return the first schema that lacks a place without numbers, if the error reports something missing."""
    if not reports_absence(words) or _start_of_schema(steps) == len(steps):
        return None
    inside = steps[_start_of_schema(steps) + 1 :]
    for definition in definitions(body):
        followed = follow_loosely(_value(body, definition.schema), inside)
        if len(followed.path) < len(inside):
            return (*definition.schema, *followed.path)
    return None


def is_in_schema(steps: Path) -> bool:
    """Whether a place begins inside a schema, such as `properties.source`."""
    return bool(steps) and steps[0] in _IN_SCHEMA


def _named(value: object, at: Path) -> Iterator[Definition]:
    """Yield the objects with a name, but none inside a definition, because a schema has objects with names too."""
    if len(at) > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _named(item, (*at, index))
    elif isinstance(value, dict):
        if _name(value):
            yield Definition(at, value)
        else:
            for key, item in value.items():
                yield from _named(item, (*at, key))


def _name(value: dict[str, Json]) -> str:
    inner = value.get("function")
    name = value.get("name", inner.get("name") if isinstance(inner, dict) else None)
    return name if isinstance(name, str) else ""


def _is_schema(path: Path) -> bool:
    return bool(path) and normalised_key(path[-1]) in _SCHEMAS - {"json"}


def _start_of_schema(steps: Path) -> int:
    marks = (index for index, step in enumerate(steps) if isinstance(step, str) and normalised_key(step) in _SCHEMAS)
    return next(marks, len(steps))


def _value(body: Any, path: Path) -> Json:
    for step in path:
        body = body[step]
    return body
