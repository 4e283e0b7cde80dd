"""Moonshot (Kimi): Chat Completions that requires the reasoning for a call, and has fixed sampling."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.compatible import (
    CHAT_PARTS,
    EMPTY_MESSAGE,
    NO_THOUGHT_FOR_KIMI,
    OPENAI_COMPATIBLE,
    STRICT_LIMITS,
    STRICT_RULES,
    STRICT_WORDS,
)
from workbench.targets.contract import ERROR, WARNING, Media, Reasoning, Words
from workbench.targets.openai import CHAT_WORDS

_NAMES = re.compile(r"^[a-zA-Z_][a-zA-Z0-9_-]*$")

_BAD_NAME = Words(
    "Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, "
    "underscores, and dashes"
)

MOONSHOT = replace(
    OPENAI_COMPATIBLE,
    name="moonshot",
    title="Moonshot (Kimi)",
    rules=STRICT_RULES
    | {"tool-result-duplicate": ERROR, "reasoning-echo-missing": ERROR, "sampling-fixed": ERROR}
    | {"tool-name-bad-chars": ERROR, "content-empty": ERROR, "image-url-unsupported": WARNING}
    | {"content-empty-text": ERROR, "tool-id-duplicate": ERROR, "image-data-invalid": ERROR}
    | {"effort-unsupported": WARNING},  # an effort that gateways refuse was answered by the API itself
    media=Media(fetches=False),
    limits=replace(
        STRICT_LIMITS,
        sampling_defaults={"top_p": 0.95, "n": 1, "presence_penalty": 0, "frequency_penalty": 0},
        sampling_without_thinking={"temperature": 0.6},
        name_pattern=_NAMES,
        part_types=CHAT_PARTS | {"video_url"},
        empty_roles=frozenset({"user", "assistant"}),
        may_refuse_empty_with_calls=True,
    ),
    reasoning=Reasoning(required_field="reasoning_content"),
    words=STRICT_WORDS
    | {
        "context-length-exceeded": Words(
            "Invalid request: Your request exceeded model token limit: {window} (requested: {tokens})"
        ),
        **dict.fromkeys(
            ("sampling-fixed", "sampling-fixed:top_p"), Words("invalid {key}: only {default} is allowed for this model")
        ),
        "reasoning-echo-missing": NO_THOUGHT_FOR_KIMI,
        **dict.fromkeys(("tool-name-bad-chars", "tool-name-bad-chars:definition"), _BAD_NAME),
        **dict.fromkeys(("content-empty", "content-null"), EMPTY_MESSAGE),
        "messages-empty": Words("Invalid request: messages must not be empty", seen="2026-08"),
        "tool-id-duplicate": Words("Invalid request: tool call id {id} is duplicated", seen="2026-05"),
        "image-data-invalid": Words("Invalid request: unsupported image format: text/plain; charset=utf-8"),
        "content-empty:calls": Words("Invalid request: text content is empty", seen="2026-08"),
        "content-empty-text": Words("Invalid request: text content is empty"),
        "tool-result-duplicate": Words("Invalid request: tokenization failed"),
        "tool-result-not-adjacent": CHAT_WORDS["tool-result-orphan"],
    },
)
