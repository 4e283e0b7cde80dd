"""OpenAI's Chat Completions, and the same at Azure."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Reasoning, Target, Words
from workbench.targets.openai_words import (
    INVALID_IMAGE,
    MODEL_WORDS,
    UNSUPPORTED_IMAGE,
    file_data_words,
    invalid_address,
    no_image_type,
)

_UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}"
)
_UNCALLED = Words(
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    "messages.[{message}].role",
)

CHAT_WORDS = {
    "tool-result-missing": Words(_UNANSWERED, "messages.[{closes}].role"),
    "tool-result-not-adjacent": Words(_UNANSWERED, "messages.[{message}].role"),
    "tool-result-orphan": _UNCALLED,
    "tool-result-before-call": _UNCALLED,
    "tool-calls-too-many": Words(
        "Invalid 'messages[{message}].tool_calls': array too long. Expected an array with maximum length {limit}, but "
        "got an array with length {length} instead.",
        "messages[{message}].tool_calls",
        "array_above_max_length",
    ),
    "tool-id-mismatch": Words(
        "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.",
        "messages.[{message}].tool_call_id",
    ),
    "tool-id-missing": Words(
        "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
        "messages.[{message}].tool_call_id",
    ),
    "tool-id-not-string": Words(
        "Invalid type for 'messages[{message}].tool_calls[{part}].id': expected a string, but got an integer instead.",
        "messages[{message}].tool_calls[{part}].id",
        "invalid_type",
    ),
    "tool-id-too-long": Words(
        "Invalid 'messages[{message}].tool_calls[{part}].id': string too long. "
        "Expected a string with maximum length {limit}, but got a string with length {length} instead.",
        "messages[{message}].tool_calls[{part}].id",
        "string_above_max_length",
    ),
    "tool-name-bad-chars": Words(
        "Invalid 'messages[{message}].tool_calls[{part}].function.name': string does not match pattern. "
        "Expected a string that matches the pattern '{pattern}'.",
        "messages[{message}].tool_calls[{part}].function.name",
        "invalid_value",
    ),
    "tool-name-empty:missing": Words(
        "Missing required parameter: 'messages[{message}].tool_calls[{part}].function.name'.",
        "messages[{message}].tool_calls[{part}].function.name",
        "missing_required_parameter",
    ),
    "tool-name-empty": Words(
        "Invalid 'messages[{message}].tool_calls[{part}].function.name': empty string. "
        "Expected a string with minimum length 1, but got an empty string instead.",
        "messages[{message}].tool_calls[{part}].function.name",
        "empty_string",
    ),
    "tool-args-invalid-json:type": Words(
        "Invalid type for 'messages[{message}].tool_calls[{part}].function.arguments': expected a string, "
        "but got an {kind} instead.",
        "messages[{message}].tool_calls[{part}].function.arguments",
        "invalid_type",
    ),
    "content-null": Words("Invalid value for 'content': expected a string, got null.", "messages.[{message}].content"),
    "content-type-mismatch": Words(
        "Invalid type for 'messages[{message}].content': expected one of a string or array of objects, "
        "but got an {kind} instead.",
        "messages[{message}].content",
        "invalid_type",
    ),
    "content-part-type-missing": Words(
        "Missing required parameter: 'messages[{message}].content[{part}].type'.",
        "messages[{message}].content[{part}].type",
        "missing_required_parameter",
    ),
    "content-part-unsupported": Words(
        "Invalid 'messages[{message}]'. Content blocks are expected to be either text or image_url type.",
        "messages[{message}]",
        "invalid_value",
    ),
    "content-part-unknown-field": Words(
        "Unknown parameter: 'messages[{message}].content[{part}].file.{key}'.",
        "messages[{message}].content[{part}].file.{key}",
        "unknown_parameter",
    ),
    "image-no-data-prefix": Words(
        "Invalid image URL: 'messages[{message}].content[{part}].image_url.url'. Expected a base64-encoded data URL "
        "with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), "
        "but got a value without the 'data:' prefix.",
        "messages[{message}].content[{part}].image_url.url",
        "invalid_value",
    ),
    "image-no-data-prefix:address": invalid_address("messages[{message}].content[{part}].image_url.url"),
    "image-empty": Words(
        "Invalid image URL: 'messages[{message}].content[{part}].image_url.url'. Expected a base64-encoded data URL "
        "with an image MIME type, but got empty base64-encoded bytes.",
        "messages[{message}].content[{part}].image_url.url",
        "invalid_value",
    ),
    "image-data-invalid": INVALID_IMAGE,
    "image-role-unsupported": Words(
        "Invalid 'messages[{message}]'. Image URLs are only allowed for messages with role 'user', but this message "
        "with role '{role}' contains an image URL.",
        "messages[{message}]",
        "invalid_value",
    ),
    "media-address-private": Words("Error while downloading {address}.", None, "invalid_image_url", seen="2025-12"),
    "image-format-unsupported": UNSUPPORTED_IMAGE,
    "image-format-unsupported:declared": no_image_type(
        "Invalid image URL: 'messages[{message}].content[{part}].image_url.url'"
    ),
    **file_data_words("messages[{message}].content[{part}].file.file_data", "an application/pdf"),
    "file-name-missing": Words(
        "Missing required parameter: 'messages[{message}].content[{part}].file.file_id'.",
        "messages[{message}].content[{part}].file.file_id",
        "missing_required_parameter",
        seen="2025-08",
    ),
    "image-unsupported-by-model": Words("Invalid content type. {kind} is only supported by certain models."),
    "image-detail-unknown": Words(
        "Invalid value: '{value}'. Supported values are: {values}.",
        "messages[{message}].content[{part}].image_url.detail",
        "invalid_value",
    ),
    "audio-format-unsupported": Words(
        "Invalid value: '{value}'. Supported values are: {values}.",
        "messages[{message}].content[{part}].input_audio.format",
        "invalid_value",
    ),
    "role-unsupported": Words(
        "Unsupported value: 'messages[{message}].role' does not support '{role}' with this model.",
        "messages[{message}].role",
        "unsupported_value",
    ),
    **MODEL_WORDS,
    "effort-unsupported": Words(
        "Unsupported value: 'reasoning_effort' does not support {shown} with this model. Supported values are: "
        "{values}.",
        "reasoning_effort",
        "unsupported_value",
    ),
    "effort-unsupported:refused": Words("Unrecognized request argument supplied: {name}", None, None),
    "parameter-unsupported-by-model": Words(
        "Unsupported parameter: '{key}' is not supported with this model.", "{key}", "unsupported_parameter"
    ),
    "parameter-unsupported-by-model:search": Words("Model incompatible request argument supplied: {key}", None, None),
    "audio-missing": Words(
        "This model requires that either input content or output modality contain audio.", "model", "invalid_value"
    ),
    "model-unsupported-by-api": Words(
        "This model is only supported in v1/responses and not in v1/chat/completions.", "model", None
    ),
    "context-length-exceeded": Words(
        "This model's maximum context length is {window} tokens. However, your messages resulted in {tokens} tokens. "
        "Please reduce the length of the messages.",
        "messages",
        "context_length_exceeded",
    ),
    "context-length-exceeded:one text": Words(
        "Invalid 'messages[{message}].content': string too long. Expected a string with maximum length {limit}, but "
        "got a string with length {length} instead.",
        "messages[{message}].content",
        "string_above_max_length",
    ),
    "max-tokens-wrong-name": Words(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens",
        "unsupported_parameter",
    ),
    "sampling-fixed": Words(
        "Unsupported value: '{key}' does not support {value} with this model. "
        "Only the default ({default}) value is supported.",
        "{key}",
        "unsupported_value",
    ),
    "sampling-fixed:top_p": Words(
        "Unsupported parameter: 'top_p' is not supported with this model.", "top_p", "unsupported_parameter"
    ),
    "stop-unsupported": Words(
        "Unsupported parameter: 'stop' is not supported with this model.", "stop", "unsupported_parameter"
    ),
    "effort-with-tools": Words(
        "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. "
        "To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
        "reasoning_effort",
    ),
    "response-format-unsupported-by-model": Words(
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about "
        "supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs"
    ),
    "search-unsupported-by-model:reasoning": Words(
        "Unknown parameter: 'web_search_options'.", "web_search_options", "unknown_parameter"
    ),
    "search-unsupported-by-model": Words("Web search options not supported with this model.", "web_search_options"),
    "reasoning-echo-refused": Words(
        "Unknown parameter: 'messages[{message}].reasoning'.", "messages[{message}].reasoning", "unknown_parameter"
    ),
    "message-name-bad-chars": Words(
        "Invalid 'messages[{message}].name': string does not match pattern. Expected a string that matches the pattern "
        "'{pattern}'.",
        "messages[{message}].name",
        "invalid_value",
    ),
    "messages-empty": Words(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        "messages",
        "empty_array",
    ),
}

CHAT_RULES = {
    "tool-result-missing": ERROR,
    "tool-result-not-adjacent": ERROR,
    "tool-result-orphan": ERROR,
    "tool-result-before-call": ERROR,
    "tool-result-duplicate": WARNING,
    "tool-id-mismatch": ERROR,
    "tool-id-missing": ERROR,
    "tool-id-not-string": ERROR,
    "tool-id-too-long": ERROR,
    "tool-id-duplicate": WARNING,
    "tool-calls-too-many": ERROR,
    "tool-name-bad-chars": ERROR,
    "tool-name-empty": ERROR,
    "tool-args-invalid-json": ERROR,
    "tool-args-concatenated": WARNING,
    "tool-call-type-missing": WARNING,
    "content-null": ERROR,
    "content-type-mismatch": ERROR,
    "content-part-type-missing": ERROR,
    "content-part-unsupported": ERROR,
    "content-part-unknown-field": ERROR,
    "image-no-data-prefix": ERROR,
    "image-empty": ERROR,
    "image-data-invalid": ERROR,
    "image-role-unsupported": ERROR,
    "image-format-unsupported": ERROR,
    "image-unsupported-by-model": ERROR,
    "image-detail-unknown": ERROR,
    "image-too-large": WARNING,
    "media-address-private": ERROR,
    "file-data-invalid": ERROR,
    "file-name-missing": ERROR,
    "audio-format-unsupported": ERROR,
    "image-media-type-mismatch": INFO,
    "image-media-type-unsupported": WARNING,
    "role-unsupported": ERROR,
    "messages-empty": ERROR,
    "format-mixed": ERROR,
    "reasoning-echo-refused": WARNING,
    "content-array-empty": WARNING,
    "message-name-bad-chars": ERROR,
    "context-length-exceeded": ERROR,
    "max-tokens-wrong-name": ERROR,
    "sampling-fixed": ERROR,
    "effort-unsupported": ERROR,
    "stop-unsupported": ERROR,
    "effort-with-tools": ERROR,
    "parameter-unsupported-by-model": ERROR,
    "model-unsupported-by-api": ERROR,
    "response-format-unsupported-by-model": ERROR,
    "search-unsupported-by-model": ERROR,
    "output-tokens-too-many": ERROR,
}

IMAGE_TYPES = frozenset({"image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"})

OPENAI = Target(
    name="openai",
    title="OpenAI",
    formats=("openai-chat",),
    wire="openai-chat",
    hosts=("openai.com", "azure.com"),
    rules=CHAT_RULES,
    limits=Limits(
        id_max=40,
        text_max=10_485_760,
        calls_in_message=128,
        name_pattern=re.compile(r"^[a-zA-Z0-9_-]+$"),
        image_types=IMAGE_TYPES,
        part_types=frozenset({"text", "image_url", "file", "refusal"}),
        reads_arguments=False,
        tool_part_types=frozenset({"text"}),
    ),
    reasoning=Reasoning(refused_fields=frozenset({"reasoning"})),
    media=Media(
        image_roles=frozenset({"user"}),
        files_are_pdf=True,
        details=frozenset({"auto", "low", "high"}),
        audio_formats=frozenset({"wav", "mp3"}),
    ),
    words={
        **CHAT_WORDS,
        "role-unsupported:unknown": Words(
            "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and "
            "'developer'.",
            "messages[{message}].role",
            "invalid_value",
        ),
        "content-type-mismatch:message": Words(
            "Invalid type for 'messages[{message}]': expected an object, but got {kind} instead.",
            "messages[{message}]",
            "invalid_type",
        ),
    },
)

AZURE_OPENAI = replace(
    OPENAI,
    name="azure-openai",
    title="Azure OpenAI",
    rules=CHAT_RULES | {"image-unsupported-by-model": WARNING},
    limits=replace(OPENAI.limits, part_types_by_version=frozenset({"file"})),
)
