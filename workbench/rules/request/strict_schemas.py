"""Strict schemas of tools and of JSON answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import schemas_in, types_of
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json, JsonObject, compact, object_or_none
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import defines_tools, is_strict
from workbench.rules.request.definitions import (
    StrictSchema,
    at_setting,
    defined,
    python_tuple,
    schemas_within,
    strict_schemas,
)
from workbench.targets.contract import WARNING, Target
from workbench.targets.severities import Severity


def turn_strict_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Turn strict mode off; the schema does not change, but the model is no longer forced to follow it."""
    place = finding.at
    while place:
        place = place.rpartition("/")[0]
        parent = context.value(place)
        if isinstance(parent, dict) and parent.get("strict") is True:
            why = "The schema does not change, but the model is no longer forced to follow it."
            return Fix("Turn strict mode off for this schema", (replace(f"{place}/strict", False),), True, why, 0.8)
    return None


def close_objects(context: RepairContext, finding: Finding) -> Fix | None:
    """State that an object has no other fields, if the schema does not decide it and is always strict."""
    written = context.value(finding.at)
    parsed = object_or_none(written) if isinstance(written, str) else written
    objects = [
        (path, schema)
        for path, schema in schemas_in(parsed)
        if _is_object(schema) and "additionalProperties" not in schema
    ]
    if not objects:
        return None
    patch = tuple(add(f"{finding.at}{to_pointer(path)}/additionalProperties", False) for path, _ in objects)
    if isinstance(written, str):  # the schema is a JSON text
        for _, schema in objects:
            schema["additionalProperties"] = False
        patch = (replace(finding.at, compact(parsed)),)
    why = "The API accepts only schemas that state it. The schema names no other fields."
    return Fix("State that there are no other fields", patch, True, why, 0.85)


def bound_in_words(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a bound that strict schemas do not support into the description, where the model reads it."""
    place, _, keyword = finding.at.rpartition("/")
    schema, bound = context.value(place), context.value(finding.at)
    if not isinstance(schema, dict) or not isinstance(bound, (int, float, str, bool)):
        return None
    description = schema.get("description")
    note = f"{keyword}: {compact(bound)}"
    text = f"{description} ({note})" if isinstance(description, str) and description else note
    patch = (remove(finding.at), add(f"{place}/description", text))
    return Fix(f"Write {keyword} into the description", patch, True, "The model reads it there.", 0.8)


@rule("RQ111", "tool-schema-strict-open", fix=first_of(turn_strict_off, close_objects), occasion=is_strict)
def tool_schema_strict_open(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema allows fields that it does not name.

    Every object of a strict schema must have `additionalProperties: false`.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}}}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}}, "additionalProperties": false}}}]}
    """
    for strict in strict_schemas(chat):
        for path, schema in schemas_within(chat, strict.schema, strict.path):
            if _is_object(schema) and schema.get("additionalProperties") is not False:
                text = "A strict schema must not allow other fields: additionalProperties is not false."
                yield _at(strict, path, text)
                break


@rule("RQ112", "tool-schema-strict-optional", fix=turn_strict_off, occasion=is_strict)
def tool_schema_strict_optional(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema has a field that is not required.

    A strict schema requires all of its fields; let an optional field be null instead.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}, "unit": {"type": "string"}}, "additionalProperties": false}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "strict": true, "parameters": {"type": "object", "required": ["id", "unit"],
            "properties": {"id": {"type": "string"}, "unit": {"type": ["string", "null"]}},
            "additionalProperties": false}}}]}
    """
    for strict in strict_schemas(chat):
        for path, schema in schemas_within(chat, strict.schema, strict.path):
            properties, required = schema.get("properties"), schema.get("required")
            if not isinstance(properties, dict) or schema.get("additionalProperties") is not False:
                continue  # another rule reports an open object
            named = required if isinstance(required, list) else []
            missing = [name for name in properties if name not in named]
            if missing:
                text = f"A strict schema requires all of its fields; {quoted(missing[0])} is not among them."
                yield _at(strict, path, text, missing=missing[0])


@rule("RQ113", "tool-schema-strict-keyword", fix=first_of(turn_strict_off, bound_in_words), occasion=is_strict)
def tool_schema_strict_keyword(chat: Chat, target: Target) -> Iterator[Violation]:
    """A strict schema uses a keyword that strict schemas do not support.

    The grammar that constrains the model cannot count or compare; put the constraint in the description instead.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "pick", "strict": true, "input_schema": {"type": "object", "required": ["ids"],
           "additionalProperties": false,
           "properties": {"ids": {"type": "array", "items": {"type": "string"}, "maxItems": 5}}}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "pick", "strict": true, "input_schema": {"type": "object", "required": ["ids"],
           "additionalProperties": false,
           "properties": {"ids": {"type": "array", "items": {"type": "string"}, "description": "At most 5."}}}}]}
    """
    terms = target.request.tools
    if not terms.strict_keywords and terms.strict_least_items is None and terms.strict_formats is None:
        return
    for strict in strict_schemas(chat):
        for path, schema in schemas_within(chat, strict.schema, strict.path):
            kinds = [str(kind) for kind in types_of(schema)]
            found = sorted(terms.strict_keywords.keys() & schema.keys())
            facts = {"type": kinds[0] if kinds else "object", "keywords": ", ".join(found)}
            for keyword in found:
                is_certain = terms.strict_keywords[keyword] or (
                    keyword == "pattern" and _is_context_dependent(schema[keyword])
                )
                severity = None if is_certain else WARNING
                text = f"A strict schema cannot use {keyword}."
                variant = "several" if len(found) > 1 else ""
                yield _at(strict, (*path, keyword), text, severity=severity, variant=variant, keyword=keyword, **facts)
            form = schema.get("format")
            formats = terms.strict_formats if not kinds or "string" in kinds else None  # int64 and the like are ignored
            if formats is not None and isinstance(form, str) and form not in formats:
                text = f"A strict schema cannot ask for the format {form}."
                yield _at(strict, (*path, "format"), text, variant="format", format=form)
            least = schema.get("minItems")
            if terms.strict_least_items is not None and isinstance(least, int) and least > terms.strict_least_items:
                text = "A strict schema cannot ask for more than one item."
                yield _at(strict, (*path, "minItems"), text, variant="minItems", least=least)


_CONTEXT_DEPENDENT = re.compile(r"\(\?(?:[=!]|<[=!])|\\[1-9b]")


def _is_context_dependent(pattern: object) -> bool:
    """Whether a pattern has lookarounds or backreferences, which no grammar can express."""
    return isinstance(pattern, str) and _CONTEXT_DEPENDENT.search(pattern) is not None


def turn_all_strict_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Turn strict mode off for every tool: no smaller set is known to be accepted, and the schemas do not change."""
    tools = context.value(finding.at)
    strict = [
        number
        for number, tool in enumerate(tools if isinstance(tools, list) else [])
        if isinstance(tool, dict) and tool.get("strict") is True
    ]
    patch = tuple(replace(f"{finding.at}/{number}/strict", False) for number in strict)
    why = "The schemas do not change, but the model is no longer forced to follow them."
    return Fix("Turn strict mode off for these tools", patch, True, why, 0.7) if patch else None


@rule("RQ114", "tool-schema-too-complex", fix=turn_all_strict_off, occasion=defines_tools)
def tool_schema_too_complex(chat: Chat, target: Target) -> Iterator[Violation]:
    """The strict schemas together are too complex for the provider.

    The provider limits strict tools, optional fields, and fields of several types.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "set", "strict": true, "input_schema": {"type": "object", "additionalProperties": false,
           "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]},
             "c": {"type": ["string", "null"]}, "d": {"type": ["string", "null"]}, "e": {"type": ["string", "null"]},
             "f": {"type": ["string", "null"]}, "g": {"type": ["string", "null"]}, "h": {"type": ["string", "null"]},
             "i": {"type": ["string", "null"]}, "j": {"type": ["string", "null"]}, "k": {"type": ["string", "null"]},
             "l": {"type": ["string", "null"]}, "m": {"type": ["string", "null"]}, "n": {"type": ["string", "null"]},
             "o": {"type": ["string", "null"]}, "p": {"type": ["string", "null"]}, "q": {"type": ["string", "null"]}},
           "required": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"]}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "set", "strict": true, "input_schema": {"type": "object", "additionalProperties": false,
           "properties": {"a": {"type": "string"}}, "required": ["a"]}}]}
    """
    terms = target.request.tools
    tools = [tool for tool in defined(chat) if tool.fields.get("strict") is True]
    inner = [schema for tool in tools for _, schema in schemas_in(tool.schema)]
    optional = sum(_optional(schema) for schema in inner)
    unions = sum(isinstance(schema.get("type"), list) or "anyOf" in schema for schema in inner)
    for variant, found, limit, text in (
        ("tools", len(tools), terms.strict_tools, f"There are {len(tools)} strict tools"),
        ("optional", optional, terms.strict_optional, f"The strict tools have {optional} optional fields"),
        ("unions", unions, terms.strict_unions, f"The strict tools have {unions} fields of several types"),
    ):
        if limit is not None and found > limit:
            text = f"{text}; {limit} are allowed."
            yield at_setting(tools[-1].path[:1], text, variant=variant, found=found, limit=limit)


def _optional(schema: dict[str, Json]) -> int:
    properties, required = schema.get("properties"), schema.get("required")
    named = required if isinstance(required, list) else []
    return sum(name not in named for name in properties) if isinstance(properties, dict) else 0


def _is_object(schema: dict[str, Json]) -> bool:
    return "object" in types_of(schema) or isinstance(schema.get("properties"), dict)


def _at(
    strict: StrictSchema, path: Path, text: str, *, severity: Severity | None = None, variant: str = "", **facts: Json
) -> Violation:
    """A violation at the place in the schema, or at the text that contains the schema."""
    known: JsonObject = strict.facts | {"context": python_tuple(strict.path, path)} | facts
    variant = f"{strict.variant}-{variant}" if variant else strict.variant
    place = path if strict.inside else strict.path
    return at_setting(place, text, id=strict.facts.get("name"), severity=severity, variant=variant, **known)
