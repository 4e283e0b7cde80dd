"""Groq, Cerebras and Fireworks: Chat Completions with a closed schema that refuses unknown keys."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Media, Reasoning, Words


def _groq(sentence: str) -> Words:
    """Groq's error message, which names the message twice: for the union of roles, and for the error."""
    return Words(
        "'messages.{message}' : for 'role:{role}' the following must be satisfied"
        f"[('messages.{{message}}' : {sentence})]"
    )


def _cerebras(sentence: str) -> Words:
    return Words(f"messages.{{message}}.{{role}}.{sentence}", "validation_error", "wrong_api_format")


_OTHERS_FIELDS = frozenset({"reasoning_content", "reasoning_details", "thinking_blocks", "thinking"})

GROQ = replace(
    OPENAI_COMPATIBLE,
    name="groq",
    title="Groq",
    rules=STRICT_RULES
    | {"request-too-large": WARNING, "image-too-many": ERROR, "effort-unsupported": ERROR}
    | {"parameter-unsupported-by-model": ERROR}
    | {"response-format-unsupported-by-model": ERROR, "image-unsupported-by-model": ERROR},
    media=Media(images_by_model=True, request_bytes=4 * 1024 * 1024),
    limits=replace(STRICT_LIMITS, doubtful_lists=frozenset({"assistant", "tool"})),
    reasoning=Reasoning(refused_fields=_OTHERS_FIELDS, accepted_field="reasoning"),
    words=STRICT_WORDS
    | {
        **dict.fromkeys(
            ("content-type-mismatch", "content-type-mismatch:doubtful"),
            Words(
                "'messages.{message}' : for 'role:{role}' the following must be satisfied[('messages.{message}"
                ".content' : value must be a string)]"
            ),
        ),
        "reasoning-echo-refused": _groq("property '{key}' is unsupported"),
        "content-null": Words(
            "'messages.{message}' : for 'role:{role}' the following must be satisfied[('messages.{message}.content' : "
            "property 'content' is missing)]"
        ),
        "effort-unsupported": Words("`reasoning_effort` must be one of {ticked}"),
        "parameter-unsupported-by-model": Words("`{key}` is not supported with this model", "{key}"),
        "effort-unsupported:refused": Words("`reasoning_effort` is not supported with this model", "reasoning_effort"),
        "image-unsupported-by-model": Words(
            "'messages.{message}' : for 'role:user' the following must be satisfied[('messages.{message}.content' : "
            "value must be a string)]"
        ),
        "response-format-unsupported-by-model": Words(
            "This model does not support response format `json_schema`. See supported models at "
            "https://console.groq.com/docs/structured-outputs#supported-models",
            "response_format",
        ),
        "context-length-exceeded": Words(
            "Please reduce the length of the messages or completion.", "messages", "context_length_exceeded"
        ),
        "output-tokens-too-many": Words(
            "`{key}` must be less than or equal to `{limit}`, the maximum value for `{key}` is less than the "
            "`context_window` for this model",
            "{key}",
        ),
        "image-too-many": Words("Too many images provided. This model supports up to {limit} images"),
        "request-too-large": Words("Request Entity Too Large", None, "request_too_large"),
    },
)

CEREBRAS = replace(
    OPENAI_COMPATIBLE,
    name="cerebras",
    title="Cerebras",
    rules=STRICT_RULES | {"effort-unsupported": ERROR},
    limits=STRICT_LIMITS,
    reasoning=Reasoning(refused_fields=_OTHERS_FIELDS, accepted_field="reasoning"),
    words=STRICT_WORDS
    | {
        "effort-unsupported": Words(
            "1 validation error for ChatCompletionServerRequest\nreasoning_effort\n  Input should be {either} "
            "[type=enum, input_value='{value}', input_type=str]",
            "validation_error",
            "wrong_api_format",
            seen="2026-03",
        ),
        "reasoning-echo-refused": _cerebras("{key}: property 'messages.{message}.{role}.{key}' is unsupported"),
        "context-length-exceeded": Words(
            "Please reduce the length of the messages or completion. "
            "Current length is {tokens} while limit is {window}",
            "messages",
            "context_length_exceeded",
        ),
    },
)

FIREWORKS = replace(
    OPENAI_COMPATIBLE,
    name="fireworks",
    title="Fireworks",
    rules=STRICT_RULES | {"reasoning-echo-refused": ERROR},
    limits=STRICT_LIMITS,
    reasoning=Reasoning(
        refused_fields=frozenset({"reasoning", "reasoning_details", "thinking"}), accepted_field="reasoning_content"
    ),
    words=STRICT_WORDS
    | {"reasoning-echo-refused": Words("Extra inputs are not permitted, field: 'messages[{message}].{key}'")},
)
