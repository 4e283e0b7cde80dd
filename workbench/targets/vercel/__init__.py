"""The AI SDK, versions 4 to 7. It throws exceptions locally, before it sends anything; there is no HTTP status.

The errors of each version are modelled on its code, and decide what is an error; the rules here explain them.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.contract import ERROR, WARNING, Limits, Target, Words
from workbench.targets.vercel.media import NOT_BASE64, NOT_BASE64_4
from workbench.targets.vercel.sdk_4 import INVALID_4, thrown_by_4
from workbench.targets.vercel.sdk_5_and_6 import EMPTY, INVALID_5, INVALID_6, thrown_by_5, thrown_by_6
from workbench.targets.vercel.sdk_7 import SYSTEM, thrown_by_7
from workbench.targets.vercel.ui import thrown_for_ui

_PAIRING = (
    "tool-result-missing",
    "tool-result-before-call",
    "tool-result-not-adjacent",
    "tool-id-mismatch",
    "tool-id-mismatch-created",
    "tool-id-collision",
)
_SCHEMA_RULES = (
    "tool-result-name-missing",
    "sdk-version-shape",
    "format-mixed",
    "format-wrong-for-target",
    "ui-message-as-model-message",
    "tool-id-missing",
    "tool-id-not-string",
    "sdk-message-invalid",
)
_COMMON_RULES = {
    **dict.fromkeys(_PAIRING, WARNING),
    "tool-result-orphan": WARNING,
    "tool-name-empty": WARNING,
    "tool-id-missing": ERROR,
    "tool-id-not-string": ERROR,
    "tool-result-name-missing": ERROR,
    "ui-tool-state-incomplete": ERROR,
    "sdk-version-shape": ERROR,
    "format-mixed": ERROR,
    "format-wrong-for-target": ERROR,
    "messages-empty": ERROR,
    "image-data-invalid": ERROR,
    "sdk-message-invalid": ERROR,
}


def _thrown(sentence: str) -> Words:
    return Words(sentence, type=None)


_MISSING = _thrown("AI_MissingToolResultsError: Tool result is missing for tool call {ids}.")
_EVERY_VERSION = {"messages-empty": _thrown(EMPTY)}
_NO_PARTS = _thrown("TypeError: Cannot read properties of undefined (reading 'map')")

AI_4 = Target(
    name="ai@4",
    title="AI SDK 4",
    formats=("vercel-v4-core", "vercel-v4-ui", "vercel-v5-model", "vercel-v5-ui"),
    wire="openai-chat",
    rules=_COMMON_RULES,
    limits=Limits(converts_ui_messages=True, tool_keys=frozenset({"args", "result"})),
    words=dict.fromkeys(_SCHEMA_RULES, _thrown(INVALID_4))
    | _EVERY_VERSION
    | {
        "format-mixed": _thrown("AI_MessageConversionError: Unsupported role: tool"),
        "format-mixed:schema": _thrown(INVALID_4),
        "ui-tool-state-incomplete": _thrown("AI_MessageConversionError: ToolInvocation must have a result"),
        "image-data-invalid": _thrown(NOT_BASE64_4),
    },
    throws=thrown_by_4,
)

AI_5 = Target(
    name="ai@5",
    after_conversion="ai@5-ui",
    title="AI SDK 5",
    formats=("vercel-v5-model", "vercel-v5-ui", "vercel-v4-core", "vercel-v4-ui"),
    wire="openai-chat",
    rules=_COMMON_RULES
    | {"ui-message-as-model-message": ERROR, "ui-parts-missing": ERROR, "ui-tool-state-incomplete": WARNING},
    words=dict.fromkeys(_SCHEMA_RULES, _thrown(INVALID_5))
    | _EVERY_VERSION
    | {"ui-parts-missing": _NO_PARTS, "image-data-invalid": _thrown(NOT_BASE64)},
    throws=thrown_by_5,
)

AI_6 = replace(
    AI_5,
    name="ai@6",
    after_conversion="ai@6-ui",
    title="AI SDK 6",
    pairing="segment",
    rules={**AI_5.rules, **dict.fromkeys(_PAIRING, ERROR), "ui-tool-state-incomplete": ERROR},
    words=dict.fromkeys(_SCHEMA_RULES, _thrown(INVALID_6))
    | dict.fromkeys(("tool-result-missing", "tool-result-not-adjacent", "ui-tool-state-incomplete"), _MISSING)
    | _EVERY_VERSION
    | {"ui-parts-missing": _NO_PARTS, "image-data-invalid": _thrown(NOT_BASE64)},
    throws=thrown_by_6,
)

AI_7 = replace(
    AI_6,
    name="ai@7",
    after_conversion="ai@7-ui",
    title="AI SDK 7",
    rules={**AI_6.rules, "role-system-among-messages": ERROR},
    words={**AI_6.words, "role-system-among-messages": _thrown(SYSTEM)},
    throws=thrown_by_7,
)


def _after_conversion(target: Target, version: int) -> Target:
    """The same version, with `convertToModelMessages` called first, as its documentation recommends."""
    rules = {name: severity for name, severity in target.rules.items() if name != "ui-message-as-model-message"}
    return replace(
        target,
        name=f"{target.name}-ui",
        title=f"{target.title} after convertToModelMessages",
        rules=rules,
        after_conversion=None,
        throws=thrown_for_ui(version),
    )


AI_5_UI = _after_conversion(AI_5, 5)
AI_6_UI = _after_conversion(AI_6, 6)
AI_7_UI = _after_conversion(AI_7, 7)
