"""Tool schemas outside of the provider's dialect of JSON Schema, which it validates before it answers."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import TYPE, Problem
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.description import as_python, quoted, tool_of
from workbench.json.patch import replace
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import defines_schemas, defines_tools
from workbench.rules.request.definitions import at_tool, defined, dialect_schemas, is_answer, schemas_within
from workbench.rules.request.schema_placing import DEFINITIONS, place_type
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import WARNING, Target

_KEYWORDS: dict[str, Path] = {"items": ("items",), "definitions": ("$ref",)}
"""Violations whose place the provider gives as the keyword, not as the schema that contains it."""
_TYPE_KEYWORDS = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref"})
_VALUES = frozenset({"enum", "const"})
"""Keywords that list values. Servers that mind little infer the type from them."""
_SHAPES = frozenset({"properties", "additionalProperties", "items", "prefixItems", "pattern", "format"})
"""Keywords from which a server that writes a grammar infers the type."""
_REFERENCE_KEYWORDS = frozenset({"$ref", "$defs", "definitions"})


def write_as_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a schema for a bare string that is the name of a type, for `true`, or for null and an empty list, which
    describe nothing. PHP writes such a list for `{}`."""
    named = context.value(finding.at)
    if named in ([], None):
        why = "It still describes nothing; an empty schema accepts any value."
        return Fix("Write it as an empty schema", (replace(finding.at, {}),), True, why, 0.8)
    if named is True:
        why = "Both accept any value."
        return Fix("Write it as an empty schema", (replace(finding.at, {}),), True, why, 0.9)
    if not isinstance(named, str) or named.lower() not in _TYPE_NAMES:
        return None
    why = "The string is the name of a type."
    return Fix(f"Write it as a schema of type {named}", (replace(finding.at, {"type": named}),), True, why, 0.9)


_TYPE_NAMES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})


@rule("RQ106", "tool-schema-property-not-schema", schema_problem="type", fix=write_as_schema, occasion=defines_tools)
def tool_schema_property_not_schema(chat: Chat, target: Target) -> Iterator[Violation]:
    """An argument of a tool is described by a bare string instead of a schema.

    This usually comes from a program that writes `"city": "string"`. In JSON Schema, `true` means any value; some
    providers do not support that.

    Bad (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {"city": "string"}}}}]}
    Good (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "city": {"type": "string"}}}}}]}
    """
    kinds = dict if target.request.tools.only_object_schemas else (dict, bool)
    for tool in defined(chat):
        for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
            properties = schema.get("properties")
            for name, inner in properties.items() if isinstance(properties, dict) else ():
                if not isinstance(inner, kinds):
                    place = (*path, "properties", name)
                    text = f"{quoted(name)} in {tool_of(tool.name)} is described by {quoted(inner)}, not by a schema."
                    parent = _dotted(tool.schema_path, place[:-1])
                    problem = Problem(TYPE, place, {"value": inner, "expected": ["schema"]})
                    yield at_tool(
                        tool,
                        place,
                        text,
                        problem=problem,
                        holder=parent,
                        property=name,
                        shown=repr(inner),
                        json=compact(inner),
                    )


@rule("RQ107", "tool-schema-type-placement", fix=place_type, occasion=defines_schemas)
def tool_schema_type_placement(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema has no type, or has it in a place that the provider's dialect does not allow.

    Moonshot publishes its validator (walle): the type belongs in the choices of `anyOf`, not next to them, `$ref` must
    be the only keyword and point into `$defs`, and `items` is one schema, not a list of them. In the schema of an
    answer, only a title and a description may be next to `anyOf`.

    Bad (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "city": {"type": "string", "anyOf": [{"minLength": 1}, {"enum": ["any"]}]}}}}}]}
    Good (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "city": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "string", "enum": ["any"]}]}}}}}]}
    """
    for tool in dialect_schemas(chat, target):
        for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
            is_root = path == tool.schema_path
            wrong = _misplaced(schema, is_root) or (_beside_choice(schema, is_root) if is_answer(tool) else None)
            if wrong is not None:
                variant, text = wrong
                if target.request.tools.refuses_only_untyped and not _is_minded(variant, path, schema, target):
                    continue
                dotted = _dotted(tool.schema_path, (*path, *_KEYWORDS.get(variant, ())))
                refused = target.request.tools.refused_beside_reference
                siblings = [key for key in schema if key not in _REFERENCE_KEYWORDS]
                sibling = next((key for key in siblings if key in refused or not refused), "")
                if variant == "beside choice":
                    sibling = _refused_beside_choice(schema, is_root)[0]
                place = f"{quoted(dotted)} in {'the answer' if is_answer(tool) else tool_of(tool.name)}"
                yield at_tool(
                    tool,
                    path,
                    f"{place}: {text}",
                    severity=WARNING if is_answer(tool) and not _is_strict(chat, tool) else None,
                    variant=variant,
                    holder=dotted,
                    keyword=sibling,
                    json=compact(schema),
                    python=as_python(schema),
                )


def _is_strict(chat: Chat, answer: ToolDefinition) -> bool:
    """Whether the answer must follow the schema exactly, so that the whole dialect is certainly enforced."""
    holder = setting(chat, answer.path)
    return isinstance(holder, dict) and holder.get("strict") is True


def _beside_choice(schema: dict[str, Json], is_root: bool) -> tuple[str, str] | None:
    refused = _refused_beside_choice(schema, is_root)
    return ("beside choice", f"{refused[0]} is next to anyOf.") if refused else None


def _refused_beside_choice(schema: dict[str, Json], is_root: bool) -> list[str]:
    """The keywords next to `anyOf` other than annotations, and at the root its definitions."""
    accepted = {"anyOf", "title", "description", *(("$defs", "$id") if is_root else ())}
    return [key for key in schema if key not in accepted] if "anyOf" in schema else []


def _is_minded(variant: str, path: Path, schema: dict[str, Json], target: Target) -> bool:
    """Of a server that minds little: a choice without a type, and some keywords next to a reference."""
    if variant == "reference":
        return not target.request.tools.refused_beside_reference.isdisjoint(schema)
    if variant != "missing" or schema.keys() & _VALUES:
        return False
    if target.request.tools.refuses_untyped:
        return bool(schema) and schema.keys().isdisjoint(_SHAPES)
    return _is_choice(path)


def _misplaced(schema: dict[str, Json], is_root: bool) -> tuple[str, str] | None:
    if "anyOf" in schema and "type" in schema:
        return "", "the type is next to anyOf."
    if "items" in schema and not isinstance(schema["items"], dict):
        return "items", "items is not a schema."
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference != "#" and not reference.startswith(DEFINITIONS):
        return "definitions", "the reference points outside of $defs."
    if "$ref" in schema:
        return ("reference", "$ref is next to other keywords.") if schema.keys() - _REFERENCE_KEYWORDS else None
    return None if is_root or schema.keys() & _TYPE_KEYWORDS else ("missing", "there is no type.")


def _is_choice(path: Path) -> bool:
    return len(path) > 1 and path[-2] in ("anyOf", "oneOf", "allOf")


def _dotted(root: Path, path: Path) -> str:
    """`properties.city`, in the provider's notation for places in a schema."""
    return ".".join(map(str, path[len(root) :])) or "root"
