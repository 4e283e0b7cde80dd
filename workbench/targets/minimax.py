"""MiniMax: Chat Completions whose error messages end in a number, usually 2013, and never name a place."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, Turns, Words


def _invalid(sentence: str) -> Words:
    return Words(f"invalid params, {sentence} (2013)", type="bad_request_error")


_APART = _invalid("tool call result does not follow tool call")
_NOT_FOUND = _invalid("tool result's tool id({id}) not found")
_UNREADABLE = _invalid("invalid function arguments json string, tool_call_id: {id}")

MINIMAX = replace(
    OPENAI_COMPATIBLE,
    name="minimax",
    title="MiniMax",
    rules=STRICT_RULES | {"system-not-first": ERROR, "content-empty": ERROR, "thinking-type-unsupported": ERROR},
    limits=replace(STRICT_LIMITS, empty_roles=frozenset({"user", "assistant"}), may_refuse_empty_with_calls=True),
    turns=Turns(system_first=True, single_system=True),
    words=STRICT_WORDS
    | {
        "output-tokens-too-many": _invalid("model[{model}] does not support max tokens > {limit}"),
        "context-length-exceeded": _invalid("context window exceeds limit"),
        "system-not-first": _invalid("chat content has invalid message role: system"),
        "system-not-first:several": _invalid("invalid chat setting"),
        "content-empty": _invalid("chat content is empty"),
        "content-null": _invalid("chat content is empty"),
        "image-unsupported-by-model": _invalid("chat content is empty"),
        "tool-name-bad-chars:empty": _invalid("function name or parameters is empty"),
        "tool-args-invalid-json": _UNREADABLE,
        "tool-args-concatenated": _UNREADABLE,
        "tool-result-orphan": _NOT_FOUND,
        "tool-id-mismatch": _NOT_FOUND,
        "tool-result-not-adjacent": _APART,
        "tool-result-missing": _APART,
        "tool-result-before-call": _APART,
        "thinking-type-unsupported": _invalid('invalid thinking.type: "{type}" (allowed: adaptive, disabled)'),
    },
)
