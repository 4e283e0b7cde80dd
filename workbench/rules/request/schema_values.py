"""Enums, types and formats in a field that accepts only a subset of JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from workbench.checks.chat import Chat
from workbench.checks.json_schemas import types_of
from workbench.checks.schema import TYPE, Problem
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.description import quoted, tool_of
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.occasions import defines_schemas
from workbench.rules.request.definitions import at_tool, subset_schemas
from workbench.rules.request.schema_subset import move_to_full_field
from workbench.targets.contract import WARNING, Target

_TYPE_KEYWORDS = frozenset({"type", "anyOf", "any_of", "oneOf", "allOf", "$ref", "ref"})
_ENUM = "enum"


@rule("RQ123", "tool-schema-enum-not-string", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_enum_not_string(chat: Chat, target: Target) -> Iterator[Violation]:
    """An `enum` in a tool's schema contains values that are not strings, an empty string, or nothing.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "set", "parameters": {"type": "object", "properties": {
            "level": {"type": "integer", "enum": [1]}}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "set", "parameters": {"type": "object", "properties": {
            "level": {"type": "string", "enum": ["1"]}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        if (wrong := _invalid_enum(tool, path, schema, target)) is not None:
            yield wrong


def _invalid_enum(tool: ToolDefinition, path: Path, schema: dict[str, Json], target: Target) -> Violation | None:
    values, kinds, place = schema.get(_ENUM), types_of(schema), (*path, _ENUM)
    name, dotted = path[-1], dotted_names(tool, path)
    owner = f"{quoted(name)} in {tool_of(tool.name)}"
    if schema.get("format") == _ENUM and not values:
        text = f"The format of {owner} is enum, but no values are listed."
        if _ENUM in schema:
            return at_tool(tool, place, text, variant="none", property=name)
        return at_tool(tool, path, text, variant="absent", property=name)
    if not isinstance(values, list) or not values:
        return None
    other = next((number for number, value in enumerate(values) if not isinstance(value, str)), None)
    if other is not None:
        problem = Problem(TYPE, (*place, other), {"value": values[other], "expected": ["string"]})
        text = f"Only strings can be listed for {owner}."
        return at_tool(tool, place, text, variant="value", problem=problem, property=name)
    are_scalars = all(isinstance(kind, str) and kind not in _CONTAINERS for kind in kinds)
    if kinds not in (["string"], []) and not (target.request.tools.lists_scalars and are_scalars):
        return at_tool(tool, place, f"Only strings can be listed for {owner}.", property=name, dotted=dotted)
    if "" in values:
        text = f"An empty string cannot be listed for {owner}."
        number = values.index("")
        return at_tool(tool, (*place, number), text, variant="empty", property=name, number=number)
    return None


_CONTAINERS = frozenset({"array", "object"})


@rule("RQ129", "tool-schema-type-missing", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A value in a tool's schema has no type.

    In JSON Schema the value may then be anything; this kind of schema needs a type for every value. This usually comes
    from a value that a program only described in words.

    Bad (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"description": "Which?"}}}}]}]}
    Good (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {
            "id": {"type": "string", "description": "Which?"}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        if path != tool.schema_path and _TYPE_KEYWORDS.isdisjoint(schema):
            text = f"{quoted(path[-1])} in {tool_of(tool.name)} has no type."
            variant = "enum" if schema.get(_ENUM) else ""  # the values are then checked before the type
            yield at_tool(tool, path, text, variant=variant, dotted=dotted_names(tool, path))


@rule("RQ159", "tool-schema-format-unsupported", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_format_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A value in a tool's schema has a format that this kind of schema does not support.

    This usually comes from another system's schema, which marks texts as URLs, dates or ids.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "fetch", "parameters": {"type": "object", "properties": {
            "url": {"type": "string", "format": "uri"}}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "fetch", "parametersJsonSchema": {"type": "object", "properties": {
            "url": {"type": "string", "format": "uri"}}}}]}]}
    """
    known = target.request.tools.formats
    for tool, path, schema in subset_schemas(chat, target):
        kind, named = next(iter(types_of(schema)), None), schema.get("format")
        supported = known.get(kind) if isinstance(kind, str) else None
        if supported is not None and isinstance(named, str) and named and named not in supported:
            text = f"The format {quoted(named)} of {quoted(path[-1])} in {tool_of(tool.name)} is not supported here."
            formats = " and ".join(f"'{name}'" for name in sorted(supported, reverse=True))
            severity = None if kind == "string" else WARNING  # refusals are known for formats of strings
            place = (*path, "format")
            yield at_tool(tool, place, text, severity=severity, formats=formats, type=str(kind).upper())


def dotted_names(tool: ToolDefinition, path: Path) -> str:
    """`data.meta.width`: the names of the values that lead to a place in a schema."""
    inside = path[len(tool.schema_path) :]
    return ".".join(str(step) for before, step in pairwise(inside) if before == "properties")
