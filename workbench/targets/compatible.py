"""Servers with OpenAI's Chat Completions API that are stricter than OpenAI in places."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Media, Reasoning, Turns, Words
from workbench.targets.openai import CHAT_RULES, CHAT_WORDS, OPENAI

_BY_MODEL = (
    "max-tokens-wrong-name",
    "sampling-fixed",
    "effort-unsupported",
    "stop-unsupported",
    "response-format-unsupported-by-model",
    "search-unsupported-by-model",
    "parameter-unsupported-by-model",
    "effort-with-tools",
)
"""Rules about the model, which are warnings: another server may run a model of the same name differently."""
STRICT_RULES = CHAT_RULES | {
    "tool-args-invalid-json": ERROR,
    "tool-args-concatenated": ERROR,
    "tool-name-bad-chars": WARNING,
    "content-part-unsupported": WARNING,
    "content-part-unknown-field": WARNING,
    "role-unsupported": WARNING,
    "tool-id-too-long": INFO,
    "tool-calls-too-many": INFO,
    "reasoning-echo-refused": ERROR,
    **dict.fromkeys(_BY_MODEL, WARNING),
    "model-unsupported-by-api": INFO,
    "message-name-bad-chars": INFO,
    "image-data-invalid": WARNING,
    "file-data-invalid": INFO,
    "file-name-missing": INFO,
    "image-role-unsupported": INFO,
    "image-format-unsupported": WARNING,
    "media-address-private": INFO,
    "image-detail-unknown": INFO,
    "image-unsupported-by-model": WARNING,
    "audio-format-unsupported": INFO,
}
LENIENT_RULES = STRICT_RULES | {
    "tool-result-missing": WARNING,
    "tool-result-not-adjacent": WARNING,
    "tool-result-orphan": WARNING,
    "tool-result-before-call": WARNING,
    "tool-id-mismatch": WARNING,
    "tool-id-missing": WARNING,
    "content-null": WARNING,
}
"""For servers that pass messages on without pairing calls and results; the effect depends on the model."""
NO_JSON = Words("Assistant tool call function.arguments must be valid JSON.")
STRICT_WORDS = CHAT_WORDS | {
    "tool-args-invalid-json": NO_JSON,
    "tool-args-concatenated": NO_JSON,
}

NO_THOUGHT_FOR_KIMI = Words(
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index {message}"
)
EMPTY_MESSAGE = Words("Invalid request: the message at position {message} with role '{role}' must not be empty")
"""Moonshot's error message, which servers that run its model pass on."""

OPENAI_ONLY_ROLES = frozenset({"developer"})
STRICT_LIMITS = replace(OPENAI.limits, reads_arguments=True)
CHAT_PARTS = OPENAI.limits.part_types or frozenset()
"""The kinds of parts of the original API. Some servers accept more."""

ALTERNATION = {
    "role-alternation-template": Words(
        "After the optional system message, conversation roles must alternate user/assistant/user/assistant/..."
    ),
    "role-alternation-template:tools": Words(
        "After the optional system message, conversation roles must alternate user and assistant roles except for tool "
        "calls and results."
    ),
    "role-alternation-template:gemma": Words("Conversation roles must alternate user/assistant/user/assistant/..."),
}
"""Errors that chat templates raise, and servers pass on."""

OPENAI_COMPATIBLE = replace(
    OPENAI,
    name="openai-compatible",
    title="A compatible server",
    has_common_api_only=True,
    rules=STRICT_RULES
    | {"role-consecutive": WARNING, "tool-result-missing": WARNING, "reasoning-echo-missing": WARNING}
    | {"content-empty": WARNING, "reasoning-details-missing": WARNING},
    limits=replace(
        STRICT_LIMITS,
        empty_roles=frozenset({"assistant"}),
        doubtful_roles=OPENAI_ONLY_ROLES,
        doubtful_lists=frozenset({"assistant", "tool"}),
    ),
    reasoning=Reasoning(required_field="reasoning_content", by_model=True),
    turns=Turns(perhaps_by_template=True),
    media=Media(),
    words=STRICT_WORDS
    | {
        "role-consecutive": ALTERNATION["role-alternation-template"],
        "content-empty": EMPTY_MESSAGE,
        "reasoning-echo-missing": Words("The `reasoning_content` in the thinking mode must be passed back to the API."),
        "reasoning-echo-missing:kimi": NO_THOUGHT_FOR_KIMI,
        "reasoning-details-missing": Words(
            "Function call is missing a thought_signature in functionCall parts. This is required for tools to work "
            "correctly, and missing thought_signature may lead to degraded model performance.",
            type="INVALID_ARGUMENT",
            seen="2026-09",
        ),
        "role-unsupported:doubtful": Words(
            "'{role}' is not one of ['system', 'assistant', 'user', 'function', 'tool'] - 'messages.[{message}].role'"
        ),
    },
)
