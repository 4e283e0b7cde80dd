"""One tool definition, judged by each provider's part of JSON Schema, in its words and at its place."""

from __future__ import annotations

import json

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.loading import load
from workbench.repairs.plan import plan
from workbench.repairs.repair import repair

Schema = dict[str, object]


def body(target: str, *schemas: Schema, **fields: object) -> str:
    """A request that defines a tool for each schema, as the target's API wants it."""
    tools: list[object]
    named = [(f"tool_{number}", schema) for number, schema in enumerate(schemas)]
    if target == "anthropic":
        tools = [{"name": name, "input_schema": schema, **fields} for name, schema in named]
        return json.dumps(
            {
                "model": "claude-sonnet-4-5",
                "max_tokens": 9,
                "messages": [{"role": "user", "content": "a"}],
                "tools": tools,
            }
        )
    if target == "gemini":
        tools = [{"functionDeclarations": [{"name": name, "parameters": schema} for name, schema in named]}]
        return json.dumps({"contents": [{"role": "user", "parts": [{"text": "a"}]}], "tools": tools})
    if target == "bedrock":
        tools = [{"toolSpec": {"name": name, "inputSchema": {"json": schema}, **fields}} for name, schema in named]
        message = {"role": "user", "content": [{"text": "a"}]}
        return json.dumps({"modelId": "m", "messages": [message], "toolConfig": {"tools": tools}})
    if target == "openai-responses":
        tools = [{"type": "function", "name": name, "parameters": schema, **fields} for name, schema in named]
        return json.dumps({"model": "gpt-4o", "input": [{"role": "user", "content": "a"}], "tools": tools})
    tools = [{"type": "function", "function": {"name": name, "parameters": schema, **fields}} for name, schema in named]
    return json.dumps({"model": "gpt-4o", "messages": [{"role": "user", "content": "a"}], "tools": tools})


def errors(text: str, target: str) -> list[Finding]:
    return list(check(load(text.encode()), target).errors)


@pytest.mark.parametrize(
    ("target", "at", "words"),
    [
        (
            "openai",
            "/tools/0/function/parameters",
            "Invalid schema for function 'tool_0': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: \"None\"'.",
        ),
        (
            "openai-responses",
            "/tools/0/parameters",
            "Invalid schema for function 'tool_0': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: \"None\"'.",
        ),
        ("anthropic", "/tools/0/input_schema", "tools.0.custom.input_schema.type: Field required"),
        (
            "bedrock",
            "/toolConfig/tools/0/toolSpec/inputSchema/json",
            "The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.",
        ),
    ],
)
def test_a_schema_that_is_no_object_is_refused_and_mended(target: str, at: str, words: str) -> None:
    text = body(target, {"properties": {"city": {"type": "string"}}})
    (finding,) = errors(text, target)
    assert (finding.rule, finding.at, finding.message_index) == ("tool-schema-root-not-object", at, -1)
    assert finding.provider_error == words
    assert repair(load(text.encode()), target).remaining == ()


def test_gemini_takes_a_tool_without_arguments() -> None:
    assert errors(body("gemini", {"type": "OBJECT", "properties": {}}), "gemini") == []


@pytest.mark.parametrize("target", ["openai", "openai-responses", "anthropic"])
def test_a_choice_at_the_root_is_refused(target: str) -> None:
    (finding,) = errors(body(target, {"type": "object", "anyOf": [{"required": ["a"]}]}), target)
    assert finding.rule == "tool-schema-root-combinator"


def test_a_choice_beside_a_description_that_is_no_text_is_not_described() -> None:
    text = body("openai", {"type": "object", "description": True, "anyOf": [{"required": ["a"]}]})
    assert "tool-schema-root-combinator" in {finding.rule for finding in errors(text, "openai")}
    assert [step for step in plan(load(text.encode()), "openai") if step.finding.at.endswith("/anyOf")] == []


def test_the_place_of_a_list_without_items_is_told_as_openai_tells_it() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {"a": {"type": "object", "properties": {"b": {"type": ["array", "null"]}}}},
    }
    (finding,) = errors(body("azure-openai", schema), "azure-openai")
    assert finding.at == "/tools/0/function/parameters/properties/a/properties/b"
    assert finding.provider_error == (
        "Invalid schema for function 'tool_0': In context=('properties', 'a', 'properties', 'b'), "
        "array schema missing items."
    )


def test_a_schema_of_json_schema_moves_whole_to_the_field_that_takes_it() -> None:
    schema: Schema = {
        "type": "object",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"a": {"const": 1}, "b": {"type": ["string", "null"]}},
        "additionalProperties": False,
    }
    text = body("gemini", schema)
    found = errors(text, "gemini")
    assert {finding.rule for finding in found} == {
        "tool-schema-keyword-unknown",
        "tool-schema-type-missing",
        "tool-schema-type-value",
    }
    assert found[0].provider_error == (
        "Invalid JSON payload received. Unknown name \"$schema\" at 'tools[0].function_declarations[0].parameters': "
        "Cannot find field."
    )
    repaired = repair(load(text.encode()), "gemini")
    assert repaired.remaining == ()
    declaration = repaired.conversation.payload["tools"][0]["functionDeclarations"][0]
    assert declaration == {"name": "tool_0", "parametersJsonSchema": schema}


def test_a_schema_in_the_full_field_is_not_held_to_the_part() -> None:
    text = body("gemini", {"type": "object", "additionalProperties": False}).replace(
        '"parameters"', '"parametersJsonSchema"'
    )
    assert errors(text, "gemini") == []


def test_strict_schemas_are_closed_and_complete_only_where_strict_is_said() -> None:
    schema: Schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert errors(body("openai", schema), "openai") == []
    assert [finding.rule for finding in errors(body("openai", schema, strict=True), "openai")] == [
        "tool-schema-strict-open"
    ]
    closed: Schema = schema | {"additionalProperties": False}
    (finding,) = errors(body("openai-responses", closed, strict=True), "openai-responses")
    assert finding.provider_error == (
        "Invalid schema for function 'tool_0': In context=(), 'required' is required to be supplied and to be an array "
        "including every key in properties. Missing 'a'."
    )


def test_claude_behind_bedrock_refuses_counting_in_a_strict_schema() -> None:
    items: Schema = {"type": "array", "items": {"type": "string"}, "minItems": 2}
    schema: Schema = {
        "type": "object",
        "properties": {"ids": items},
        "required": ["ids"],
        "additionalProperties": False,
    }
    (finding,) = errors(body("bedrock", schema, strict=True), "bedrock")
    assert finding.provider_error == (
        "The model returned the following errors: tools.0.custom: For 'array' type, 'minItems' values other than 0 or "
        "1 are not supported (got: [2])"
    )


def test_a_schema_written_as_text_is_read_and_its_place_is_the_text() -> None:
    schema = json.dumps({"type": "array", "items": {"type": "string"}, "maxItems": 5})
    request = {
        "modelId": "m",
        "messages": [{"role": "user", "content": [{"text": "a"}]}],
        "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": schema}}}},
    }
    (finding,) = errors(json.dumps(request), "bedrock")
    assert finding.at == "/outputConfig/textFormat/structure/jsonSchema/schema"
    assert finding.provider_error == (
        "The model returned the following errors: output_config.format.schema: For 'array' type, property 'maxItems' "
        "is not supported"
    )


def test_a_tool_that_is_there_twice_is_dropped_and_another_of_its_name_gets_its_own() -> None:
    same: Schema = {"type": "object"}
    twice = body("anthropic", same, same).replace("tool_1", "tool_0")
    assert [finding.rule for finding in errors(twice, "anthropic")] == ["tool-name-duplicate"]
    assert repair(load(twice.encode()), "anthropic").remaining == ()
    other = body("anthropic", same, {"type": "object", "title": "other"}).replace("tool_1", "tool_0")
    tools = repair(load(other.encode()), "anthropic").conversation.payload["tools"]
    assert [tool["name"] for tool in tools] == ["tool_0", "tool_0_2"]


@pytest.mark.parametrize("given", ["openai", "bedrock", "gemini", "openai-responses"])
def test_a_tool_that_is_there_twice_is_dropped_whole_from_a_history_of_another_format(given: str) -> None:
    """The tool of the target corresponds to a part of the given one; the rest of it alone would be no tool."""
    same: Schema = {"type": "object"}
    once = json.loads(body(given, same))
    for count in (2, 5):
        request = body(given, *[same] * count)
        for number in range(1, count):
            request = request.replace(f"tool_{number}", "tool_0")
        repaired = repair(load(request.encode()), "anthropic")
        assert repaired.conversation.payload == once


def test_a_fault_of_a_tool_is_led_back_to_the_tool_that_was_given() -> None:
    text = body("openai", {"type": "object"}, {"properties": {}})
    (finding,) = errors(text, "anthropic")
    assert finding.at == "/tools/1/function/parameters"
    assert finding.provider_error == "tools.1.custom.input_schema.type: Field required"


@pytest.mark.parametrize(
    ("given", "repaired"),
    [
        ({"type": "int"}, {"type": "integer"}),
        ({"type": ["STRING", "null"]}, {"type": ["string", "null"]}),
        ({"type": "any"}, {}),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, {"type": "number", "exclusiveMinimum": 1}),
        ({"type": "number", "maximum": 1, "exclusiveMaximum": False}, {"type": "number", "maximum": 1}),
        ({"type": "string", "maxLength": "80"}, {"type": "string", "maxLength": 80}),
        ({"type": "object", "additionalProperties": "false"}, {"type": "object", "additionalProperties": False}),
        (
            {"type": "array", "items": [{"type": "string"}], "additionalItems": False},
            {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
        ),
    ],
)
def test_another_notation_of_a_schema_is_translated(given: Schema, repaired: Schema) -> None:
    text = body("anthropic", {"type": "object", "properties": {"a": given}})
    result = repair(load(text.encode()), "anthropic")
    assert not result.remaining
    assert result.conversation.payload["tools"][0]["input_schema"]["properties"]["a"] == repaired


def test_a_property_that_is_required_is_listed_by_its_object() -> None:
    properties = {"a": {"type": "string", "required": True}, "b": {"type": "string", "required": False}}
    text = body("anthropic", {"type": "object", "properties": properties})
    schema = repair(load(text.encode()), "anthropic").conversation.payload["tools"][0]["input_schema"]
    plain = {"type": "string"}
    assert schema == {"type": "object", "properties": {"a": plain, "b": plain}, "required": ["a"]}


@pytest.mark.parametrize("given", [{"type": "date"}, {"type": "string", "maxLength": "9" * 5_000}])
def test_a_value_that_nobody_knows_is_left_alone(given: Schema) -> None:
    text = body("anthropic", {"type": "object", "properties": {"a": given}})
    assert repair(load(text.encode()), "anthropic").conversation.payload == json.loads(text)


def test_a_choice_beside_a_description_of_another_type_is_refused_and_left_as_it_is() -> None:
    branches = [{"type": "object", "properties": {"path": {"type": "string"}}}, {"type": "string"}]
    parameters = {"description": 7, "oneOf": branches}
    tool = {"type": "function", "function": {"name": "ls", "parameters": parameters}}
    request = {"model": "grok-4.5", "messages": [{"role": "user", "content": "Hello"}], "tools": [tool]}
    repaired = repair(load(json.dumps(request).encode()), "xai")
    assert repaired.conversation.payload["tools"][0]["function"]["parameters"]["description"] == 7
