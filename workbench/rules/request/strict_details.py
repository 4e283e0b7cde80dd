"""Details of strict schemas: every part needs a type, and every required field a description.

The provider compiles a strict schema to a grammar, so it must state what JSON Schema may leave open.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import schemas_in, types_of
from workbench.json.description import quoted
from workbench.json.patch import add, replace
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import StrictSchema, answer_schemas, at_setting, python_tuple, strict_schemas
from workbench.rules.request.strict_schemas import turn_strict_off
from workbench.targets.contract import WARNING, Target
from workbench.targets.severities import Severity

_TYPE_KEYWORDS = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref", "not", "if"})
"""With one of these keywords, the schema has a type, or another rule reports the keyword."""
_REFERENCE_KEYWORDS = frozenset({"$ref", "$defs", "definitions"})
_TYPES: dict[type, str] = {bool: "boolean", str: "string", int: "integer", float: "number"}


def add_type_of_constant(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the type of a constant. Any other missing type is unknown, so turn strict mode off."""
    schema = context.value(finding.at)
    kind = _TYPES.get(type(schema.get("const"))) if isinstance(schema, dict) and "const" in schema else None
    if kind is None:
        return turn_strict_off(context, finding)
    why = "It is the type of the constant."
    return Fix(f'Add "type": "{kind}"', (add(f"{finding.at}/type", kind),), True, why, 0.9)


def unwrap_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the inner schema, if the value is the object that other APIs put around it. Its name becomes the title."""
    wrapper = context.value(finding.at)
    schema = wrapper.get("schema") if isinstance(wrapper, dict) else None
    if not isinstance(schema, dict) or "type" not in schema or wrapper.keys() - {"name", "schema", "strict"}:
        return None
    title = {"title": wrapper["name"]} if isinstance(wrapper.get("name"), str) and "title" not in schema else {}
    why = "The same schema, without the object that other APIs put around it."
    return Fix("Write the schema itself", (replace(finding.at, {**title, **schema}),), True, why, 0.9)


@rule("RQ116", "tool-schema-strict-untyped", fix=first_of(unwrap_schema, add_type_of_constant))
def tool_schema_strict_untyped(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema has a part without a type.

    This usually comes from a field that accepts any value, which strict schemas cannot express, or from a constant,
    which needs a type too. For Claude, the schema of an answer must be the schema itself: the object with its name that
    OpenAI expects around it has no type.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"description": "Anything"}}, "additionalProperties": false}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}}, "additionalProperties": false}}}]}
    """
    by_constants = target.request.tools.strict_constants_untyped
    for strict in strict_schemas(chat):
        for path, schema in schemas_in(strict.schema, strict.path):
            if path[-1] == "additionalProperties" or schema.keys() & _TYPE_KEYWORDS:
                continue
            if path == strict.path and (strict.variant == "tool" or "answer-schema-root-not-object" in target.rules):
                continue  # another rule reports it
            if by_constants and schema.keys() & {"const", "enum"}:
                continue
            # No refusal of an enum without a type is known.
            severity = WARNING if "enum" in schema else None
            whole = path == strict.path
            text = f"{'The schema of the answer' if whole else 'A part of a strict schema'} must have a type."
            yield _at(strict, path, text, severity=severity, variant=strict.variant, schema=_as_python(schema))


def _as_python(schema: dict[str, Json]) -> str:
    """The schema as the provider quotes it, shortened."""
    written = str(schema)
    return written if len(written) <= _LONGEST_QUOTE else written[:_LONGEST_QUOTE] + "…"


_LONGEST_QUOTE = 120


@rule("RQ118", "tool-schema-strict-reference", fix=turn_strict_off)
def tool_schema_strict_reference(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema has a reference with other keywords next to it.

    This usually comes from describing a field whose type is defined elsewhere; put the description in the definition.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["unit"],
            "properties": {"unit": {"$ref": "#/$defs/Unit", "description": "Of length"}},
            "$defs": {"Unit": {"type": "string", "enum": ["m", "ft"]}}, "additionalProperties": false}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["unit"],
            "properties": {"unit": {"$ref": "#/$defs/Unit"}},
            "$defs": {"Unit": {"type": "string", "enum": ["m", "ft"]}}, "additionalProperties": false}}}]}
    """
    for strict in strict_schemas(chat):
        for path, schema in schemas_in(strict.schema, strict.path):
            siblings = [key for key in schema if key not in _REFERENCE_KEYWORDS] if "$ref" in schema else []
            if siblings:
                text = f"A reference in a strict schema cannot have {siblings[0]} next to it."
                yield _at(strict, path, text, keyword=siblings[0])


def require_only_described(context: RepairContext, finding: Finding) -> Fix | None:
    schema = context.value(finding.at)
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(schema.get("required"), list):
        return None
    described = [name for name in schema["required"] if not isinstance(name, str) or name in properties]
    why = "The schema does not describe the field, so the model cannot set it."
    return Fix("Require only described fields", (replace(f"{finding.at}/required", described),), True, why, 0.8)


@rule("RQ120", "tool-schema-strict-required-extra", fix=require_only_described)
def tool_schema_strict_required_extra(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema requires a field that it does not describe.

    This usually comes from a schema that was made strict after some of its fields were removed.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id", "unit"],
            "properties": {"id": {"type": "string"}}, "additionalProperties": false}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}}, "additionalProperties": false}}}]}
    """
    for strict in strict_schemas(chat):
        for path, schema in schemas_in(strict.schema, strict.path):
            properties, required = schema.get("properties"), schema.get("required")
            if not isinstance(properties, dict) or not isinstance(required, list):
                continue
            extra = [name for name in required if isinstance(name, str) and name not in properties]
            if extra:
                text = f"The schema requires {quoted(extra[0])}, but does not describe it."
                yield _at(strict, path, text, extra=extra[0])


@rule("RQ110", "answer-schema-root-not-object")
def answer_schema_root_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """The schema of the answer does not describe an object.

    This usually comes from asking for a list; ask for an object with a field for the list.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
          "type": "json_schema", "json_schema": {"name": "ships", "schema": {
            "type": "array", "items": {"type": "string"}}}}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
          "type": "json_schema", "json_schema": {"name": "ships", "schema": {"type": "object", "properties": {
            "ships": {"type": "array", "items": {"type": "string"}}}}}}}
    """
    combinators = target.request.tools.root_combinators
    for answer in answer_schemas(chat):
        schema = answer.schema
        if not isinstance(schema, dict) or "$ref" in schema or types_of(schema) == ["object"]:
            continue
        refused = next((key for key in sorted(combinators) if key in schema), None)
        declared = schema.get("type")
        kind = f'"{declared}"' if isinstance(declared, str) else "None"
        text = f"The schema of the answer has {refused} at its root." if refused else "The answer must be an object."
        yield _at(answer, answer.path, text, variant="choice" if refused else "", type=kind)


def _at(
    strict: StrictSchema, path: Path, text: str, *, severity: Severity | None = None, variant: str = "", **facts: Json
) -> Violation:
    """A violation at the place in the schema, or at the text that contains the schema."""
    known: JsonObject = (
        strict.facts | {"context": python_tuple(strict.path, path), "of": _SETTING[strict.variant]} | facts
    )
    place = path if strict.inside else strict.path
    return at_setting(place, text, id=strict.facts.get("name"), severity=severity, variant=variant, **known)


_SETTING = {"tool": "function", "output": "response_format"}
"""The provider's name for the setting that contains the schema."""
