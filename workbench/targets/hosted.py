"""xAI, Together, OpenRouter, Perplexity, NEAR AI and Cohere: hosts of Chat Completions with refusals of their own."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.compatible import (
    ALTERNATION,
    CHAT_PARTS,
    LENIENT_RULES,
    NO_THOUGHT_FOR_KIMI,
    OPENAI_COMPATIBLE,
    OPENAI_ONLY_ROLES,
    STRICT_LIMITS,
    STRICT_RULES,
    STRICT_WORDS,
)
from workbench.targets.contract import ERROR, WARNING, Media, Reasoning, Turns, Words
from workbench.targets.openai_responses import RESPONSES, STORED_ITEM_RULES

_NO_ELEMENT = Words(
    "Invalid request content: Each message must have at least one content element.",
    None,
    "Client specified an invalid argument",
)

XAI = replace(
    OPENAI_COMPATIBLE,
    name="xai",
    title="xAI",
    rules=STRICT_RULES
    | {"content-empty": ERROR, "effort-unsupported": ERROR, "message-name-misplaced": ERROR}
    | {"penalty-unsupported": ERROR, "stop-unsupported": ERROR, "model-unsupported-by-api": ERROR},
    limits=replace(
        STRICT_LIMITS,
        may_refuse_empty_with_calls=True,
        refuses_empty_arguments=True,
        named_roles=frozenset({"user", "tool", "other"}),
    ),
    media=Media(image_bytes=20 * 1024 * 1024),
    words=STRICT_WORDS
    | dict.fromkeys(("content-empty", "content-null", "content-array-empty"), _NO_ELEMENT)
    | {
        "context-length-exceeded": Words(
            "This model's maximum prompt length is {window} but the request contains {tokens} tokens."
        ),
        **dict.fromkeys(
            ("tool-args-invalid-json", "tool-args-concatenated"),
            Words(
                "The arguments to a tool_call with ID '{id}' are not a valid JSON string. Parsing error: "
                'Error("EOF while parsing a value", line: 1, column: 0)',
                None,
                "Client specified an invalid argument",
                None,
            ),
        ),
        "message-name-misplaced": Words(
            "Invalid request content: Only message of role `user` can have a name.",
            None,
            "Client specified an invalid argument",
            None,
            seen="2025-08",
        ),
        "stop-unsupported": Words("Model {model} does not support parameter stop."),
        "model-unsupported-by-api": Words(
            "Multi Agent requests are not allowed on chat completions.",
            None,
            "Client specified an invalid argument",
            None,
            seen="2026-03",
        ),
        "penalty-unsupported": Words("Model {model} does not support parameter {spelled}."),
        "effort-unsupported:refused": Words("Model {model} does not support parameter reasoningEffort."),
        "content-type-mismatch": Words(
            "Failed to deserialize the JSON body into the target type: messages[{message}].content: data did not match "
            "any variant of untagged enum Content"
        ),
    },
)

_NO_INPUT = Words(
    "Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum "
    "ModelInput",
    type=None,
)

_UNKNOWN_ITEMS = frozenset({"custom_tool_call", "custom_tool_call_output", "additional_tools"})

XAI_RESPONSES = replace(
    RESPONSES,
    name="xai-responses",
    title="xAI Responses",
    rules={rule: severity for rule, severity in RESPONSES.rules.items() if rule not in STORED_ITEM_RULES}
    | {"content-empty": ERROR, "item-type-unsupported": ERROR, "reasoning-encrypted-foreign": WARNING},
    limits=replace(RESPONSES.limits, refused_items=_UNKNOWN_ITEMS),
    reasoning=Reasoning(foreign_heads=RESPONSES.reasoning.heads),
    words={
        **RESPONSES.words,
        **{name: XAI.words[name] for name in ("effort-unsupported:refused", "stop-unsupported", "penalty-unsupported")},
        "content-empty": _NO_ELEMENT,
        "reasoning-encrypted-foreign": Words(
            "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content "
            "from a previous response.",
            None,
            "invalid-argument",
            None,
            seen="2026-07",
        ),
        **dict.fromkeys(
            ("item-type-unsupported", "format-mixed:part", "format-mixed:role", "format-mixed:calls"), _NO_INPUT
        ),
        "model-unsupported-by-api": Words(
            "The model {model} is an image model and is therefore not available on this endpoint. Please use a "
            "compatible endpoint such as https://api.x.ai/v1/images/generations.",
            None,
            "invalid-argument",
            None,
            seen="2026-07",
        ),
    },
)
"""The same items as OpenAI's, without its store, so the order of reasoning items is not checked."""

TOGETHER = replace(
    OPENAI_COMPATIBLE,
    name="together",
    title="Together",
    rules=LENIENT_RULES | {"image-data-invalid": ERROR, "role-alternation-template": WARNING},
    limits=STRICT_LIMITS,
    turns=Turns(by_template=True),
    words=STRICT_WORDS
    | ALTERNATION
    | {
        "role-unsupported": Words("System role not supported"),
        "context-length-exceeded": Words(
            "Input ({tokens} tokens) is longer than the model's context length ({window} tokens)"
        ),
        "image-data-invalid": Words("One of the image(s) could not be processed (possibly corrupt)"),
    },
)

OPENROUTER = replace(
    OPENAI_COMPATIBLE,
    name="openrouter",
    title="OpenRouter",
    rules={name: level for name, level in LENIENT_RULES.items() if name != "max-tokens-wrong-name"}
    | {"effort-unsupported": ERROR, "reasoning-echo-missing": WARNING}
    | {"reasoning-details-missing": WARNING, "tools-unsupported-by-model": WARNING},
    limits=replace(STRICT_LIMITS, part_types=CHAT_PARTS | {"video_url"}, tool_part_types=CHAT_PARTS),
    words=STRICT_WORDS
    | {
        "image-unsupported-by-model": Words("No endpoints found that support image input", None, "404"),
        "tools-unsupported-by-model": Words(
            "No endpoints found that support tool use. To learn more about provider routing, visit: "
            "https://openrouter.ai/docs/provider-routing",
            None,
            "404",
        ),
        "reasoning-echo-missing": Words("The `reasoning_content` in the thinking mode must be passed back to the API."),
        "reasoning-echo-missing:kimi": NO_THOUGHT_FOR_KIMI,
        "reasoning-details-missing": Words(
            "Gemini models require OpenRouter reasoning details to be preserved in each request. Upstream error: "
            "Function call is missing a thought_signature in functionCall parts. Additional data, function call "
            "`default_api:{name}`",
            None,
            "400",
        ),
    },
)
"""A gateway: refusals depend on the provider that it chooses, whose error messages it wraps."""

PERPLEXITY = replace(
    OPENAI_COMPATIBLE,
    name="perplexity",
    title="Perplexity",
    rules=STRICT_RULES
    | {"role-alternation-template": ERROR, "role-last-not-user": ERROR, "tools-unsupported-by-model": ERROR},
    limits=replace(STRICT_LIMITS, part_types=CHAT_PARTS | {"file_url", "pdf_url", "video_url"}),
    turns=Turns(alternate=True, last=frozenset({"user", "tool"})),
    words=STRICT_WORDS
    | {
        "role-alternation-template": Words(
            "After the (optional) system message(s), user or tool message(s) should alternate with assistant "
            "message(s).",
            None,
            "400",
            "invalid_message",
        ),
        "tools-unsupported-by-model": Words(
            "Tool calling is not supported for this model", None, "400", "invalid_parameter", seen="2026-06"
        ),
        "role-last-not-user": Words("Last message must have role `user` or `tool`.", None, "400", "invalid_message"),
    },
)

_BAD_NAME = Words(
    "invalid request: tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit",
    type=None,
)

NEAR_AI = replace(
    OPENAI_COMPATIBLE,
    name="nearai",
    title="NEAR AI",
    limits=replace(STRICT_LIMITS, empty_roles=frozenset({"assistant"}), refuses_empty_arguments=True),
)

COHERE = replace(
    OPENAI_COMPATIBLE,
    name="cohere",
    title="Cohere",
    rules=STRICT_RULES
    | {"role-unsupported": ERROR, "content-empty": ERROR, "system-not-first": ERROR, "tool-name-bad-chars": ERROR}
    | {"content-and-tool-calls": ERROR},
    turns=Turns(system_first=True),
    limits=replace(
        STRICT_LIMITS,
        part_types=CHAT_PARTS | {"thinking", "document"},
        tool_part_types=frozenset({"text", "document"}),
        refused_roles=OPENAI_ONLY_ROLES,
        empty_roles=frozenset({"user"}),
        name_pattern=re.compile(r"^[a-zA-Z_][a-zA-Z0-9_]*$"),
        plan_key="tool_plan",
    ),
    words=STRICT_WORDS
    | {
        "content-empty": Words(
            "invalid request: message must be at least 1 token long or tool results must be specified.", type=None
        ),
        "context-length-exceeded": Words(
            "too many tokens: total number of tokens in the prompt cannot exceed {window} - received {tokens}.",
            type=None,
        ),
        **dict.fromkeys(("tool-name-bad-chars", "tool-name-bad-chars:definition"), _BAD_NAME),
        "system-not-first": Words("invalid request: system turn must be the first in the list", type=None),
        "content-null": Words("invalid request: all elements in history must have a message.", type=None),
        "tool-id-missing": Words("invalid request: tool call id must be provided with tool message", type=None),
        "tool-id-mismatch": Words("invalid request: tool call id not found in previous tool calls", type=None),
        "tool-result-orphan": Words("invalid request: tool call id not found in previous tool calls", type=None),
        "content-and-tool-calls": Words(
            "text content is not allowed when tool_calls are provided. If you wish to pass a tool plan, either pass "
            "thinking content (with thinking enabled) or use 'tool_plan': 'messages[{message}].content[{part}]'",
            type=None,
        ),
        "tool-call-type-missing": Words("invalid request: tool call must be of type function", type=None),
    },
)
