"""Read the tool definitions of a request: the name and the schema of each tool, with their paths in the settings.

Only functions that the user defines are read: tools that the provider runs itself have no schema to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json


class ToolDefinition(NamedTuple):
    path: Path
    """The path of the tool in its list."""
    holder: Path
    """The path of the object that has the name."""
    name: Json
    fields: Mapping[str, Json]
    """All fields of the holder: description, strict …"""
    schema: Any
    """The schema of the parameters; None if the tool has none."""
    schema_path: Path


Definitions = Callable[[Mapping[str, Json]], list[ToolDefinition]]


def definitions_in(
    *where: str, holder: str | None, schema: Path, is_own: Callable[[Mapping[str, Json]], bool]
) -> Definitions:
    """Return a reader of definitions, given the path of the list, the key of a tool's fields, and its schema's path."""

    def read(settings: Mapping[str, Json]) -> list[ToolDefinition]:
        found: list[ToolDefinition] = []
        for number, tool in enumerate(_list_at(settings, where)):
            if not isinstance(tool, dict) or not is_own(tool):
                continue
            path: Path = (*where, number)
            fields = tool.get(holder) if holder else tool
            if isinstance(fields, dict):
                found.append(_definition(path, (*path, holder) if holder else path, fields, schema))
        return found

    return read


def declarations_in(*keys: str, schemas: tuple[str, ...]) -> Definitions:
    """Return a reader for tools that list several functions, each with its schema under one of several keys."""

    def read(settings: Mapping[str, Json]) -> list[ToolDefinition]:
        found: list[ToolDefinition] = []
        for start, tool in _tools(settings):
            for key in keys:
                for path, fields in _items(tool.get(key), (*start, key)):
                    schema = next(((name,) for name in schemas if fields.get(name) is not None), (schemas[0],))
                    found.append(_definition(path, path, fields, schema))
        return found

    return read


def _definition(path: Path, holder: Path, fields: Mapping[str, Json], schema: Path) -> ToolDefinition:
    value: Json = fields
    for step in schema:
        value = value.get(step) if isinstance(value, dict) else None
    return ToolDefinition(path, holder, fields.get("name"), fields, value, (*holder, *schema))


def _list_at(settings: Mapping[str, Json], where: tuple[str, ...]) -> list[Json]:
    value: Json = settings
    for step in where:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value if isinstance(value, list) else []


def _tools(settings: Mapping[str, Json]) -> Iterator[tuple[Path, Mapping[str, Json]]]:
    return _items(settings.get("tools"), ("tools",))


def _items(value: object, path: Path) -> Iterator[tuple[Path, Mapping[str, Json]]]:
    """Yield the objects of a list with their paths; a single object counts as a list of one."""
    if isinstance(value, dict):
        yield path, value
    elif isinstance(value, list):
        yield from (((*path, number), item) for number, item in enumerate(value) if isinstance(item, dict))
