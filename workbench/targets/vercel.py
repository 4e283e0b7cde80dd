"""The AI SDK, versions 4 to 7: it refuses locally, before anything is sent. No HTTP status, an exception."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.contract import ERROR, WARNING, Limits, Target, Words

_ANY_VERCEL = ("vercel-v4-core", "vercel-v4-ui", "vercel-v5-model", "vercel-v5-ui")

_COMMON_RULES = {
    "tool-result-missing": WARNING,
    "tool-result-orphan": WARNING,
    "tool-result-before-call": WARNING,
    "tool-result-not-adjacent": WARNING,
    "tool-id-mismatch": WARNING,
    "tool-id-mismatch-created": WARNING,
    "tool-id-collision": WARNING,
    "tool-id-missing": ERROR,
    "tool-id-not-string": ERROR,
    "tool-name-empty": WARNING,
    "tool-result-name-missing": ERROR,
    "ui-tool-state-incomplete": ERROR,
    "sdk-version-shape": ERROR,
    "format-mixed": ERROR,
    "format-wrong-for-target": ERROR,
    "messages-empty": ERROR,
    "image-data-invalid": ERROR,
}

_V4_INVALID = Words("AI_InvalidPromptError: Invalid prompt: message must be a CoreMessage or a UI message", type=None)
_V5_INVALID = Words(
    "AI_InvalidPromptError: Invalid prompt: The messages must be a ModelMessage[]. If you have passed a UIMessage[], "
    "you can use convertToModelMessages to convert them.",
    type=None,
)
_V6_INVALID = Words(
    "AI_InvalidPromptError: Invalid prompt: The messages do not match the ModelMessage[] schema.", type=None
)
_SCHEMA_RULES = (
    "tool-result-name-missing",
    "sdk-version-shape",
    "format-mixed",
    "format-wrong-for-target",
    "ui-message-as-model-message",
    "tool-id-missing",
    "tool-id-not-string",
)
_EMPTY = Words("AI_InvalidPromptError: Invalid prompt: messages must not be empty", type=None)
_MISSING = Words("AI_MissingToolResultsError: Tool result is missing for tool call {ids}.", type=None)
_PARTS = Words("TypeError: Cannot read properties of undefined (reading 'map')", type=None)

AI_4 = Target(
    name="ai@4",
    title="AI SDK 4",
    formats=_ANY_VERCEL,
    wire="openai-chat",
    rules=_COMMON_RULES,
    limits=Limits(converts_ui_messages=True, tool_keys=frozenset({"args", "result"})),
    words=dict.fromkeys(_SCHEMA_RULES, _V4_INVALID)
    | {
        "format-mixed": Words("AI_MessageConversionError: Unsupported role: tool", type=None),
        "format-mixed:schema": _V4_INVALID,
        "ui-tool-state-incomplete": Words("AI_MessageConversionError: ToolInvocation must have a result", type=None),
        "messages-empty": _EMPTY,
        "image-data-invalid": Words(
            "AI_InvalidDataContentError: Invalid data content. Content string is not a base64-encoded media.", type=None
        ),
    },
)

AI_5 = Target(
    name="ai@5",
    title="AI SDK 5",
    formats=("vercel-v5-model", "vercel-v5-ui", "vercel-v4-core", "vercel-v4-ui"),
    wire="openai-chat",
    rules=_COMMON_RULES
    | {"ui-message-as-model-message": ERROR, "ui-parts-missing": ERROR, "ui-tool-state-incomplete": WARNING},
    words=dict.fromkeys(_SCHEMA_RULES, _V5_INVALID)
    | {
        "messages-empty": _EMPTY,
        "ui-parts-missing": _PARTS,
        "image-data-invalid": Words("InvalidCharacterError: Invalid character", type=None),
    },
)

AI_6 = replace(
    AI_5,
    name="ai@6",
    title="AI SDK 6",
    pairing="segment",
    rules={**AI_5.rules, "tool-result-missing": ERROR, "ui-tool-state-incomplete": ERROR},
    words=dict.fromkeys(_SCHEMA_RULES, _V6_INVALID)
    | {
        "messages-empty": _EMPTY,
        "ui-parts-missing": _PARTS,
        "tool-result-missing": _MISSING,
        "ui-tool-state-incomplete": _MISSING,
        "image-data-invalid": AI_5.words["image-data-invalid"],
    },
)

AI_7 = replace(AI_6, name="ai@7", title="AI SDK 7")
