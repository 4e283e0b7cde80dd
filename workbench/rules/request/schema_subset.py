"""Schemas in a field that accepts only a subset of JSON Schema, while another field accepts all of it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import is_numbered_type, schemas_in, types_of
from workbench.checks.schema import TYPE, UNKNOWN, Problem
from workbench.json.description import quoted, tool_of
from workbench.json.patch import add, move, remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import defines_schemas, defines_tools
from workbench.rules.request.definitions import at_tool, defined, subset_schemas
from workbench.rules.request.schema_references import write_definitions_in_place
from workbench.targets.contract import WARNING, Target

_TYPE_NAMES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null", "type_unspecified"})


def move_to_full_field(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the whole schema into the field that accepts all of JSON Schema."""
    full_fields = context.target.request.tools.full_fields
    place, full = finding.at, None
    while place and full is None:
        parent, _, key = place.rpartition("/")
        full = full_fields.get(key) if isinstance(context.value(place), dict) else None
        place = place if full else parent
    other = f"{parent}/{full}"
    if full is None or context.value(other) is not None:
        return None
    why = f"The same schema, in the field that accepts all of JSON Schema: {full}."
    schema = context.value(place)
    lowered = _in_lower_case(schema)
    patch = (move(place, other),) if lowered == schema else (add(other, lowered), remove(place))
    return Fix(f"Move the schema to {full}", patch, True, why, 0.95)


def _in_lower_case(schema: object) -> Json:
    """The schema with its types in lower case and without empty ones. Upper case is the provider's spelling, which the
    other field refuses; an empty type states nothing."""
    written = deepcopy(schema)
    for _, inner in schemas_in(written):
        named = inner.get("type")
        if named == "":
            del inner["type"]
        elif isinstance(named, str) and named.lower() in _TYPE_NAMES:
            inner["type"] = named.lower()
    return written


@rule(
    "RQ121",
    "tool-schema-keyword-unknown",
    schema_problem="unknown",
    fix=first_of(move_to_full_field, write_definitions_in_place),
    occasion=defines_schemas,
)
def tool_schema_keyword_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema uses a keyword that this field does not support.

    Gemini's `parameters` accepts its own kind of schema; `parametersJsonSchema` accepts all of JSON Schema. Nova
    accepts no definitions at the root of a schema.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"type": "string"}},
            "additionalProperties": false}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parametersJsonSchema": {"type": "object", "properties": {"id": {"type": "string"}},
            "additionalProperties": false}}]}]}
    """
    terms = target.request.tools
    if chat.facts.root_refuses is not None:
        yield from _refused_at_root(chat, chat.facts.root_refuses)
    if terms.keywords is None:
        return
    for tool, path, schema in subset_schemas(chat, target):
        for keyword in schema:
            if keyword not in terms.keywords:
                severity = None if keyword in terms.always_refused else WARNING
                problem = Problem(UNKNOWN, (*path, keyword), {"value": schema[keyword]})
                text = f"The schema of {tool_of(tool.name)} uses {keyword}, which is not supported here."
                yield at_tool(tool, (*path, keyword), text, severity=severity, problem=problem)


def _refused_at_root(chat: Chat, refused: frozenset[str]) -> Iterator[Violation]:
    for tool in defined(chat):
        for keyword in sorted(refused & tool.schema.keys()) if isinstance(tool.schema, dict) else ():
            text = f"The schema of {tool_of(tool.name)} has {keyword} at its root, which the model does not accept."
            yield at_tool(tool, (*tool.schema_path, keyword), text, keyword=keyword)


@rule("RQ122", "tool-schema-anyof-siblings", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_anyof_siblings(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema has other keywords next to `anyOf`.

    Vertex refuses a type or fields next to it. For annotations such as a default, it is a warning.

    Bad (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {
            "id": {"anyOf": [{"type": "string"}, {"type": "integer"}], "type": "string"}}}}]}]}
    Good (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {
            "id": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        for key in ("anyOf", "any_of"):
            if key in schema and not schema.keys() <= {key, "description", "title"}:
                text = f"anyOf of {quoted(path[-1])} in {tool_of(tool.name)} must be the only keyword."
                severity = WARNING if schema.keys() <= {key, *_ANNOTATIONS} else None
                yield at_tool(tool, path, text, severity=severity, property=path[-1])


_ANNOTATIONS = frozenset({"description", "title", "default", "nullable", "example"})


@rule("RQ124", "tool-schema-type-value", schema_problem="type", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_type_value(chat: Chat, target: Target) -> Iterator[Violation]:
    """The type in a tool's schema is empty, a list, or not the name of a type.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"type": ["string", "null"]}}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {
            "id": {"type": "string", "nullable": true}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        named = schema.get("type")
        if target.request.tools.numbers_types and is_numbered_type(named):
            continue
        if named is not None and not (isinstance(named, str) and named.lower() in _TYPE_NAMES):
            text = f"{quoted(named)} is not a type for {quoted(path[-1])} in {tool_of(tool.name)}."
            facts = {"value": named, "expected": ["type"], **({"of": "list"} if isinstance(named, list) else {})}
            problem = Problem(TYPE, (*path, "type"), facts)
            yield at_tool(tool, (*path, "type"), text, problem=problem)


def drop_meaningless(context: RepairContext, finding: Finding) -> Fix | None:
    why = "Fields have no meaning for a value that is not an object."
    return Fix("Remove the fields of a value that is not an object", (remove(finding.at),), True, why, 0.9)


@rule("RQ125", "tool-schema-properties-on-scalar", fix=drop_meaningless, occasion=defines_schemas)
def tool_schema_properties_on_scalar(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema defines fields for a value that is not an object.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {
            "id": {"type": "string", "properties": {}}}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"type": "string"}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        kinds = types_of(schema, target.request.tools.numbers_types)
        for keyword in ("properties", "required") if kinds and "object" not in kinds else ():
            if keyword in schema:
                text = f"{quoted(path[-1])} in {tool_of(tool.name)} is not an object, but has {keyword}."
                yield at_tool(tool, (*path, keyword), text, property=path[-1], keyword=keyword)


def drop_undefined(context: RepairContext, finding: Finding) -> Fix | None:
    why = "The schema does not define the field, so it cannot be set."
    return Fix("Do not require a field that is not defined", (remove(finding.at),), True, why, 0.9)


@rule("RQ126", "tool-schema-required-undefined", fix=drop_undefined, occasion=defines_schemas)
def tool_schema_required_undefined(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema requires a field that it does not define.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"type": "string"}},
            "required": ["id", "unit"]}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"id": {"type": "string"}},
            "required": ["id"]}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        properties, required = schema.get("properties"), schema.get("required")
        known = properties if isinstance(properties, dict) else {}
        for number, name in enumerate(required) if isinstance(required, list) and "object" in types_of(schema) else ():
            if isinstance(name, str) and name not in known:
                text = f"{tool_of(tool.name)} requires {quoted(name)}, which is not defined."
                list_path = ".".join(map(str, (*path[len(tool.schema_path) :], "required")))
                yield at_tool(tool, (*path, "required", number), text, number=number, holder=list_path, property=name)
                break


@rule("RQ127", "tool-schema-empty-object", fix=move_to_full_field, occasion=defines_schemas)
def tool_schema_empty_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """An object inside a tool's schema has no fields.

    At the root it is accepted, for a tool without arguments.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"filter": {"type": "object"}}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "find", "parameters": {"type": "object", "properties": {"filter": {"type": "object",
            "properties": {"id": {"type": "string"}}}}}}]}]}
    """
    for tool, path, schema in subset_schemas(chat, target):
        if path != tool.schema_path and types_of(schema) == ["object"] and not schema.get("properties"):
            text = f"The object {quoted(path[-1])} in {tool_of(tool.name)} has no fields."
            yield at_tool(tool, path, text, property=path[-1])


def drop_equal(context: RepairContext, finding: Finding) -> Fix | None:
    parent, _, key = finding.at.rpartition("/")
    other = f"{parent}/{context.target.request.tools.full_fields.get(key)}"
    if context.value(finding.at) != context.value(other):
        return None
    why = "Both are the same."
    return Fix("Remove the duplicate schema", (remove(finding.at),), True, why, 0.95, keeps=(other,))


@rule("RQ128", "tool-schema-both-fields", fix=drop_equal, occasion=defines_tools)
def tool_schema_both_fields(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool has a schema in both possible fields.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "now", "parameters": {"type": "object"}, "parametersJsonSchema": {"type": "object"}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}], "tools": [{"functionDeclarations": [
          {"name": "now", "parametersJsonSchema": {"type": "object"}}]}]}
    """
    terms = target.request.tools
    for tool in defined(chat):
        for subset, full in terms.full_fields.items():
            if subset in tool.fields and not terms.full_schema_fields.isdisjoint(tool.fields):
                text = f"{tool_of(tool.name)} has a schema in {subset} and another in {full}."
                yield at_tool(tool, (*tool.holder, subset), text)
