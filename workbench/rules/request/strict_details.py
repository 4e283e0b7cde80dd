"""Details of schemas that must be followed to the letter: every part has a type, and every name is described.

A grammar is made of such a schema before the model is asked, so what JSON Schema leaves open has to be written down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import schemas_in, types_of
from workbench.json.description import quoted
from workbench.json.patch import add, replace
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import StrictSchema, answer_schemas, at_setting, context_of, strict_schemas
from workbench.rules.request.strict_schemas import not_strict
from workbench.targets.contract import WARNING, Target
from workbench.targets.severities import Severity

_SAYS_ITS_TYPE = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref", "not", "if"})
"""With one of these, the type is said, or another keyword is what is refused."""
_BESIDE_A_REFERENCE = frozenset({"$ref", "$defs", "definitions"})
_TYPES: dict[type, str] = {bool: "boolean", str: "string", int: "integer", float: "number"}


def type_of_the_value(context: RepairContext, finding: Finding) -> Fix | None:
    """A constant says its type by itself; what else a part without a type may be, nobody knows."""
    schema = context.value(finding.at)
    kind = _TYPES.get(type(schema.get("const"))) if isinstance(schema, dict) and "const" in schema else None
    if kind is None:
        return not_strict(context, finding)
    why = "It is the type of the constant."
    return Fix(f'Add "type": "{kind}"', (add(f"{finding.at}/type", kind),), True, why, 0.9)


@rule("RQ116", "tool-schema-strict-untyped", fix=type_of_the_value)
def tool_schema_strict_untyped(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema has a part without a type.

    It usually comes from a field that may hold anything, which strict schemas cannot say, or from a constant, whose
    type has to be written too.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"description": "Anything"}}, "additionalProperties": false}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}}, "additionalProperties": false}}}]}
    """
    for strict in strict_schemas(chat):
        for path, schema in schemas_in(strict.schema, strict.path):
            if path == strict.path or path[-1] == "additionalProperties" or schema.keys() & _SAYS_ITS_TYPE:
                continue
            # Of an enumeration without a type no refusal was seen.
            milder = WARNING if "enum" in schema else None
            yield _at(strict, path, "A part of a strict schema must have a type.", severity=milder)


@rule("RQ118", "tool-schema-strict-reference", fix=not_strict)
def tool_schema_strict_reference(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema has a reference with other keywords next to it.

    It usually comes from a description of a field whose type is defined elsewhere; write it into the definition.

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
            beside_it = [key for key in schema if key not in _BESIDE_A_REFERENCE] if "$ref" in schema else []
            if beside_it:
                text = f"A reference in a strict schema cannot have {beside_it[0]} next to it."
                yield _at(strict, path, text, keyword=beside_it[0])


def require_only_what_is(context: RepairContext, finding: Finding) -> Fix | None:
    schema: Any = context.value(finding.at)
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(schema.get("required"), list):
        return None
    kept = [name for name in schema["required"] if not isinstance(name, str) or name in properties]
    why = "The schema does not describe the field, so it cannot be given."
    return Fix("Require only described fields", (replace(f"{finding.at}/required", kept),), True, why, 0.8)


@rule("RQ120", "tool-schema-strict-required-extra", fix=require_only_what_is)
def tool_schema_strict_required_extra(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema requires a field that it does not describe.

    It usually comes from a schema that was made strict after some of its fields had been taken out.

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
                text = f"The schema requires {quoted(extra[0])} and does not describe it."
                yield _at(strict, path, text, extra=extra[0])


@rule("RQ110", "answer-schema-root-not-object")
def answer_schema_root_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """The schema of the answer is not that of an object.

    It usually comes from asking for a list; ask for an object with a field that holds the list.

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
    """At the place in the schema, or at the text that holds the schema."""
    known: JsonObject = strict.facts | {"context": context_of(strict.path, path), "of": _OF[strict.variant]} | facts
    place = path if strict.inside else strict.path
    return at_setting(place, text, id=strict.facts.get("name"), severity=severity, variant=variant, **known)


_OF = {"tool": "function", "output": "response_format"}
"""What the provider calls the thing whose schema it is."""
