"""Requirements of OpenAI's APIs for the definitions of tools and for schemas, with their error messages."""

from __future__ import annotations

from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import ToolTerms
from workbench.targets.severities import ERROR, WARNING

_CODE = "invalid_function_parameters"


def _invalid_schema(sentence: str, param: str, setting: str = "function") -> Words:
    return Words(f"Invalid schema for {setting} '{{name}}': {sentence}", param, _CODE)


def _strict(sentence: str, answer: str) -> Words:
    """The same sentence for the schema of a tool and of an answer."""
    return Words(f"Invalid schema for {{of}} '{{name}}': {sentence}", answer, _CODE)


def schema_messages(tool: str, answer: str) -> dict[str, Words]:
    """The error messages for schemas, with this API's places for the schema of a tool and of an answer."""
    closed = "In context={context}, 'additionalProperties' is required to be supplied and to be false."
    whole = (
        "In context={context}, 'required' is required to be supplied and to be an array including every key in "
        "properties. Missing '{missing}'."
    )
    return {
        "tool-schema-root-not-object": _invalid_schema(
            "schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{type}\"'.", tool
        ),
        "tool-schema-root-combinator": _invalid_schema(
            "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.", tool
        ),
        "tool-schema-root-without-fields": _invalid_schema("In context=(), object schema missing properties.", tool),
        "tool-schema-property-not-schema": _invalid_schema("{shown} is not of type 'object', 'boolean'.", tool),
        "tool-schema-array-without-items": _invalid_schema("In context={context}, array schema missing items.", tool),
        "tool-schema-invalid": _invalid_schema("{shown} is not valid under any of the given schemas.", tool),
        "tool-schema-invalid:type": _invalid_schema("{shown} is not of type {types}.", tool),
        "tool-schema-strict-open:tool": _invalid_schema(closed, tool),
        "tool-schema-strict-open:output": _invalid_schema(closed, answer, "response_format"),
        "tool-schema-strict-optional:tool": _invalid_schema(whole, tool),
        "tool-schema-strict-optional:output": _invalid_schema(whole, answer, "response_format"),
        "tool-schema-strict-untyped": _strict("In context={context}, schema must have a 'type' key.", answer),
        "tool-schema-strict-reference": _strict("context={context}, $ref cannot have keywords {'{keyword}'}.", answer),
        "tool-schema-strict-required-extra": _strict(
            "In context={context}, 'required' is required to be supplied and to be an array including every key in "
            "properties. Extra required key '{extra}' supplied.",
            answer,
        ),
        "answer-schema-root-not-object": _strict(
            "schema must be a JSON Schema of 'type: \"object\"', got 'type: {type}'.", answer
        ),
        "answer-schema-root-not-object:choice": _strict(
            "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.", answer
        ),
        "tool-schema-strict-keyword:tool": _invalid_schema("In context={context}, '{keyword}' is not permitted.", tool),
        "tool-schema-strict-keyword:output": _invalid_schema(
            "In context={context}, '{keyword}' is not permitted.", answer, "response_format"
        ),
        "tool-schema-strict-keyword:tool-format": _invalid_schema(
            "In context={context}, '{format}' is not a valid format.", tool
        ),
        "tool-schema-strict-keyword:output-format": _invalid_schema(
            "In context={context}, '{format}' is not a valid format.", answer, "response_format"
        ),
    }


TOOLS = ToolTerms(
    count=128,
    name_max=64,
    description_max=1_048_576,
    root_combinators=frozenset({"oneOf", "anyOf", "allOf", "enum", "not"}),
    accepts_any_items=True,
    tuples_need_items=True,
    fields="always",
    strict_keywords=dict.fromkeys(("allOf", "oneOf", "not", "if", "then", "else"), True)
    | dict.fromkeys(("uniqueItems", "patternProperties", "propertyNames", "dependentRequired"), True)
    | dict.fromkeys(("dependentSchemas", "unevaluatedProperties", "contains", "minProperties"), False),
    strict_formats=frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}),
)
TOOL_RULES = {
    "tools-empty": ERROR,
    "tools-too-many": ERROR,
    "tool-name-duplicate": WARNING,
    "tool-schema-invalid": ERROR,
    "tool-name-too-long": ERROR,
    "tool-description-too-long": ERROR,
    "tool-schema-root-not-object": ERROR,
    "tool-schema-root-combinator": ERROR,
    "tool-schema-root-without-fields": ERROR,
    "tool-schema-property-not-schema": ERROR,
    "tool-schema-array-without-items": ERROR,
    "tool-schema-strict-open": ERROR,
    "tool-schema-strict-optional": ERROR,
    "tool-schema-strict-keyword": ERROR,
    "tool-schema-strict-untyped": ERROR,
    "tool-schema-strict-reference": ERROR,
    "tool-schema-strict-required-extra": ERROR,
    "answer-schema-root-not-object": ERROR,
    "tool-choice-unknown-tool": ERROR,
}
