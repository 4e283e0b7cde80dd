"""An error that names a place without its number, or only a subject, is located by what is in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.loading import load
from workbench.locating import Located, locate

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=="
OPEN = {"properties": {"path": {"type": "string"}}}
CHAT: dict[str, Any] = {
    "model": "acme/some-model",
    "tools": [
        {"type": "function", "function": {"name": "list_files", "parameters": {"type": "object", **OPEN}}},
        {"type": "function", "function": {"name": "2nd_list", "parameters": OPEN}},
        {"type": "", "function": {"name": "now"}},
    ],
    "messages": [
        {"role": "user", "content": "Compare."},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
            ],
        },
    ],
}


def located(error: str) -> Located:
    return locate(load(json.dumps(CHAT).encode()), error)


@pytest.mark.parametrize(
    ("error", "at"),
    [
        ('400 tools.function.parameters.type is required and must be "object"', "/tools/1/function/parameters"),
        ("invalid params, function parameters is empty (2013)", "/tools/2"),
        ("function name is invalid, must start with a letter", "/tools/1/function/name"),
        ("invalid params, invalid tool type: (2013)", "/tools/2/type"),
        ("json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
         "/messages/1/content"),
        ("Model 'acme/some-model' supports at most 1 image per prompt.", "/messages/1/content/1"),
    ],
)  # fmt: skip
def test_the_error_is_located_at_the_value_that_fits_it(error: str, at: str) -> None:
    assert located(error).at == at


def test_a_missing_field_is_located_in_the_message_that_lacks_it() -> None:
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": None},
        {"role": "user", "content": "b"},
    ]
    error = "The request failed because it is missing `messages.content` parameter."
    assert locate(load(json.dumps({"model": "m", "messages": messages}).encode()), error).at == "/messages/1/content"


def test_an_error_about_the_list_of_messages_is_located_at_the_list() -> None:
    error = '{"error":{"message":"Invalid input","type":"invalid_request_error","param":"input"}}'
    request = {"model": "m", "input": [{"role": "user", "content": "a"}]}
    assert locate(load(json.dumps(request).encode()), error).at == "/input"


def test_the_name_of_an_error_is_not_mistaken_for_a_place() -> None:
    assert "InternalError" not in located("<400> InternalError.Algo.InvalidParameter: Something is odd.").sentence


def test_an_unknown_error_that_names_nothing_is_not_reported_as_missing() -> None:
    answer = located("Something is odd.")
    assert "does not show it" not in answer.sentence


def test_an_unknown_variant_is_located_at_the_field_that_distinguishes_variants() -> None:
    body = {**CHAT, "tools": [{"name": "web_search", "type": "web_search"}]}
    error = "tools.0: Input tag 'web_search' found using 'type' does not match any of the expected tags: 'function'"
    assert locate(load(json.dumps(body).encode()), error).at == "/tools/0/type"


def test_the_finding_with_the_same_error_text_is_preferred_to_another_of_its_rule() -> None:
    tools = [
        {"type": "text_editor_20250124", "name": "str_replace_editor"},
        {"type": "text_editor_20250429", "name": "str_replace_based_edit_tool"},
    ]
    body = {"model": "claude-opus-4-6", "max_tokens": 9, "messages": CHAT["messages"][:1], "tools": tools}
    error = "'claude-opus-4-6' does not support tool types: text_editor_20250429. Did you mean one of bash_20250124?"
    assert locate(load(json.dumps(body).encode()), error).at == "/tools/1/type"


def test_an_error_about_the_type_of_a_tool_leads_to_the_tool_that_has_none() -> None:
    untyped = {"function": {"name": "find", "parameters": {"type": "object", "properties": {}}}}
    tools = [{"type": "function", **untyped}, untyped]
    body = {"model": "MiniMax-M3", "messages": CHAT["messages"][:1], "tools": tools}
    assert locate(load(json.dumps(body).encode()), "invalid params, invalid tool type: (2013)").at == "/tools/1"


def test_a_link_to_documentation_is_not_searched_for_in_the_file() -> None:
    chat = {"model": "acme-1", "messages": [{"role": "user", "content": "Go on."}]}
    error = "Live answers have ended. See https://docs.acme.example/guides/tools/overview for details."
    assert "does not show it" not in locate(load(json.dumps(chat).encode()), error).sentence


def test_an_error_about_unsupported_thinking_is_located_at_the_setting() -> None:
    chat = {"model": "llama3.1:8b", "messages": [{"role": "user", "content": "Go on."}], "think": True, "stream": False}
    assert locate(load(json.dumps(chat).encode()), '"llama3.1:8b" does not support thinking').at == "/think"


def test_a_path_with_arrows_is_located_in_the_message() -> None:
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}
    chat = {"model": "acme-1", "messages": [{"role": "user", "content": "Hi."}, {"role": "user", "content": [part]}]}
    error = (
        '{"detail": "Validation Error", "errors": [{"loc": "body -> messages -> 1 -> content -> list[TextPart] -> 0 -> '
        'type", "msg": "Input should be \'text\'", "type": "literal_error"}]}'
    )
    answer = locate(load(json.dumps(chat).encode()), error)
    assert (answer.at or "").startswith("/messages/1")
    assert "does not show it" not in answer.sentence


SPEAKERS: list[dict[str, Any]] = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": "A long question, much longer than anything else in this conversation."},
    {"role": "assistant", "name": "planner", "content": ["No ships have been seen."]},
    {"role": "user", "content": "Now?"},
]


@pytest.mark.parametrize(
    ("error", "at"),
    [
        ("chat template rejected the request: Unexpected message role.", "/messages/0/role"),
        ("Range of input length should be [1, 983616]", "/messages/1"),
        ("Invalid request content: Only message of role `user` can have a name.", "/messages/2/name"),
        ('`messages.content` is not valid: expected a string, but got `["No ships have been seen."]` instead.',
         "/messages/2/content"),
        ("You can only use one kind of structured outputs constraint but multiple are specified", "/response_format"),
    ],
)  # fmt: skip
def test_the_value_that_an_error_shows_or_describes_is_found(error: str, at: str) -> None:
    body = {"model": "acme/some-model", "messages": SPEAKERS, "response_format": {"type": "json_object"}}
    found = locate(load(json.dumps(body).encode()), error)
    assert found.at is not None
    assert found.at.startswith(at)


CALLED: dict[str, Any] = {
    "model": "acme/some-model",
    "tools": [{"type": "function", "function": {"name": "shot", "parameters": {"type": "object"}}}],
    "messages": [
        {"role": "user", "content": "Look."},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "shot", "arguments": "{}"}}],
        },
        {
            "role": "tool",
            "tool_call_id": "c",
            "content": [
                {"type": "text", "text": "Done."},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
            ],
        },
    ],
}


@pytest.mark.parametrize(
    ("error", "at"),
    [
        ('{"error":"[{\\"code\\":\\"invalid_type\\",\\"expected\\":\\"object\\",\\"received\\":\\"undefined\\",'
         '\\"path\\":[0,\\"function\\",\\"parameters\\",\\"properties\\"],\\"message\\":\\"Required\\"}]"}',
         "/tools/0/function/parameters"),
        ('{"error":{"code":"400","message":"Param Incorrect","param":"`text` is not set","type":""}}',
         "/messages/2/content/1"),
        ('{"error":{"code":"400","message":"Param Incorrect","type":"","param":"The reasoning_content in the thinking '
         'mode must be passed back to the API."}}', "/messages/1"),
        ('{"error_code":"BAD_REQUEST","message":"messages: text content blocks must be non-empty"}',
         "/messages/1/content"),
    ],
)  # fmt: skip
def test_the_error_is_located_by_its_sentence_or_path_wherever_the_server_writes_them(error: str, at: str) -> None:
    assert locate(load(json.dumps(CALLED).encode()), error).at == at


def test_a_schema_that_the_error_quotes_is_found_among_the_tools() -> None:
    properties = {"name": {"type": "string"}, "any": {"description": "Anything (JSON)"}}
    tools = [
        {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": properties}}}
    ]
    body = {"model": "local", "tools": tools, "messages": [{"role": "user", "content": "Look."}]}
    error = 'JSON schema conversion failed:\\nUnrecognized schema: {\\"description\\":\\"Anything (JSON)\\"}'
    answer = f'{{"error":{{"code":400,"message":"{error}","type":"invalid_request_error"}}}}'
    assert locate(load(json.dumps(body).encode()), answer).at == "/tools/0/function/parameters/properties/any"


@pytest.mark.parametrize(
    ("field", "at"),
    [({"type": "string", "pattern": "^\\d{4}$"}, "/pattern"), ({"type": "string", "maxLength": 90_000}, "/maxLength")],
)
def test_a_grammar_that_cannot_be_parsed_is_located_at_its_hardest_constraint(field: Any, at: str) -> None:
    parameters = {"type": "object", "properties": {"name": {"type": "string", "minLength": 1}, "year": field}}
    tools = [{"type": "function", "function": {"name": "f", "parameters": parameters}}]
    body = {"model": "local", "tools": tools, "messages": [{"role": "user", "content": "Look."}]}
    found = locate(load(json.dumps(body).encode()), "400 Failed to initialize samplers: failed to parse grammar")
    assert found.at == f"/tools/0/function/parameters/properties/year{at}"


def test_an_error_that_only_lists_efforts_is_located_at_the_effort() -> None:
    body = {"model": "local", "reasoning_effort": "ultra", "messages": [{"role": "user", "content": "Look."}]}
    found = locate(load(json.dumps(body).encode()), "400: Input should be 'none', 'low', 'medium' or 'high'")
    assert found.at == "/reasoning_effort"


def test_the_place_of_a_choice_is_inside_the_list_that_was_validated() -> None:
    items = [{"role": "user", "content": "Look."}, {"type": "function_call", "name": "f", "arguments": "{}"}]
    issue = {"expected": "string", "code": "invalid_type", "path": [1, "call_id"], "message": "Invalid input"}
    raw = [{"code": "invalid_union", "errors": [[issue]], "path": ["input"], "message": "Invalid input"}]
    answer = {"error": {"message": "Invalid Responses API request"}, "metadata": {"raw": json.dumps(raw)}}
    found = locate(load(json.dumps({"model": "some", "input": items}).encode()), json.dumps(answer))
    assert found.at == "/input/1"


def test_a_sentence_that_validators_use_for_every_field_is_not_taken_for_the_one_of_a_certain_field() -> None:
    found = located("Input should be a valid string (ref: a9065c14)")
    assert found.rule is None
    assert "does not show it" not in found.sentence


def test_an_error_about_a_list_leads_to_the_content_that_is_one() -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
    ]
    error = "Unable to tokenize message for model acme-1: Invalid 'content' type. Expected one of: ['str'], got list."
    assert (
        locate(load(json.dumps({"model": "acme-1", "messages": messages}).encode()), error).at == "/messages/1/content"
    )


@pytest.mark.parametrize(
    "error",
    [
        "Invalid 'content': 'content' field must be a string or an array of objects.",
        "Cannot subscript null at row 23, column 40:\n {%- set start_of_message = message.content[:length] %}",
    ],
)
def test_an_error_about_content_next_to_calls_leads_to_the_null(error: str) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "sea"},
    ]
    assert (
        locate(load(json.dumps({"model": "acme-1", "messages": messages}).encode()), error).at == "/messages/1/content"
    )


def test_an_error_about_a_token_of_a_template_leads_to_the_text_that_contains_it() -> None:
    answer = "<|channel|>analysis<|message|>A greeting.<|end|><|start|>assistant<|channel|>final<|message|>Hello!"
    messages = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": answer},
        {"role": "user", "content": "More"},
    ]
    found = locate(
        load(json.dumps({"model": "gpt-oss-20b", "messages": messages}).encode()),
        "You have passed a message containing <|channel|> tags in the content field.",
    )
    assert found.at == "/messages/1/content"


def test_an_unsupported_operation_leads_to_the_model() -> None:
    request = {"model": "a-deployment", "messages": [{"role": "user", "content": "Hi"}]}
    found = locate(load(json.dumps(request).encode()), "The requested operation is unsupported.")
    assert found.at == "/model"
    assert "does not show it" not in found.sentence
