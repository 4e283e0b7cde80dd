"""Moonshot (Kimi): Chat Completions that wants the thought behind a call back, and fixed sampling."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, Reasoning, Words
from workbench.targets.openai import CHAT_WORDS

MOONSHOT = replace(
    OPENAI_COMPATIBLE,
    name="moonshot",
    title="Moonshot (Kimi)",
    rules=STRICT_RULES | {"tool-result-duplicate": ERROR, "reasoning-echo-missing": ERROR, "sampling-fixed": ERROR},
    limits=replace(STRICT_LIMITS, sampling_defaults={"top_p": 0.95}),
    reasoning=Reasoning(demanded="reasoning_content"),
    words=STRICT_WORDS
    | {
        "context-length-exceeded": Words(
            "Invalid request: Your request exceeded model token limit: {window} (requested: {tokens})"
        ),
        "sampling-fixed": Words("invalid {key}: only {default} is allowed for this model"),
        "reasoning-echo-missing": Words(
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index {message}"
        ),
        "tool-result-duplicate": Words("Invalid request: tokenization failed"),
        "tool-result-not-adjacent": CHAT_WORDS["tool-result-orphan"],
    },
)
