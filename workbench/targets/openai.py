"""OpenAI: Chat Completions, the same at Azure, and the Responses API."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Reasoning, Target, Words

_UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: {ids}"
)
_UNCALLED = Words(
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    "messages.[{message}].role",
)
_NO_CALL_FOUND = Words("No tool call found for function call output with call_id {id}.", "input")

_INVALID_IMAGE = Words(
    "The image data you provided does not represent a valid image. Please check your input and try again with one of "
    "the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].",
    None,
    "image_parse_error",
)
_UNSUPPORTED_IMAGE = Words(
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: "
    "['png', 'jpeg', 'gif', 'webp'].",
    None,
    "invalid_image_format",
)


def _file_data(place: str, mime_type: str) -> dict[str, Words]:
    begin = (
        f"Invalid file data: '{place}'. Expected a base64-encoded data URL with {mime_type} MIME type (e.g. "
        "'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ=='), but got "
    )
    ends = {
        "": "an invalid base64-encoded value.",
        ":prefix": "a value without the 'data:' prefix.",
        ":empty": "empty base64-encoded bytes.",
        ":type": "unsupported MIME type '{kind}'.",
    }
    return {f"file-data-invalid{name}": Words(begin + end, place, "invalid_value") for name, end in ends.items()}


def _no_image_type(begin: str) -> Words:
    return Words(
        f"{begin}. Expected a base64-encoded data URL with an image MIME type (e.g. "
        "'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got unsupported MIME type '{kind}'.",
        None,
        "invalid_value",
    )


_MODEL_WORDS = {
    "effort-unsupported": Words(
        "Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",
        "reasoning.effort",
        "unsupported_value",
    ),
    "effort-unsupported:refused": Words(
        "Unsupported parameter: '{name}' is not supported with this model.", "{name}", "unsupported_parameter"
    ),
    "output-tokens-too-many": Words(
        "{key} is too large: {requested}. This model supports at most {limit} completion tokens, whereas you provided "
        "{requested}.",
        "{key}",
        "invalid_value",
    ),
}
"""Error messages about the model, which both APIs share."""

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
    "image-empty": Words(
        "Invalid image URL: 'messages[{message}].content[{part}].image_url.url'. Expected a base64-encoded data URL "
        "with an image MIME type, but got empty base64-encoded bytes.",
        "messages[{message}].content[{part}].image_url.url",
        "invalid_value",
    ),
    "image-data-invalid": _INVALID_IMAGE,
    "image-role-unsupported": Words(
        "Invalid 'messages[{message}]'. Image URLs are only allowed for messages with role 'user', but this message "
        "with role '{role}' contains an image URL.",
        "messages[{message}]",
        "invalid_value",
    ),
    "media-address-private": Words("Error while downloading {address}.", None, "invalid_image_url", seen="2025-12"),
    "image-format-unsupported": _UNSUPPORTED_IMAGE,
    "image-format-unsupported:declared": _no_image_type(
        "Invalid image URL: 'messages[{message}].content[{part}].image_url.url'"
    ),
    **_file_data("messages[{message}].content[{part}].file.file_data", "an application/pdf"),
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
    **_MODEL_WORDS,
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

RESPONSES = Target(
    name="openai-responses",
    title="OpenAI Responses",
    formats=("openai-responses",),
    wire="openai-responses",
    pairing="anywhere",
    rules={
        "tool-result-missing": ERROR,
        "tool-result-orphan": ERROR,
        "tool-id-mismatch": ERROR,
        "tool-id-missing": ERROR,
        "tool-id-not-string": ERROR,
        "tool-id-too-long": ERROR,
        "tool-name-empty": ERROR,
        "tool-name-bad-chars": ERROR,
        "tool-args-invalid-json": ERROR,
        "tool-args-concatenated": WARNING,
        "reasoning-item-unpaired": ERROR,
        "reasoning-item-not-found": WARNING,
        "reasoning-item-missing": WARNING,
        "reasoning-item-content-refused": ERROR,
        "reasoning-item-incomplete": ERROR,
        "reasoning-encrypted-foreign": ERROR,
        "item-id-prefix": ERROR,
        "item-id-bad-chars": ERROR,
        "item-id-too-long": ERROR,
        "item-id-duplicate": ERROR,
        "item-id-missing": ERROR,
        "phase-misplaced": WARNING,
        "image-empty": ERROR,
        "image-data-invalid": ERROR,
        "media-address-private": ERROR,
        "image-format-unsupported": ERROR,
        "image-unsupported-by-model": ERROR,
        "image-detail-unknown": ERROR,
        "image-too-large": ERROR,
        "image-no-data-prefix": WARNING,
        "file-data-invalid": ERROR,
        "file-name-missing": ERROR,
        "media-type-unsupported": ERROR,
        "content-type-mismatch": ERROR,
        "format-mixed": ERROR,
        "context-length-exceeded": ERROR,
        "sampling-fixed": ERROR,
        "effort-unsupported": ERROR,
        "output-tokens-too-many": WARNING,
        "search-tool-missing": ERROR,
        "model-unsupported-by-api": ERROR,
        "parameter-unsupported-by-model": ERROR,
    },
    limits=Limits(id_max=64, text_max=10_485_760, name_pattern=re.compile(r"^[a-zA-Z0-9_-]+$"), reads_arguments=False),
    media=Media(details=frozenset({"auto", "low", "high", "original"}), image_characters=20_971_520),
    words={
        **_MODEL_WORDS,
        "context-length-exceeded": Words(
            "Your input exceeds the context window of this model. Please adjust your input and try again.",
            "input",
            "context_length_exceeded",
        ),
        "context-length-exceeded:one text": Words(
            "Invalid 'input[{message}].content': string too long. Expected a string with maximum length {limit}, but "
            "got a string with length {length} instead.",
            "input[{message}].content",
            "string_above_max_length",
            seen="2025-11",
        ),
        "sampling-fixed": Words("Unsupported parameter: '{key}' is not supported with this model.", "{key}"),
        "parameter-unsupported-by-model": Words(
            "Unsupported parameter: '{key}' is not supported with this model.", "{key}"
        ),
        "parameter-unsupported-by-model:probabilities": Words(
            "logprobs are not supported with reasoning models.", "{key}", "unsupported_parameter"
        ),
        "search-tool-missing": Words(
            "Deep research models require at least one of 'web_search_preview', 'mcp', or 'file_search' tools.", "tools"
        ),
        "model-unsupported-by-api": Words(
            "The requested model '{model}' is not supported with the Responses API.", "model", "model_not_found"
        ),
        "format-mixed:role": Words(
            "Invalid value: '{word}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
            "input[{message}]",
            "invalid_value",
        ),
        "format-mixed:calls": Words(
            "Unknown parameter: 'input[{message}].tool_calls'.", "input[{message}].tool_calls", "unknown_parameter"
        ),
        "format-mixed:part": Words(
            "Invalid value: '{word}'. Supported values are: 'input_text', 'input_image', 'output_text', 'refusal', "
            "'input_file', 'computer_screenshot', and 'summary_text'.",
            "input[{message}].content[0]",
            "invalid_value",
        ),
        "item-id-duplicate": Words(
            "Duplicate item found with id {id}. Remove duplicate items from your input and try again.", "input"
        ),
        "phase-misplaced": Words(
            "Unknown parameter: 'input[{message}].phase'.", "input[{message}].phase", "unknown_parameter"
        ),
        "image-data-invalid": _INVALID_IMAGE,
        "media-address-private": Words("Error while downloading {address}.", "url", "invalid_value", seen="2026-01"),
        "image-format-unsupported": _UNSUPPORTED_IMAGE,
        "image-format-unsupported:declared": _no_image_type("Invalid 'input[{message}].content[{part}].image_url'"),
        "image-unsupported-by-model": CHAT_WORDS["image-unsupported-by-model"],
        **_file_data("input[{message}].content[{part}].file_data", "a valid file"),
        "file-data-invalid:output": Words(
            "Invalid 'input[{message}].output[{part}].file_data'.",
            "input[{message}].output[{part}].file_data",
            "invalid_value",
            seen="2026-08",
        ),
        "file-name-missing": Words(
            "Missing required parameter: 'input[{message}].content[{part}].filename'.",
            "input[{message}].content[{part}].filename",
            "missing_required_parameter",
            seen="2026-03",
        ),
        "image-detail-unknown": Words(
            "Invalid value: '{value}'. Supported values are: {values}.",
            "input[{message}].content[{part}].detail",
            "invalid_value",
        ),
        "image-too-large": Words(
            "Invalid 'input[{message}].content[{part}].image_url': string too long. Expected a string with maximum "
            "length {limit}, but got a string with length {length} instead.",
            "input[{message}].content[{part}].image_url",
            "string_above_max_length",
        ),
        "tool-result-missing": Words("No tool output found for function call {id}.", "input"),
        "tool-result-orphan": _NO_CALL_FOUND,
        "tool-id-mismatch": _NO_CALL_FOUND,
        "reasoning-item-unpaired": Words(
            "Item '{id}' of type 'reasoning' was provided without its required following item.", "input"
        ),
        "reasoning-item-not-found": Words(
            "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with "
            "`store` set to true, or remove this item from your input.",
            "input",
        ),
        "reasoning-item-missing": Words(
            "Item '{id}' of type '{kind}' was provided without its required 'reasoning' item: 'rs_…'.", "input"
        ),
        "reasoning-item-content-refused": Words(
            "Invalid 'input[{message}].content': array too long. Expected an array with maximum length 0, but got an "
            "array with length {length} instead.",
            "input[{message}].content",
            "array_above_max_length",
        ),
        "reasoning-item-incomplete": Words(
            "Missing required parameter: 'input[{message}].summary'.",
            "input[{message}].summary",
            "missing_required_parameter",
        ),
        "reasoning-encrypted-foreign": Words(
            "The encrypted content {head}...{tail} could not be verified. Reason: Encrypted content could not be "
            "decrypted or parsed.",
            None,
            "invalid_encrypted_content",
        ),
        "tool-name-bad-chars": Words(
            "Invalid 'input[{message}].name': string does not match pattern. Expected a string that matches the "
            "pattern '{pattern}'.",
            "input[{message}].name",
            "invalid_value",
        ),
        "item-id-prefix": Words(
            "Invalid 'input[{message}].id': '{id}'. Expected an ID that begins with '{prefix}'.",
            "input[{message}].id",
            "invalid_value",
        ),
        "item-id-too-long": Words(
            "Invalid 'input[{message}].id': string too long. Expected a string with maximum length {limit}, but got a "
            "string with length {length} instead.",
            "input[{message}].id",
            "string_above_max_length",
        ),
        "item-id-missing": Words(
            "Missing required parameter: 'input[{message}].id'.", "input[{message}].id", "missing_required_parameter"
        ),
        "item-id-bad-chars": Words(
            "Invalid 'input[{message}].id': '{id}'. Expected an ID that contains letters, numbers, underscores, "
            "or dashes, but this value contained additional characters.",
            "input[{message}].id",
            "invalid_value",
        ),
        "tool-id-too-long": Words(
            "Invalid 'input[{message}].call_id': string too long. Expected a string with maximum length {limit}, "
            "but got a string with length {length} instead.",
            "input[{message}].call_id",
            "string_above_max_length",
        ),
        "tool-args-invalid-json:type": Words(
            "Invalid type for 'input[{message}].arguments': expected a string, but got an {kind} instead.",
            "input[{message}].arguments",
            "invalid_type",
        ),
        "tool-id-missing": Words(
            "Missing required parameter: 'input[{message}].call_id'.",
            "input[{message}].call_id",
            "missing_required_parameter",
        ),
        "tool-id-not-string": Words(
            "Invalid type for 'input[{message}].call_id': expected a string, but got an integer instead.",
            "input[{message}].call_id",
            "invalid_type",
        ),
        "tool-name-empty:missing": Words(
            "Missing required parameter: 'input[{message}].name'.",
            "input[{message}].name",
            "missing_required_parameter",
        ),
        "tool-name-empty": Words(
            "Invalid 'input[{message}].name': empty string. Expected a string with minimum length 1, "
            "but got an empty string instead.",
            "input[{message}].name",
            "empty_string",
        ),
        "image-empty": Words(
            "Invalid 'input[{message}].content[{part}].image_url'. Expected a base64-encoded data URL with an image "
            "MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got empty base64-encoded bytes.",
            "input[{message}].content[{part}].image_url",
            "invalid_value",
        ),
        "media-type-unsupported": Words(
            "Invalid file data: 'input[{message}].content[{part}].file_data'. Expected a base64-encoded data URL with "
            "a valid file MIME type (e.g. 'data:text/plain;base64,SGVsbG8sIFdvcmxkIQ=='), "
            "but got unsupported MIME type '{kind}'.",
            "input[{message}].content[{part}].file_data",
            "invalid_value",
        ),
        "media-type-unsupported:fetched": Words(
            "The file type you uploaded is not supported. Please try again with a pdf", "input", "unsupported_file"
        ),
        "content-type-mismatch": Words(
            "Invalid type for 'input[{message}].content': expected one of a string or array of objects, "
            "but got an {kind} instead.",
            "input[{message}].content",
            "invalid_type",
        ),
        "content-type-mismatch:output": Words(
            "Invalid type for 'input[{message}].output': expected one of a string or array of objects, "
            "but got an {kind} instead.",
            "input[{message}].output",
            "invalid_type",
        ),
    },
)

CODEX = replace(
    RESPONSES,
    name="codex",
    title="ChatGPT's Codex backend",
    rules={**RESPONSES.rules, "role-unsupported": ERROR, "reasoning-item-unpaired": WARNING},  # it stores nothing
    limits=replace(RESPONSES.limits, refused_roles=frozenset({"system"}), accepts_text_for_items=False),
    words={
        **RESPONSES.words,
        "role-unsupported": Words("System messages are not allowed", type=None),
        "content-type-mismatch:text": Words("Input must be a list", type=None, seen="2026-09"),
    },
)

STORED_ITEM_RULES = {
    *(
        "item-id-prefix",
        "item-id-bad-chars",
        "item-id-duplicate",
        "phase-misplaced",
        "reasoning-item-unpaired",
        "reasoning-item-not-found",
    ),
    *("reasoning-item-missing", "reasoning-item-content-refused", "reasoning-encrypted-foreign"),
    *("item-id-too-long", "item-id-missing"),
}
"""Rules about items that OpenAI stores and others do not."""
