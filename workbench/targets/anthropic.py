"""Anthropic Messages. Its error messages begin with the place: `messages.3.content.1: …`."""

from __future__ import annotations

import re

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Target, Turns, Words

_MISSING = Words(
    "messages.{call}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
_UNCALLED = Words(
    "messages.{message}.content.{part}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
    "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
)

_INVALID_FILE = Words(
    "messages.{message}.content.{part}.image.source.base64.data: The file format is invalid or unsupported"
)

_DIRECTIVE = "the directive-only form (content: [] with output_config) is accepted at any position"

ANTHROPIC = Target(
    name="anthropic",
    title="Anthropic",
    formats=("anthropic",),
    wire="anthropic",
    pairing="turn",
    turns=Turns(refuses_own_results=True),
    rules={
        "tool-result-missing": ERROR,
        "tool-result-wrong-role": ERROR,
        "tool-call-wrong-role": ERROR,
        "tool-result-orphan": ERROR,
        "tool-result-before-call": ERROR,
        "tool-result-not-adjacent": ERROR,
        "tool-result-not-first": ERROR,
        "tool-result-duplicate": ERROR,
        "tool-id-mismatch": ERROR,
        "tool-id-duplicate": ERROR,
        "tool-id-bad-chars": ERROR,
        "tool-id-missing": ERROR,
        "tool-id-not-string": ERROR,
        "tool-name-bad-chars": ERROR,
        "tool-name-empty": ERROR,
        "tool-args-not-object": ERROR,
        "server-tool-result-orphan": ERROR,
        "server-tool-result-missing": ERROR,
        "content-empty-text": ERROR,
        "content-whitespace-text": ERROR,
        "content-empty": ERROR,
        "content-type-mismatch": ERROR,
        "content-null": ERROR,
        "cache-control-empty-text": ERROR,
        "assistant-trailing-whitespace": ERROR,
        "role-last-assistant": ERROR,
        "role-first-not-user": WARNING,
        "role-consecutive": INFO,
        "role-system-misplaced": ERROR,
        "system-between-turns": ERROR,
        "role-unsupported": ERROR,
        "thinking-missing-before-tool-use": ERROR,
        "thinking-present-while-disabled": ERROR,
        "thinking-signature-missing": ERROR,
        "thinking-signature-invalid": WARNING,
        "thinking-modified": WARNING,
        "thinking-block-empty": ERROR,
        "thinking-block-last": ERROR,
        "redacted-thinking-invalid": WARNING,
        "image-media-type-unsupported": ERROR,
        "image-media-type-mismatch": ERROR,
        "image-data-invalid": ERROR,
        "summary-empty": ERROR,
        "media-type-unsupported": ERROR,
        "image-too-large": ERROR,
        "image-dimensions-too-large": ERROR,
        "image-too-many": ERROR,
        "image-format-unsupported": ERROR,
        "image-url-unsupported": ERROR,
        "system-empty": WARNING,
        "tool-result-empty-error": ERROR,
        "pdf-too-many-pages": ERROR,
        "pdf-encrypted": WARNING,
        "request-too-large": WARNING,
        "image-empty": ERROR,
        "lone-surrogate": ERROR,
        "cache-control-too-many": ERROR,
        "messages-empty": ERROR,
        "format-mixed": ERROR,
        "context-length-exceeded": ERROR,
        "effort-unsupported": ERROR,
        "effort-needs-thinking": ERROR,
        "forced-tool-unsupported-by-model": ERROR,
        "sampling-deprecated": ERROR,
        "thinking-type-unsupported": ERROR,
        "output-tokens-too-many": ERROR,
    },
    limits=Limits(
        schemas_forbid_prefill=True,
        id_pattern=re.compile(r"^[a-zA-Z0-9_-]+$"),
        server_id_pattern=re.compile(r"^srvtoolu_[a-zA-Z0-9_]+$"),
        name_pattern=re.compile(r"^[a-zA-Z0-9_-]{1,128}$"),
        image_types=frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"}),
        cache_markers=4,
        accepts_empty_end=True,
        accepts_blank_next_to_blocks=True,
        answers_need_content=True,
        refuses_null_arguments=True,
        refuses_text_after_calls=True,
        documents_are_pdf=True,
    ),
    media=Media(
        bare_base64=True,
        fetches_secure=True,
        image_bytes=5_242_880,
        images=600,
        images_in_small_windows=100,
        side=8000,
        side_with_many_images=2000,
        pdf_pages=600,
        pdf_pages_in_small_windows=100,
        request_bytes=32 * 1024 * 1024,
    ),
    words={
        "context-length-exceeded": Words("prompt is too long: {tokens} tokens > {window} maximum"),
        "effort-unsupported": Words("This model does not support effort level '{value}'. Supported levels: {plain}."),
        "effort-unsupported:refused": Words("This model does not support the effort parameter.", seen="2026-09"),
        "effort-needs-thinking": Words(
            "output_config.effort '{value}' is not supported when thinking is disabled on this model. "
            "Use effort '{most}' or below, or enable thinking.",
            seen="2026-09",
        ),
        "forced-tool-unsupported-by-model": Words(
            'tool_choice: type "tool" and "any" are not supported for this model.', seen="2026-09"
        ),
        "sampling-deprecated": Words("`{key}` is deprecated for this model."),
        "sampling-deprecated:both": Words(
            "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
        ),
        "thinking-type-unsupported": Words(
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.'
        ),
        "thinking-type-unsupported:never": Words("'{model}' does not support thinking."),
        "thinking-type-unsupported:adaptive": Words("adaptive thinking is not supported on this model", seen="2026-09"),
        "thinking-type-unsupported:disabled": Words(
            '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.',
            seen="2026-10",
        ),
        "output-tokens-too-many": Words(
            "max_tokens: {requested} > {limit}, which is the maximum allowed number of output tokens for {model}"
        ),
        "image-too-large": Words(
            "messages.{message}.content.{part}.image.source.base64: image exceeds 5 MB maximum: {length} bytes > "
            "{limit} bytes"
        ),
        "image-dimensions-too-large": Words(
            "messages.{message}.content.{part}.image.source.base64.data: At least one of the image dimensions exceed "
            "max allowed size: {limit} pixels"
        ),
        "image-dimensions-too-large:many": Words(
            "messages.{message}.content.{part}.image.source.base64.data: At least one of the image dimensions exceed "
            "max allowed size for many-image requests: {limit} pixels"
        ),
        "image-too-many": Words("messages: too many images and documents: {found} + {others} > {limit}"),
        "image-empty": Words("messages.{message}.content.{part}.image.source.base64: image cannot be empty"),
        "image-format-unsupported": _INVALID_FILE,
        "summary-empty": Words(
            "messages.{message}.content.{part}.compaction.content: content can't be empty", seen="2026-03"
        ),
        "image-data-invalid": Words("Could not process image"),
        "image-data-invalid:data url": Words(
            "messages.{message}.content.{part}.image.source.base64: invalid base64 data"
        ),
        "image-data-invalid:document": Words(
            "messages.{message}.content.{part}.document.source.base64.data: The PDF specified was not valid."
        ),
        "image-url-unsupported": Words(
            "messages.{message}.content.{part}.image.source: URL sources are not supported. Use base64 instead."
        ),
        "image-url-unsupported:insecure": Words(
            "messages.{message}.content.{part}.{kind}.source.url.url: Only HTTPS URLs are supported.", seen="2025-06"
        ),
        "system-empty": Words("system: text content blocks must be non-empty", seen="2026-02"),
        "tool-result-empty-error": Words(
            "messages.{message}.content.{part}.tool_result: content cannot be empty if `is_error` is true",
            seen="2026-02",
        ),
        "media-type-unsupported:base64": Words(
            "messages.{message}.content.{part}.document.source.base64.media_type: Input should be 'application/pdf'",
            seen="2026-02",
        ),
        "pdf-encrypted": Words(
            "messages.{message}.content.{part}.pdf.source.base64.data: The PDF specified is password protected.",
            seen="2026-01",
        ),
        "pdf-too-many-pages": Words(
            "messages.{message}.content.{part}.pdf.source.base64.data: A maximum of {limit} PDF pages may be provided."
        ),
        "request-too-large": Words("Request exceeds the maximum size", type="request_too_large"),
        "tool-result-missing": Words(_MISSING.text.replace("{call}", "{message}")),
        "tool-result-wrong-role": Words(_MISSING.text.replace("{call}", "{message}")),
        "tool-result-wrong-role:alone": Words(
            "messages.{message}: `tool_result` blocks can only be in `user` messages", seen="2026-08"
        ),
        "tool-call-wrong-role": Words(
            "messages.{message}: `tool_use` blocks can only be in `assistant` messages", seen="2026-08"
        ),
        "tool-result-not-adjacent": _MISSING,
        "tool-result-not-first": _MISSING,
        "tool-result-orphan": _UNCALLED,
        "tool-result-before-call": _UNCALLED,
        "tool-id-mismatch": _UNCALLED,
        "tool-result-duplicate": Words(
            "messages.{message}.content.{part}: each tool_use must have a single result. "
            "Found multiple `tool_result` blocks with id: {id}"
        ),
        "tool-id-duplicate": Words("messages.{message}.content.{part}: `tool_use` ids must be unique"),
        "tool-id-bad-chars": Words(
            "messages.{message}.content.{part}.tool_use.id: String should match pattern '{pattern}'"
        ),
        "tool-id-missing": Words("messages.{message}.content.{part}.tool_use.id: Field required"),
        "tool-id-missing:result": Words("messages.{message}.content.{part}.tool_result.tool_use_id: Field required"),
        "tool-id-missing:null": Words(
            "messages.{message}.content.{part}.tool_result.tool_use_id: Input should be a valid string"
        ),
        "tool-id-not-string": Words("messages.{message}.content.{part}.tool_use.id: Input should be a valid string"),
        "tool-name-bad-chars": Words(
            "messages.{message}.content.{part}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
        ),
        "tool-name-bad-chars:definition": Words(
            "tools.{tool}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
        ),
        "tool-name-bad-chars:empty": Words("tools.{tool}.custom.name: String should have at least 1 character"),
        "tool-name-bad-chars:long": Words("tools.{tool}.custom.name: String should have at most 128 characters"),
        "tool-name-empty:missing": Words("messages.{message}.content.{part}.tool_use.name: Field required"),
        "tool-name-empty": Words(
            "messages.{message}.content.{part}.tool_use.name: String should have at least 1 character"
        ),
        "tool-args-not-object": Words(
            "messages.{message}.content.{part}.tool_use.input: Input should be a valid dictionary"
        ),
        "server-tool-result-orphan": Words(
            "messages.{message}.content.{part}: unexpected `tool_use_id` found in `{kind}` blocks: {id}. "
            "Each `{kind}` block must have a corresponding `server_tool_use` block before it."
        ),
        "server-tool-result-missing": Words(
            "messages.{message}: `{name}` tool use with id `{id}` was found without a corresponding `{kind}` block"
        ),
        "content-empty-text": Words("messages: text content blocks must be non-empty"),
        "content-whitespace-text": Words("messages: text content blocks must contain non-whitespace text"),
        "content-empty": Words(
            "messages.{message}: all messages must have non-empty content "
            "except for the optional final assistant message"
        ),
        "content-empty:user": Words("messages.{message}: user messages must have non-empty content", seen="2026-02"),
        "cache-control-empty-text": Words(
            "messages.{message}.content.{part}.text: cache_control cannot be set for empty text blocks"
        ),
        "cache-control-empty-text:system": Words("system.{part}: cache_control cannot be set for empty text blocks"),
        "content-null": Words("messages.{message}.content: Field required"),
        "content-type-mismatch": Words("messages.{message}.content: Input should be a valid list"),
        "assistant-trailing-whitespace": Words("messages: final assistant content cannot end with trailing whitespace"),
        "role-last-assistant:with format": Words(
            "Your API request included an `assistant` message in the final position, which would pre-fill the "
            "`assistant` response. When using output format, pre-filling the `assistant` response is not supported.",
            seen="2026-04",
        ),
        "role-last-assistant": Words(
            "This model does not support assistant message prefill. The conversation must end with a user message."
        ),
        "role-first-not-user": Words('messages: first message must use the "user" role'),
        "role-consecutive": Words(
            'messages: roles must alternate between "user" and "assistant", but found multiple "{role}" roles in a row'
        ),
        "role-system-misplaced": Words(
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, '
            'not "system" as an input message role.'
        ),
        "role-system-misplaced:later": Words("role 'system' is not supported on this model", seen="2026-05"),
        "system-between-turns:first": Words(
            f"messages.{{message}}: use the top-level 'system' parameter for the initial system prompt; {_DIRECTIVE}",
            seen="2026-10",
        ),
        "system-between-turns:after answer": Words(
            "messages.{message}: role 'system' must follow a 'user' message or an 'assistant' message ending in a "
            f"server tool result; {_DIRECTIVE}",
            seen="2026-10",
        ),
        "system-between-turns": Words(
            "messages.{message}: role 'system' must precede an 'assistant' message or end the array; " + _DIRECTIVE,
            seen="2026-10",
        ),
        "role-unsupported": Words('messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"'),
        "thinking-missing-before-tool-use": Words(
            "messages.{message}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. "
            "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the "
            "lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from "
            "previous turns. To avoid this requirement, disable `thinking`."
        ),
        "thinking-missing-before-tool-use:not first": Words(
            "messages.{message}.content.0: If an assistant message contains any thinking blocks, the first block must "
            "be `thinking` or `redacted_thinking`. Found `{kind}`.",
            seen="2026-01",
        ),
        "thinking-present-while-disabled": Words(
            "messages.{message}.content.{part}: When thinking is disabled, an `assistant` message in the final "
            "position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request."
        ),
        "thinking-signature-missing": Words("messages.{message}.content.{part}.thinking.signature: Field required"),
        "thinking-signature-invalid": Words(
            "messages.{message}.content.{part}: Invalid `signature` in `thinking` block"
        ),
        "thinking-block-empty": Words(
            "messages.{message}.content.{part}.thinking: each thinking block must contain thinking"
        ),
        "thinking-block-last": Words(
            "messages.{message}: The final block in an assistant message cannot be `thinking`."
        ),
        "redacted-thinking-invalid": Words(
            "messages.{message}.content.{part}: Invalid `data` in `redacted_thinking` block"
        ),
        "thinking-modified": Words(
            "messages.{message}.content.{part}: `thinking` or `redacted_thinking` blocks in the latest assistant "
            "message cannot be modified. These blocks must remain as they were in the original response."
        ),
        "image-media-type-unsupported": Words(
            "messages.{message}.content.{part}.image.source.base64.media_type: "
            "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
        ),
        "image-media-type-mismatch": Words(
            "messages.{message}.content.{part}.image.source.base64: The image was specified using the {declared} media "
            "type, but the image appears to be a {shown} image"
        ),
        "media-type-unsupported": Words(
            "messages.{message}.content.{part}.document.source: The file format is invalid or unsupported"
        ),
        "lone-surrogate": Words("The request body is not valid JSON: no low surrogate in string"),
        "cache-control-too-many": Words(
            "A maximum of {limit} blocks with cache_control may be provided. Found {found}."
        ),
        "messages-empty": Words("messages: at least one message is required"),
    },
)
