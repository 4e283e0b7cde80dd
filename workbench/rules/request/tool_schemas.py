"""Tool schemas that the provider refuses: invalid ones, or with a root, list or name that it does not accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import types_of
from workbench.checks.schema import MISSING, Problem, json_type
from workbench.json.description import quoted, tool_of
from workbench.json.patch import add, replace
from workbench.json.pointer import to_pointer
from workbench.json.text import compact, parse_or_none
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import defines_schemas, defines_tools
from workbench.rules.request.definitions import at_tool, defined, python_tuple, schemas_within, subset_schemas
from workbench.rules.request.root_choices import describe_choice
from workbench.rules.request.schema_spelling import TYPE_NAMES, usual_spelling
from workbench.rules.request.schema_subset import move_to_full_field
from workbench.targets.contract import WARNING, Target


def declare_object(context: RepairContext, finding: Finding) -> Fix | None:
    """Declare the type `object`, if the schema has only keywords of an object; parse a schema that is a JSON text."""
    schema = context.value(finding.at)
    parsed = parse_or_none(schema) if isinstance(schema, str) else None
    if isinstance(parsed, dict):
        return Fix("Write the JSON text as an object", (replace(finding.at, parsed),), True, "It is the same schema.")
    if not isinstance(schema, dict) or schema.get("type") is not None or not (set(schema) <= _OBJECT_KEYWORDS):
        return None
    why = "Arguments are always an object; the schema did not declare it."
    return Fix('Add "type": "object" to the schema', (add(f"{finding.at}/type", "object"),), True, why, 0.95)


_OBJECT_KEYWORDS = frozenset(
    {"type", "properties", "required", "additionalProperties", "description", "title", "$schema", "$defs"}
    | {"definitions"}
)


@rule("RQ101", "tool-schema-root-not-object", fix=declare_object, occasion=defines_tools)
def tool_schema_root_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """The schema of a tool's arguments is not declared as an object.

    This usually comes from a tool without arguments, whose schema was left empty.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "now", "parameters": {"properties": {}}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]}
    """
    for tool in defined(chat):
        if target.request.tools.schema_is_any_json and isinstance(tool.schema, (str, list)):
            text = f"The schema of {tool_of(tool.name)} is no object, but {json_type(tool.schema)}."
            yield at_tool(tool, tool.schema_path, text, variant="no object")
        if isinstance(tool.schema, dict) and types_of(tool.schema, target.request.tools.numbers_types) != ["object"]:
            declared = tool.schema.get("type")
            terms = target.request.tools
            if not declared and not terms.combinators_by_model and not terms.root_combinators.isdisjoint(tool.schema):
                continue  # another rule reports the choice at the root
            text = f"The schema of {tool_of(tool.name)} is not of type object."
            variant = "other" if declared else ""
            yield at_tool(tool, tool.schema_path, text, variant=variant, type=declared if declared else "None")


@rule("RQ102", "tool-schema-root-combinator", fix=describe_choice, occasion=defines_tools)
def tool_schema_root_combinator(chat: Chat, target: Target) -> Iterator[Violation]:
    """The schema of a tool's arguments has `anyOf`, `oneOf` or `allOf` at its root.

    Put the choice inside a property, or make all fields optional and let the tool check them.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "anyOf": [{"required": ["id"]}]}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "properties": {"id": {"type": "string"}}}}]}
    """
    refused = target.request.tools.root_combinators
    for tool in defined(chat):
        for keyword in sorted(refused & tool.schema.keys()) if isinstance(tool.schema, dict) else ():
            text = f"The schema of {tool_of(tool.name)} has {keyword} at its root."
            terms = target.request.tools
            by_model = terms.combinators_by_model and chat.facts.accepts_root_choice is not False
            by_branch = terms.accepts_object_choices and not _has_other_branch(tool.schema[keyword])
            severity = WARNING if by_model or by_branch else None
            variant = "" if "type" in tool.schema else "untyped"
            place = (*tool.schema_path, keyword)
            yield at_tool(tool, place, text, severity=severity, variant=variant, keyword=keyword)


def _has_other_branch(branches: object) -> bool:
    """Whether one of the choices is certainly not an object."""
    kinds = [types_of(branch) for branch in branches if isinstance(branch, dict)] if isinstance(branches, list) else []
    return any(kind and "object" not in kind for kind in kinds)


def any_items(context: RepairContext, finding: Finding) -> Fix | None:
    """Add items that may be anything, or move the schema to the field where a list needs none."""
    if not isinstance(context.value(finding.at), dict):
        return None
    if not context.target.request.tools.accepts_any_items:
        return move_to_full_field(context, finding)
    why = "The schema still does not describe the list's items."
    return Fix('Add "items": {} to the list', (add(f"{finding.at}/items", {}),), True, why, 0.9)


@rule("RQ103", "tool-schema-array-without-items", fix=any_items, occasion=defines_schemas)
def tool_schema_array_without_items(chat: Chat, target: Target) -> Iterator[Violation]:
    """A list in a tool's schema has no `items`.

    This usually comes from generating the schema from a language whose lists have no item type.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "sum", "parameters": {"type": "object", "properties": {"numbers": {"type": "array"}}}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "sum", "parameters": {"type": "object", "properties": {
            "numbers": {"type": "array", "items": {"type": "number"}}}}}}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        has_items = "items" in schema or ("prefixItems" in schema and not target.request.tools.tuples_need_items)
        if "array" in types_of(schema) and not has_items:
            text = f"The list {_name(path)} of {tool_of(tool.name)} has no items."
            problem = Problem(MISSING, (*path, "items"), {"of": "schema"})
            yield at_tool(tool, path, text, problem=problem, context=python_tuple(tool.schema_path, path))


def describe_no_arguments(context: RepairContext, finding: Finding) -> Fix | None:
    """Write an empty list in the place of a schema, as PHP writes `{}`, as the schema of a tool without arguments."""
    if context.value(finding.at) != []:
        return None
    why = "It still describes no arguments."
    return Fix("Write it as a schema", (replace(finding.at, {"type": "object", "properties": {}}),), True, why, 0.9)


@rule("RQ104", "tool-schema-invalid", fix=first_of(usual_spelling, describe_no_arguments), occasion=defines_tools)
def tool_schema_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema is not valid JSON Schema (draft 2020-12).

    This usually comes from an older draft (`exclusiveMinimum: true`, `required: true` on a property), from another
    provider's spelling of types (`STRING`), or from a programming language's (`str`).

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "properties": {
           "id": {"type": "STRING"}}}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "properties": {
           "id": {"type": "string"}}}}]}
    """
    for tool in defined(chat):
        if isinstance(tool.schema, list):
            text = f"The schema of {tool_of(tool.name)} is a list, not an object."
            shown, json = repr(tool.schema), compact(tool.schema)
            facts: dict[str, Any] = {"keyword": "", "place": "", "types": "'object'"}
            yield at_tool(tool, tool.schema_path, text, variant="type", shown=shown, json=json, **facts)
        for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
            for keyword, value in schema.items():
                if keyword in _KEYWORDS and not _is_valid(keyword, value):
                    text = f"{keyword} of {_name(path)} in {tool_of(tool.name)} cannot be {_shown(value)}."
                    types = ", ".join(f"'{name}'" for name in sorted(_KEYWORDS[keyword] - {"integer"} or {"integer"}))
                    variant = "" if json_type(value) in _KEYWORDS[keyword] else "type"
                    yield at_tool(
                        tool,
                        (*path, keyword),
                        text,
                        variant=variant,
                        keyword=keyword,
                        place=to_pointer((*path, keyword)[len(tool.schema_path) :]),
                        shown=repr(value),
                        json=compact(value),
                        types=types,
                    )


_NUMBER = frozenset({"number", "integer"})
_SCHEMA = frozenset({"object", "boolean"})
_KEYWORDS: dict[str, frozenset[str]] = {
    "type": frozenset({"string", "array"}),
    "properties": frozenset({"object"}),
    "required": frozenset({"array"}),
    "enum": frozenset({"array"}),
    "items": _SCHEMA,
    "additionalProperties": _SCHEMA,
    "anyOf": frozenset({"array"}),
    "oneOf": frozenset({"array"}),
    "allOf": frozenset({"array"}),
    "minimum": _NUMBER,
    "maximum": _NUMBER,
    "exclusiveMinimum": _NUMBER,
    "exclusiveMaximum": _NUMBER,
    "multipleOf": _NUMBER,
    "minLength": frozenset({"integer"}),
    "maxLength": frozenset({"integer"}),
    "minItems": frozenset({"integer"}),
    "maxItems": frozenset({"integer"}),
    "uniqueItems": frozenset({"boolean"}),
    "pattern": frozenset({"string"}),
    "format": frozenset({"string"}),
    "title": frozenset({"string"}),
    "description": frozenset({"string"}),
    "$defs": frozenset({"object"}),
    "$ref": frozenset({"string"}),
}
"""Keyword → its JSON types in draft 2020-12."""


def _is_valid(keyword: str, value: Any) -> bool:
    if json_type(value) not in _KEYWORDS[keyword]:
        return False
    if keyword == "type":
        names = value if isinstance(value, list) else [value]
        return all(isinstance(name, str) and name in TYPE_NAMES for name in names)
    if keyword == "required":
        return all(isinstance(name, str) for name in value)
    return True


@rule("RQ105", "tool-schema-property-name", occasion=defines_schemas)
def tool_schema_property_name(chat: Chat, target: Target) -> Iterator[Violation]:
    """An argument of a tool has a name that the provider does not accept.

    This usually comes from another system's schema, whose fields contain spaces, slashes or dollar signs.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "properties": {"$filter": {"type": "string"}}}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object", "properties": {"filter": {"type": "string"}}}}]}
    """
    pattern, models = target.request.tools.property_pattern, target.request.tools.property_pattern_models
    if pattern is None or (models and not (chat.facts.prefix or "").startswith(models)):
        return
    for tool, path, schema in subset_schemas(chat, target):
        for name in schema["properties"] if isinstance(schema.get("properties"), dict) else ():
            if not pattern.fullmatch(name):
                text = f"The name of the argument {quoted(name)} of {tool_of(tool.name)} is not accepted."
                # No refusal of a name inside an argument is known.
                severity = WARNING if path != tool.schema_path else None
                yield at_tool(tool, (*path, "properties", name), text, severity=severity, pattern=pattern.pattern)


def _name(path: tuple[str | int, ...]) -> str:
    names = [str(path[number + 1]) for number, step in enumerate(path[:-1]) if step == "properties"]
    return ".".join(names) or "the schema"


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, (str, int, float, bool)) else f"of type {json_type(value)}"
