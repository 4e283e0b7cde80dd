# ruff: noqa: E501 - error texts are not broken into lines, so that they can be compared with their sources
"""Every known error text of a provider or library is recognised, even if it was requoted, wrapped or shortened."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.loading import load_value
from workbench.locating import locate
from workbench.locating.texts import known_texts
from workbench.rules import RULES
from workbench.targets import TARGETS
from workbench.targets.refusal_words import Words, fill

CALLS_UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
)
TEXTS = [
    ("field-unknown", "anthropic", "speed: Extra inputs are not permitted"),
    ("field-unknown", "mistral", '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":{"include_usage":true}}]}'),
    ("tool-result-missing", "openai", f"{CALLS_UNANSWERED} The following tool_call_ids did not have response messages: call_x, call_y"),
    ("tool-result-missing", "deepseek", f"{CALLS_UNANSWERED} (insufficient tool messages following tool_calls message)"),
    ("tool-result-missing", "qwen", '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[4].role'),
    ("tool-result-orphan", "openai", "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."),
    ("tool-result-orphan", "deepseek", "Messages with role 'tool' must be a response to a preceding message with 'tool_calls' (deepseek-chat)"),
    ("tool-id-mismatch", "openai", "Invalid parameter: 'tool_call_id' of 'call_9' not found in 'tool_calls' of previous message."),
    ("tool-result-not-adjacent", "minimax", "invalid params, tool call result does not follow tool call (2013)"),
    ("tool-result-duplicate", "moonshot", "Invalid request: tokenization failed"),
    ("tool-id-missing", "openai", "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'."),
    ("tool-id-too-long", "openai", "Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 64 instead."),
    ("tool-name-bad-chars", "openai", "Invalid 'messages[3].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."),
    ("tool-name-empty", "openai", "Invalid 'messages[3].tool_calls[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead."),
    ("tool-args-invalid-json", "openai-compatible", "Assistant tool call function.arguments must be valid JSON."),
    ("tool-args-invalid-json", "openai-compatible", "arguments must be a valid JSON object string"),
    ("tool-args-invalid-json", "openai-compatible", "Unterminated string starting at: line 1 column 12 (char 11)"),
    ("content-null", "openai", "Invalid value for 'content': expected a string, got null."),
    ("content-type-mismatch", "deepseek", "Failed to deserialize the JSON body into the target type: messages[3]: invalid type: sequence, expected a string at line 1 column 2"),
    ("image-no-data-prefix", "openai", "Invalid image URL: 'messages[0].content[1].image_url.url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value without the 'data:' prefix."),
    ("role-unsupported", "openai", "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    ("tool-result-missing", "openai-responses", "No tool output found for function call call_Ab1."),
    ("tool-result-orphan", "openai-responses", "No tool call found for function call output with call_id call_Ab1."),
    ("tool-result-not-adjacent", "deepseek-responses", "No tool output found for tool call call_Ab1"),
    ("reasoning-item-unpaired", "openai-responses", "Item 'rs_0a1' of type 'reasoning' was provided without its required following item."),
    ("reasoning-item-not-found", "openai-responses", "Item with id 'fc_0a1' not found. Items are not persisted for Zero Data Retention organizations."),
    ("stored-response-not-found", "openai-responses", "Previous response with id 'resp_4d1' not found."),
    ("stored-response-not-found", "openai-responses", "Previous response cannot be used for this organization due to Zero Data Retention."),
    ("stored-response-not-found", "openai-responses", "Conversation ID cannot be used for this organization due to Zero Data Retention."),
    ("reasoning-item-not-found", "openai-responses", "Item with id `rs_0a1` not found. Items are not persisted when `store` is set to false."),
    ("item-id-prefix", "openai-responses", "Invalid 'input[3].id': 'msg_1'. Expected an ID that begins with 'rs'."),
    ("item-id-bad-chars", "openai-responses", "Invalid 'input[3].id': 'a|b'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters."),
    ("tool-id-too-long", "openai-responses", "Invalid input[].call_id: string too long. Expected max length 64."),
    ("tool-name-empty", "openai-responses", "Invalid 'input[7].name': empty string. Expected a string with minimum length 1, but got an empty string instead."),
    ("image-empty", "openai-responses", "Invalid 'input[60].content[1].image_url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got empty base64-encoded bytes."),
    ("tool-result-missing", "anthropic", "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1, toolu_2. Each `tool_use` block must have a corresponding `tool_result` block in the next message."),
    ("tool-result-missing", "anthropic", "messages.4: Did not find 1 `tool_result` block(s) at the beginning of this message. Messages following `tool_use` blocks must begin with a matching number of `tool_result` blocks."),
    ("tool-result-orphan", "anthropic", "messages.38.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message."),
    ("tool-result-duplicate", "anthropic", "messages.3.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1"),
    ("tool-id-duplicate", "anthropic", "messages.3.content.1: `tool_use` ids must be unique"),
    ("tool-id-bad-chars", "anthropic", "messages.3.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
    ("server-tool-result-orphan", "anthropic", "messages.3.content.1: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_1. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it."),
    ("tool-args-not-object", "anthropic", "messages.3.content.1.tool_use.input: Input should be a valid dictionary"),
    ("tool-name-bad-chars", "anthropic", "tools.3.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"),
    ("content-empty-text", "anthropic", "messages: text content blocks must be non-empty"),
    ("content-whitespace-text", "anthropic", "messages: text content blocks must contain non-whitespace text"),
    ("content-empty", "anthropic", "messages.3: all messages must have non-empty content except for the optional final assistant message"),
    ("assistant-trailing-whitespace", "anthropic", "messages: final assistant content cannot end with trailing whitespace"),
    ("role-last-assistant", "anthropic", "This model does not support assistant message prefill. The conversation must end with a user message."),
    ("role-first-not-user", "anthropic", 'messages: first message must use the "user" role'),
    ("role-consecutive", "anthropic", 'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'),
    ("role-system-misplaced", "anthropic", 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'),
    ("role-system-misplaced", "anthropic", "role 'system' is not supported on this model"),
    ("thinking-missing-before-tool-use", "anthropic", "messages.5.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block"),
    ("thinking-present-while-disabled", "anthropic", "messages.5.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`."),
    ("thinking-signature-missing", "anthropic", "messages.1.content.0.thinking.signature: Field required"),
    ("thinking-signature-missing", "anthropic", "...thinking.signature: Field required"),
    ("thinking-signature-invalid", "anthropic", "messages.1.content.0: Invalid `signature` in `thinking` block"),
    ("thinking-modified", "anthropic", "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response."),
    ("image-media-type-unsupported", "anthropic", "messages.1.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"),
    ("image-media-type-mismatch", "anthropic", "messages.1.content.0.image.source.base64.data: Image does not match the provided media type image/png"),
    ("image-media-type-mismatch", "anthropic", "messages.1.content.0.image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image"),
    ("lone-surrogate", "anthropic", "The request body is not valid JSON: no low surrogate in string: line 1 column 9 (char 8)"),
    ("lone-surrogate", "anthropic", "The request body is not valid JSON: invalid high surrogate in string: line 1 column 9 (char 8)"),
    ("cache-control-too-many", "anthropic", "A maximum of 4 blocks with cache_control may be provided. Found 5."),
    ("tool-count-mismatch", "gemini", "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."),
    ("role-order-gemini", "gemini", "Please ensure that function call turn comes immediately after a user turn or after a function response turn."),
    ("tool-result-not-adjacent", "gemini", "Please ensure that function response turn comes immediately after a function call turn."),
    ("tool-result-name-missing", "gemini", "GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty."),
    ("thought-signature-missing", "gemini", "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call default_api:ls , position 2."),
    ("thought-signature-missing", "gemini", "Unable to submit request because function call `ls` in the 2. content block is missing a `thought_signature`"),
    ("tool-name-bad-chars", "gemini", "GenerateContentRequest.tools[0].function_declarations[3].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."),
    ("format-mixed", "ai@4", "AI_MessageConversionError: Unsupported role: tool"),
    ("ui-tool-state-incomplete", "ai@4", 'ToolInvocation must have a result: {"state":"call","toolCallId":"c1"}'),
    ("tool-result-missing", "ai@6", "AI_MissingToolResultsError: Tool result is missing for tool call c1."),
    ("tool-result-missing", "ai@6", "AI_MissingToolResultsError: Tool results are missing for tool calls a1, b2."),
    ("sdk-version-shape", "ai@5", "Invalid prompt: The messages must be a ModelMessage[]. If you have passed a UIMessage[], you can use convertToModelMessages to convert them."),
    ("sdk-version-shape", "ai@6", "AI_InvalidPromptError: Invalid prompt: The messages do not match the ModelMessage[] schema."),
    ("sdk-version-shape", "ai@4", "message must be a CoreMessage or a UI message"),
    ("sdk-version-shape", "ai@4", 'messages must be an array of CoreMessage or UIMessage\nReceived message of type: "other" at index 3'),
    ("messages-empty", "ai@4", "Invalid prompt: messages must not be empty"),
    ("image-data-invalid", "ai@4", "AI_InvalidDataContentError: Invalid data content. Content string is not a base64-encoded media."),
    ("ui-parts-missing", "ai@5", "TypeError: Cannot read properties of undefined (reading 'map')"),
    ("tool-id-format-mistral", "mistral", "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9."),
    ("tool-count-mismatch", "mistral", "Not the same number of function calls and responses"),
    ("role-order-mistral", "mistral", "Unexpected role 'user' after role 'tool'"),
    ("tool-result-orphan", "mistral", "Unexpected role 'tool' after role 'user'"),
    ("role-last-assistant", "mistral", "Expected last role User or Tool (or Assistant with prefix) for serving but got assistant"),
    ("role-last-assistant", "mistral", "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"),
    ("tool-id-mismatch", "mistral", "Unexpected tool call id abc123XYZ in tool results"),
    ("tool-id-duplicate", "mistral", "Duplicate tool call id abc123XYZ in assistant message"),
    ("tool-id-duplicate", "mistral", "Duplicate tool call id abc123XYZ in tool results"),
    ("tool-id-missing", "mistral", "Tool call id has to be defined."),
    ("tool-name-bad-chars", "mistral", "Function name was a b but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."),
    ("content-and-tool-calls", "mistral", "Assistant message must have either content or tool_calls, but not both."),
    ("tool-result-missing", "bedrock", "Expected toolResult blocks at messages.2.content for the following Ids: tooluse_1, tooluse_2"),
    ("tool-result-orphan", "bedrock", "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn."),
    ("tool-result-mixed-with-text", "bedrock", "messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn."),
    ("media-type-missing", "vertex-gemini", "Unable to submit request because it has an empty mimeType parameter in fileData. Add a value to the parameter and try again."),
    ("content-empty-text", "vertex-gemini", "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again."),
    ("tool-call-mixed-with-text", "bedrock", "messages.2.content: Conversation blocks and tool use blocks cannot be provided in the same turn."),
    ("tool-result-empty-error", "bedrock", "The content field at messages.2.content.0.toolResult cannot be empty when status value is error."),
    ("tool-config-missing", "bedrock", "toolConfig field must be defined when using toolUse and toolResult content blocks"),
    ("role-consecutive", "bedrock", "A conversation must alternate between user and assistant roles. Make sure the con..."),
    ("a2a-message-id-missing", "a2a-sdk@1", "InvalidParamsError: Validation failed (-32602) data.errors {field:'message_id',message:'Field is required.'}"),
    ("a2a-parts-empty", "a2a-sdk@1", "InvalidParamsError: Validation failed {field:'parts',message:'Field must contain at least one element.'}"),
    ("a2a-version-mismatch", "a2a-sdk@1", "ParseError: Failed to parse role field: Invalid enum value agent for enum type lf.a2a.v1.Role at Message.role."),
    ("a2a-version-mismatch", "a2a-sdk@1", 'Message type "lf.a2a.v1.Part" has no field named "kind"'),
    ("content-empty-text", "a2a-sdk@1", "Message parts cannot have empty content"),
    ("a2a-parts-empty", "a2a-sdk@1", "Message parts cannot be empty"),
    ("a2a-mixed-response-and-text", "a2a-sdk@1", "Message cannot contain both function responses and text. Function responses resume an existing invocation while text starts a new one."),
    ("tool-result-missing", "langgraph", "Found AIMessages with tool_calls that do not have a corresponding ToolMessage. Here are the first few of those tool calls: [...]"),
    ("tool-result-orphan", "anthropic", "litellm.BadRequestError: AnthropicException - Missing corresponding tool call for tool response message. Received - message={...}"),
]  # fmt: skip
IDS = [f"{rule} {target}" for rule, target, _ in TEXTS]


@pytest.mark.parametrize(("rule", "target", "text"), TEXTS, ids=IDS)
def test_a_known_text_identifies_its_rule_and_its_target(rule: str, target: str, text: str) -> None:
    found = locate(None, text)
    assert (rule in found.rules, found.target) == (True, target), found


WRAPPINGS = {
    "with its status": lambda text: f"400 {text}",
    "as a JSON body": lambda text: json.dumps({"error": {"message": text, "type": "invalid_request_error"}}),
    "as an exception's repr": lambda text: f"BadRequestError({ {'error': {'message': text, 'code': None}}!r})",
    "stringified twice": lambda text: json.dumps(json.dumps({"error": {"message": text}})),
    "in a log line": lambda text: f"2025-03-01T12:00:00Z ERROR worker-3 request failed: {text} (request req_1)",
    "with other quotes": lambda text: text.replace("`", "'").replace('"', "'"),
    "without quotes": lambda text: text.replace("`", "").replace("'", ""),
    "in lower case": str.lower,
}


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
@pytest.mark.parametrize(("rule", "target", "text"), TEXTS, ids=IDS)
def test_a_known_text_is_recognised_however_it_was_pasted(rule: str, target: str, text: str, wrap: object) -> None:
    assert callable(wrap)
    assert rule in locate(None, wrap(text)).rules


def _own_sentences() -> dict[str, list[tuple[str, Words]]]:
    """Return the sentences of each target, without those that an earlier one has too: nobody says who sent a sentence."""
    seen = set[tuple[str, str, bool]]()
    own: dict[str, list[tuple[str, Words]]] = {}
    for name, target in TARGETS.items():
        for key, words in target.words.items():
            if (sentence := (key, words.text, words.names_cause)) not in seen:
                seen.add(sentence)
                own.setdefault(name, []).append((key, words))
    return own


OWN_SENTENCES = _own_sentences()


@pytest.mark.parametrize("target", OWN_SENTENCES)
def test_every_error_text_of_every_target_that_names_a_cause_is_recognised(target: str) -> None:
    for key, words in OWN_SENTENCES[target]:
        facts = {
            "message": 3,
            "part": 1,
            "closes": 4,
            "call": 2,
            "first": 4,
            "id": "call_9",
            "ids": "call_9",
            "tool": 1,
        }
        found = locate(None, fill(words.text, facts))
        assert (key.partition(":")[0] in found.rules) == words.names_cause, (key, found)


def test_every_known_text_is_about_a_rule_and_a_target_that_exist() -> None:
    for known in known_texts():
        assert known.rule in RULES, known
        assert known.target in TARGETS, known


@pytest.mark.parametrize(("name", "rule"), [("unknown", "tool-result-name-unknown"), ("f", None)])
def test_a_sentence_that_names_no_cause_is_explained_by_a_file_that_has_one(name: str, rule: str | None) -> None:
    request = {
        "tools": [{"functionDeclarations": [{"name": "f"}]}],
        "contents": [
            {"role": "user", "parts": [{"text": "x"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": name, "response": {"result": "r"}}}]},
        ],
    }
    found = locate(load_value(request, "chat"), "Request contains an invalid argument.")
    assert found.rule == rule
    assert rule is None or found.at == "/contents/2/parts/0/functionResponse/name"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "service_tier: Input should be a valid string",
    ],
)
def test_another_error_is_not_mistaken_for_a_known_one(text: str) -> None:
    found = locate(None, text)
    assert found.rule is None
    assert found.sentence.startswith("The workbench does not know this error")


@settings(max_examples=200, deadline=None)
@given(st.text() | st.binary().map(repr))
def test_any_text_is_accepted(text: str) -> None:
    assert locate(None, text).confidence >= 0


def test_the_next_key_of_a_json_body_is_not_an_id() -> None:
    message = f"{CALLS_UNANSWERED} The following tool_call_ids did not have response messages: call_x, call_y"
    body = json.dumps({"error": {"message": message, "type": "invalid_request_error", "code": None}})
    assert locate(None, body).ids == ("call_x", "call_y")


def test_a_place_in_param_identifies_openai_because_others_write_it_into_the_sentence() -> None:
    for key, words in TARGETS["openai"].words.items():
        if words.param:
            facts = {"message": 3, "part": 1, "closes": 4, "call": 2, "id": "call_9", "ids": "call_9"}
            body = {"error": {"message": fill(words.text, facts), "param": fill(words.param, facts)}}
            assert locate(None, json.dumps(body)).target in ("openai", "azure-openai", "openai-responses"), key
