"""Write the type of a tool's schema, or what its reference names, where the provider's dialect requires it."""

from __future__ import annotations

from msgspec.structs import replace as replaced

from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import types_of
from workbench.checks.schema import json_type
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.pointer import to_pointer
from workbench.json.text import compact
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import defined
from workbench.rules.request.root_choices import describe_choice
from workbench.targets.contract import ERROR

DEFINITIONS = "#/$defs/"
"""The beginning of a reference to a definition."""
_CHOICES = ("anyOf", "oneOf", "allOf")
_ANY_TYPE = ["string", "number", "boolean", "object", "array", "null"]


def describe_root_choice(context: RepairContext, finding: Finding) -> Fix | None:
    """Describe a choice at the root in words: the root must keep its type, which may not be next to a choice."""
    is_root = finding.at in _roots(context)
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


def write_type_of_parent(context: RepairContext, finding: Finding) -> Fix | None:
    """Repeat the type of a schema in one of its choices, which describe the same value."""
    holder, _, key = finding.at.rpartition("/")[0].rpartition("/")
    schema, choice = context.value(holder), context.value(finding.at)
    if key not in _CHOICES or not isinstance(schema, dict) or not isinstance(choice, dict) or "type" in choice:
        return None
    kind = schema.get("type")
    if not isinstance(kind, str):
        return None
    why = "The choice describes a value that must have this type anyway."
    return Fix(f"Add the type {kind}", (add(f"{finding.at}/type", kind),), True, why, 0.9)


def move_default_into_choice(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a default next to `anyOf` into the choice that has its type."""
    schema = context.value(finding.at)
    choices = schema.get("anyOf") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(choices, list) or "default" not in schema:
        return None
    kind = json_type(schema["default"])
    for number, choice in enumerate(choices):
        if isinstance(choice, dict) and "default" not in choice and types_of(choice) == [kind]:
            patch = (remove(f"{finding.at}/default"), add(f"{finding.at}/anyOf/{number}/default", schema["default"]))
            return Fix("Move the default into its choice", patch, True, "The choice is of its type.", 0.85)
    return None


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
    if not isinstance(reference, str) or not reference.startswith(DEFINITIONS) or "type" in schema or len(schema) < 2:
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
    write_type_of_parent,
    move_default_into_choice,
    write_every_type,
    wrap_reference,
    write_out_reference,
)
