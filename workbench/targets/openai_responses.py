"""OpenAI's Responses API, and the same at ChatGPT's Codex backend."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Reasoning, Target, Words
from workbench.targets.openai import CHAT_WORDS
from workbench.targets.openai_words import (
    INVALID_IMAGE,
    MODEL_WORDS,
    UNSUPPORTED_IMAGE,
    file_data_words,
    invalid_address,
    no_image_type,
)

_NO_CALL_FOUND = Words("No tool call found for function call output with call_id {id}.", "input")

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
        "stored-response-not-found": INFO,
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
    reasoning=Reasoning(heads=("gAAAA", "Z0FBQ")),
    words={
        **MODEL_WORDS,
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
        "image-data-invalid": INVALID_IMAGE,
        "image-data-invalid:address": invalid_address("input[{message}].content[{part}].image_url"),
        "image-data-invalid:address in output": invalid_address("input[{message}].output[{part}].image_url"),
        "media-address-private": Words("Error while downloading {address}.", "url", "invalid_value", seen="2026-01"),
        "image-format-unsupported": UNSUPPORTED_IMAGE,
        "image-format-unsupported:declared": no_image_type("Invalid 'input[{message}].content[{part}].image_url'"),
        "image-unsupported-by-model": CHAT_WORDS["image-unsupported-by-model"],
        **file_data_words("input[{message}].content[{part}].file_data", "a valid file"),
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
        "stored-response-not-found": Words(
            "Previous response with id '{stored}' not found.",
            "previous_response_id",
            "previous_response_not_found",
            seen="2026-08",
        ),
        "stored-response-not-found:conversation": Words(
            "Conversation with id '{stored}' not found.", "conversation", None, seen="2026-06"
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
    *("item-id-too-long", "item-id-missing", "stored-response-not-found"),
}
"""Rules about items that OpenAI stores and others do not."""
