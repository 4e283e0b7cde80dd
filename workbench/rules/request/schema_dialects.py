"""Tool schemas outside of the provider's dialect of JSON Schema, which it validates before it answers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace as replaced

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import types_of
from workbench.checks.schema import TYPE, Problem, json_type
from workbench.json.description import as_python, quoted
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import defines_tools
from workbench.rules.request.definitions import at_tool, defined, schemas_within
from workbench.rules.request.root_choices import describe_choice
from workbench.targets.contract import ERROR, Target

_KEYWORDS: dict[str, Path] = {"items": ("items",), "definitions": ("$ref",)}
"""Violations whose place the provider gives as the keyword, not as the schema that contains it."""
_TYPE_KEYWORDS = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref"})
_VALUES = frozenset({"enum", "const"})
"""Keywords that list values. Servers that mind little infer the type from them."""
_SHAPES = frozenset({"properties", "additionalProperties", "items", "prefixItems", "pattern", "format"})
"""Keywords from which a server that writes a grammar infers the type."""
_ANY_TYPE = ["string", "number", "boolean", "object", "array", "null"]
_DEFINITIONS = "#/$defs/"
_REFERENCE_KEYWORDS = frozenset({"$ref", "$defs", "definitions"})


def write_as_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a schema for a bare string that is the name of a type, or for null and an empty list, which describe
    nothing. PHP writes such a list for `{}`."""
    named = context.value(finding.at)
    if named in ([], None):
        why = "It still describes nothing; an empty schema accepts any value."
        return Fix("Write it as an empty schema", (replace(finding.at, {}),), True, why, 0.8)
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
                    text = f"{quoted(name)} in {quoted(tool.name)} is described by {quoted(inner)}, not by a schema."
                    parent = _dotted(tool.schema_path, place[:-1])
                    problem = Problem(TYPE, place, {"value": inner, "expected": ["schema"]})
                    yield at_tool(tool, place, text, problem=problem, holder=parent, property=name, shown=repr(inner))


def describe_root_choice(context: RepairContext, finding: Finding) -> Fix | None:
    """Describe a choice at the root in words: the root must keep its type, which may not be next to a choice."""
    is_root = any(
        context.conversation.body + to_pointer(tool.schema_path) == finding.at for tool in defined(context.chat)
    )
    return describe_choice(context, replaced(finding, at=f"{finding.at}/anyOf")) if is_root else None


def write_type_of_values(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the type that all listed values have."""
    schema = context.value(finding.at)
    if not isinstance(schema, dict) or "type" in schema:
        return None
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    types = {json_type(value) for value in values} if isinstance(values, list) else set()
    if len(types) != 1:
        return None
    (kind,) = types
    why = "All listed values have this type, so the meaning is the same."
    return Fix(f"Add the type {kind}", (add(f"{finding.at}/type", kind),), True, why, 0.95)


def write_every_type(context: RepairContext, finding: Finding) -> Fix | None:
    """List all types in a schema that accepts any value, for a server that requires one."""
    schema = context.value(finding.at)
    if not context.target.request.tools.refuses_untyped or not isinstance(schema, dict) or "type" in schema:
        return None
    why = "It still accepts any value."
    return Fix("List all types", (add(f"{finding.at}/type", list(_ANY_TYPE)),), finding.severity == ERROR, why, 0.7)


def wrap_reference(context: RepairContext, finding: Finding) -> Fix | None:
    """Make a reference into `$defs` the only choice of an `anyOf`, next to which other keywords are allowed."""
    schema = context.value(finding.at)
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(reference, str) or not reference.startswith(_DEFINITIONS) or "type" in schema or len(schema) < 2:
        return None
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    why = "A choice of one schema means that schema."
    wrapped = {**beside, "anyOf": [{"$ref": reference}]}
    return Fix("Wrap the reference in anyOf", (replace(finding.at, wrapped),), "anyOf" not in schema, why, 0.8)


def write_out_reference(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the schema that a reference points at in its place, under the keywords next to it."""
    schema = context.value(finding.at)
    root = next((root for root in _roots(context) if finding.at.startswith(f"{root}/")), None)
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if root is None or not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    meant = context.value(root + reference.removeprefix("#"))
    if not isinstance(meant, dict) or "$ref" in compact(meant):
        return None
    written = (add(finding.at + to_pointer((key,)), value) for key, value in meant.items() if key not in schema)
    why = "The reference only names this schema, so the meaning is the same."
    return Fix("Write the schema instead of the reference", (remove(f"{finding.at}/$ref"), *written), True, why, 0.85)


def _roots(context: RepairContext) -> list[str]:
    """The pointers of the schemas of all tools."""
    return [context.conversation.body + to_pointer(tool.schema_path) for tool in defined(context.chat)]


def move_type_into_choices(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a type next to `anyOf` into its choices. A missing type is unknown and cannot be added."""
    schema = context.value(finding.at)
    if not isinstance(schema, dict) or "type" not in schema or not isinstance(schema.get("anyOf"), list):
        return None
    patch: tuple[Operation, ...] = (remove(f"{finding.at}/type"),)
    for number, choice in enumerate(schema["anyOf"]):
        if not isinstance(choice, dict):
            return None
        if "type" not in choice:
            patch = (*patch, add(f"{finding.at}/anyOf/{number}/type", schema["type"]))
        elif types_of(choice) != types_of(schema):
            return None
    why = "Every choice then has the type, so the meaning is the same."
    return Fix("Move the type into the choices", patch, True, why, 0.9)


place_type = first_of(
    describe_root_choice,
    move_type_into_choices,
    write_type_of_values,
    write_every_type,
    wrap_reference,
    write_out_reference,
)


@rule("RQ107", "tool-schema-type-placement", fix=place_type, occasion=defines_tools)
def tool_schema_type_placement(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema has no type, or has it in a place that the provider's dialect does not allow.

    Moonshot publishes its validator (walle): the type belongs in the choices of `anyOf`, not next to them, `$ref` must
    be the only keyword and point into `$defs`, and `items` is one schema, not a list of them.

    Bad (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "city": {"type": "string", "anyOf": [{"minLength": 1}, {"enum": ["any"]}]}}}}}]}
    Good (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "city": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "string", "enum": ["any"]}]}}}}}]}
    """
    for tool in defined(chat):
        for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
            if (wrong := _misplaced(schema, path == tool.schema_path)) is not None:
                variant, text = wrong
                if target.request.tools.refuses_only_untyped and not _is_minded(variant, path, schema, target):
                    continue
                dotted = _dotted(tool.schema_path, (*path, *_KEYWORDS.get(variant, ())))
                refused = target.request.tools.refused_beside_reference
                siblings = [key for key in schema if key not in _REFERENCE_KEYWORDS]
                sibling = next((key for key in siblings if key in refused or not refused), "")
                place = f"{quoted(dotted)} in {quoted(tool.name)}"
                yield at_tool(
                    tool,
                    path,
                    f"{place}: {text}",
                    variant=variant,
                    holder=dotted,
                    keyword=sibling,
                    json=compact(schema),
                    python=as_python(schema),
                )


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
    if isinstance(reference, str) and reference != "#" and not reference.startswith(_DEFINITIONS):
        return "definitions", "the reference points outside of $defs."
    if "$ref" in schema:
        return ("reference", "$ref is next to other keywords.") if schema.keys() - _REFERENCE_KEYWORDS else None
    return None if is_root or schema.keys() & _TYPE_KEYWORDS else ("missing", "there is no type.")


def _is_choice(path: Path) -> bool:
    return len(path) > 1 and path[-2] in ("anyOf", "oneOf", "allOf")


def _dotted(root: Path, path: Path) -> str:
    """`properties.city`, in the provider's notation for places in a schema."""
    return ".".join(map(str, path[len(root) :])) or "root"
