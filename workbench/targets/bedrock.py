"""Amazon Bedrock Converse (ValidationException)."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.contract import ERROR, WARNING, Limits, Media, Reasoning, Target, Turns, Words

_TYPE = "ValidationException"
_EXPECTED = Words("Expected toolResult blocks at messages.{closes}.content for the following Ids: {ids}", type=_TYPE)
_TOO_MANY = Words(
    "The number of toolResult blocks at messages.{message}.content exceeds the number of toolUse blocks of "
    "previous turn.",
    type=_TYPE,
)

_ROLES = "Member must satisfy enum value set: [user, assistant]"


_NAME = "messages.{nth}.member.content.{nth_part}.member.toolUse.name"
_SHORT = "Member must have length less than or equal to 64"
_LEGAL = "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+"


def _constraint(value: str, place: str, requirement: str) -> Words:
    return Words(
        f"1 validation error detected: Value '{value}' at 'messages.{{nth}}.member.{place}' failed to satisfy "
        f"constraint: {requirement}",
        type=_TYPE,
    )


_BLANK = Words(
    "The text field in the ContentBlock object at messages.{message}.content.{part} is blank. "
    "Add text to the text field, and try again.",
    type=_TYPE,
)
_CLAUDE_RULES = (
    "thinking-missing-before-tool-use",
    "thinking-missing-before-tool-use:not first",
    "thinking-signature-missing",
    "thinking-block-empty",
    "thinking-block-last",
    "image-too-large",
    "image-media-type-mismatch",
    "image-dimensions-too-large",
    "image-too-many",
    "sampling-deprecated",
    "sampling-deprecated:both",
    "thinking-type-unsupported",
    "thinking-type-unsupported:adaptive",
    "thinking-type-unsupported:disabled",
    "effort-unsupported",
    "effort-unsupported:refused",
    "effort-needs-thinking",
    "forced-tool-unsupported-by-model",
)
"""Rules for which the service passes on Claude's own error message."""

BEDROCK = Target(
    name="bedrock",
    title="Bedrock",
    formats=("bedrock-converse",),
    wire="bedrock-converse",
    pairing="turn",
    turns=Turns(mixed_by_model=True, user_first=True),
    reasoning=Reasoning(signed_by_model=True),
    rules={
        "tool-result-missing": ERROR,
        "tool-result-orphan": ERROR,
        "tool-result-split": ERROR,
        "tool-result-before-call": ERROR,
        "tool-result-not-adjacent": ERROR,
        "tool-result-duplicate": ERROR,
        "tool-result-mixed-with-text": ERROR,
        "tool-result-empty-error": ERROR,
        "tool-config-missing": ERROR,
        "tool-id-mismatch": ERROR,
        "tool-id-missing": ERROR,
        "tool-id-not-string": ERROR,
        "tool-id-bad-chars": ERROR,
        "tool-id-too-long": ERROR,
        "tool-name-bad-chars": ERROR,
        "tool-name-empty": ERROR,
        "tool-args-not-object": ERROR,
        "role-consecutive": ERROR,
        "role-first-not-user": WARNING,
        "role-last-assistant": ERROR,
        "role-system-misplaced": ERROR,
        "role-unsupported": ERROR,
        "content-empty": ERROR,
        "content-empty-text": ERROR,
        "content-whitespace-text": ERROR,
        "system-empty": ERROR,
        "image-media-type-unsupported": ERROR,
        "image-media-type-mismatch": WARNING,
        "document-without-text": ERROR,
        "document-too-many": ERROR,
        "document-in-assistant": WARNING,
        "document-name-bad-chars": ERROR,
        "image-data-invalid": ERROR,
        "document-not-citable": ERROR,
        "image-empty": ERROR,
        "image-too-large": ERROR,
        "image-too-many": ERROR,
        "image-dimensions-too-large": ERROR,
        "image-unsupported-by-model": ERROR,
        "media-unsupported-by-model": ERROR,
        "messages-empty": ERROR,
        "format-mixed": ERROR,
        "thinking-missing-before-tool-use": ERROR,
        "thinking-signature-missing": ERROR,
        "thought-refused-by-model": ERROR,
        "thinking-signature-refused": ERROR,
        "tool-call-mixed-with-text": ERROR,
        "cache-points-too-many": ERROR,
        "thinking-block-empty": ERROR,
        "thinking-block-last": ERROR,
        "context-length-exceeded": ERROR,
        "sampling-deprecated": ERROR,
        "document-name-duplicate": ERROR,
        "tool-result-json-not-object": ERROR,
        "thinking-type-unsupported": ERROR,
        "effort-unsupported": ERROR,
        "effort-needs-thinking": ERROR,
        "forced-tool-unsupported-by-model": ERROR,
        "stop-unsupported": ERROR,
        "bedrock-feature-unsupported": ERROR,
    },
    limits=Limits(
        id_pattern=re.compile(r"^[a-zA-Z0-9_.:-]+$"),
        id_max=64,
        name_pattern=re.compile(r"^[a-zA-Z0-9_-]{1,64}$"),
        image_types=frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"}),
        cache_markers=4,
        tools_forbid_prefill=True,
        refuses_empty_results=True,
        accepts_line_breaks_next_to_blocks=True,
    ),
    media=Media(image_bytes=5_242_880, images=20, side=8000, documents=5),
    words={
        **{
            rule: Words(f"The model returned the following errors: {ANTHROPIC.words[rule].text}", type=_TYPE)
            for rule in _CLAUDE_RULES
        },
        "thinking-type-unsupported:never": Words(
            "The model returned the following errors: thinking: Extra inputs are not permitted",
            type=_TYPE,
            seen="2025-06",
        ),
        "context-length-exceeded": Words(
            "The model returned the following errors: Input is too long for requested model.", type=_TYPE
        ),
        "bedrock-feature-unsupported": Words(
            "This model doesn't support system messages. Try again without a system message or use a model that "
            "supports system messages.",
            type=_TYPE,
        ),
        "thought-refused-by-model": Words(
            "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
            type=_TYPE,
            seen="2025-06",
        ),
        "thinking-signature-refused": Words(
            "This model doesn't support the reasoningContent.reasoningText.signature field. Remove "
            "reasoningContent.reasoningText.signature and try again.",
            type=_TYPE,
            seen="2025-08",
        ),
        "tool-call-mixed-with-text": Words(
            "messages.{message}.content: Conversation blocks and tool use blocks cannot be provided in the same turn.",
            type=_TYPE,
            seen="2026-06",
        ),
        "cache-points-too-many": Words(
            "The model returned the following errors: A maximum of {limit} blocks with cache_control may be provided. "
            "Found {found}.",
            type=_TYPE,
            seen="2025-05",
        ),
        "document-name-duplicate": Words(
            "Messages can't contain duplicate document names. Rename the document and retry your request.", type=_TYPE
        ),
        "tool-result-json-not-object": Words(
            "The format of the value at messages.{message}.{place} is invalid. Provide a json object for the field and "
            "try again.",
            type=_TYPE,
        ),
        "bedrock-feature-unsupported:tools": Words("This model doesn't support tool use.", type=_TYPE),
        "tool-result-missing": _EXPECTED,
        "tool-result-split": Words(_EXPECTED.text.replace("{closes}", "{first}"), type=_TYPE),
        "tool-result-not-adjacent": Words(_EXPECTED.text.replace("{closes}", "{call}"), type=_TYPE),
        "tool-id-mismatch": Words(
            "Expected toolResult blocks at messages.{message}.content for the following Ids: {call_id}", type=_TYPE
        ),
        "tool-result-orphan": _TOO_MANY,
        "tool-result-before-call": _TOO_MANY,
        "tool-result-duplicate": _TOO_MANY,
        "tool-result-mixed-with-text": Words(
            "messages.{message}.content: Conversation blocks and tool result blocks cannot be provided in the same "
            "turn.",
            type=_TYPE,
        ),
        "tool-result-empty-error": Words(
            "The content field at messages.{message}.content.{part}.toolResult cannot be empty when status value is "
            "error.",
            type=_TYPE,
        ),
        "tool-config-missing": Words(
            "The toolConfig field must be defined when using toolUse and toolResult content blocks.", type=_TYPE
        ),
        "role-consecutive": Words(
            "A conversation must alternate between user and assistant roles. Make sure the conversation alternates "
            "between user and assistant roles and try again.",
            type=_TYPE,
        ),
        "role-first-not-user": Words(
            "A conversation must start with a user message. Try again with a conversation that starts with a user "
            "message.",
            type=_TYPE,
        ),
        "role-last-assistant": Words(
            "The model returned the following errors: This model does not support assistant message prefill. "
            "The conversation must end with a user message.",
            type=_TYPE,
        ),
        "role-last-assistant:with tools": Words(
            "The model returned the following errors: Your API request included an `assistant` message in the final "
            "position, which would pre-fill the `assistant` response. When using tools, pre-filling the `assistant` "
            "response is not supported.",
            type=_TYPE,
        ),
        "tool-id-bad-chars": Words(
            "Value '{id}' at 'messages.{nth}.member.content.{nth_part}.member.toolUse.toolUseId' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
            type=_TYPE,
        ),
        "tool-id-too-long": Words(
            "Value '{id}' at 'messages.{nth}.member.content.{nth_part}.member.toolUse.toolUseId' failed to satisfy "
            "constraint: Member must have length less than or equal to 64",
            type=_TYPE,
        ),
        "tool-id-missing": Words(
            'Missing required parameter in messages[{message}].content[{part}].toolUse: "toolUseId"',
            type="ParamValidationError",
        ),
        "tool-id-not-string": Words(
            "Invalid type for parameter messages[{message}].content[{part}].toolUse.toolUseId, value: {id}, "
            "valid types: <class 'str'>",
            type="ParamValidationError",
        ),
        "tool-name-bad-chars": _constraint(
            "{name}",
            "content.{nth_part}.member.toolUse.name",
            _LEGAL,
        ),
        "tool-name-bad-chars:too long": _constraint("{name}", "content.{nth_part}.member.toolUse.name", _SHORT),
        "tool-name-bad-chars:both": Words(
            "2 validation errors detected: "
            + "; ".join(f"Value at '{_NAME}' failed to satisfy constraint: {need}" for need in (_SHORT, _LEGAL)),
            type=_TYPE,
            seen="2026-02",
        ),
        "tool-name-empty": _constraint(
            "", "content.{nth_part}.member.toolUse.name", "Member must have length greater than or equal to 1"
        ),
        "tool-args-not-object": Words(
            "The format of the value at messages.{message}.content.{part}.toolUse.input is invalid. "
            "Provide a json object for the field and try again.",
            type=_TYPE,
        ),
        "role-system-misplaced": _constraint("{role}", "role", _ROLES),
        "role-unsupported": _constraint("{role}", "role", _ROLES),
        "image-media-type-unsupported": _constraint(
            "{kind}",
            "content.{nth_part}.member.image.format",
            "Member must satisfy enum value set: [gif, jpeg, png, webp]",
        ),
        "messages-empty": Words(
            "A conversation must start with a user message. Try again with a conversation that starts with a user "
            "message.",
            type=_TYPE,
        ),
        "document-not-citable": Words(
            "Unsupported document format. Only txt and pdf formats are supported when citations are enabled",
            type=_TYPE,
            seen="2026-02",
        ),
        "image-empty": Words(
            "Parameter validation failed:\nInvalid length for parameter "
            "messages[{message}].content[{part}].image.source.bytes, value: 0, valid min length: 1",
            type="ParamValidationError",
        ),
        "image-empty:source": Words(
            "Parameter validation failed:\nMust set one of the following keys for tagged union structure "
            "messages[{message}].content[{part}].image.source: bytes, s3Location.",
            type="ParamValidationError",
        ),
        "image-data-invalid": Words("The model returned the following errors: Could not process image", type=_TYPE),
        "image-data-invalid:document": Words(
            "The model returned the following errors: messages.{message}.content.{part}.image.source.bytes: The PDF "
            "specified was not valid.",
            type=_TYPE,
            seen="2026-07",
        ),
        "document-too-many": Words(
            "You can't include more than {limit} documents in a request.", type=_TYPE, seen="2026-08"
        ),
        "document-name-bad-chars": Words(
            "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, "
            "parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
            type=_TYPE,
        ),
        "image-unsupported-by-model": Words(
            "This model doesn't support the image content block that you provided. "
            "Update the content block and try again.",
            type=_TYPE,
        ),
        "document-without-text": Words(
            "A text block must be included when using documents. Add a text block and retry your request.", type=_TYPE
        ),
        "media-unsupported-by-model": Words(
            "This model doesn't support the {kind} content block that you provided. "
            "Update the content block and try again.",
            type=_TYPE,
        ),
        "media-unsupported-by-model:in result": Words(
            "The model returned the following errors: Malformed input request: #/messages/{message}/content/{block}: "
            "extraneous key [toolResult] is not permitted, please reformat your input and try again.",
            type=_TYPE,
        ),
        "forced-tool-unsupported-by-model:platform": Words(
            "This model doesn't support the toolConfig.toolChoice.{word} field. Remove toolConfig.toolChoice.{word} "
            "and try again.",
            type=_TYPE,
            seen="2026-04",
        ),
        "stop-unsupported:platform": Words(
            "This model doesn't support the stopSequences field. Remove stopSequences and try again.",
            type=_TYPE,
            seen="2026-08",
        ),
        "media-unsupported-by-model:image in result": Words(
            "This model doesn't support the image field for user messages. Remove image and try again.", type=_TYPE
        ),
        "media-unsupported-by-model:bucket": Words(
            "This model doesn't support the s3Uri field. Remove s3Uri and try again.", type=_TYPE
        ),
        "content-empty-text": _BLANK,
        "content-empty-text:in result": Words(
            "The model returned the following errors: messages: text content blocks must be non-empty", type=_TYPE
        ),
        "content-whitespace-text": _BLANK,
        "content-whitespace-text:in result": Words(
            "The model returned the following errors: messages: text content blocks must contain non-whitespace text",
            type=_TYPE,
        ),
        "system-empty": Words(
            "Invalid length for parameter system[{part}].text, value: 0, valid min length: 1",
            type="ParamValidationError",
        ),
        "content-empty": Words(
            "The content field in the Message object at messages.{message} is empty. "
            "Add a ContentBlock object to the content field and try again.",
            type=_TYPE,
        ),
    },
)

BEDROCK_ANTHROPIC = replace(
    ANTHROPIC,
    name="bedrock-anthropic",
    title="Claude on Bedrock (InvokeModel)",
    media=replace(ANTHROPIC.media, fetches=False),
    limits=replace(ANTHROPIC.limits, tools_forbid_prefill=True),
    words={
        **ANTHROPIC.words,
        "role-last-assistant:with tools": Words(
            "Your API request included an `assistant` message in the final position, which would pre-fill the "
            "`assistant` response. When using tools, pre-filling the `assistant` response is not supported."
        ),
    },
)
"""Anthropic's own messages through the service's older API."""
