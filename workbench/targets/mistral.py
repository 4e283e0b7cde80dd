"""Mistral: Chat Completions that pydantic and then mistral-common check before the model is called."""

from __future__ import annotations

import re

from workbench.targets.compatible import NO_JSON, OPENAI_ONLY_ROLES, STRICT_RULES
from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Reasoning, Target, Turns, Words


def _detail(kind: str, place: str, sentence: str) -> Words:
    """A schema error in FastAPI's notation."""
    return Words(
        f'{{"detail":[{{"type":"{kind}","loc":["body","messages",{{message}},{place}],"msg":"{sentence}"}}]}}',
        type=None,
    )


_COUNT = Words("Not the same number of function calls and responses", None, "3230")
_UNCALLED = Words("Unexpected role 'tool' after role 'user'", None, "3230", "invalid_request_message_order")

_NO_CONTENT = Words(
    "Assistant message must have either content or tool_calls, but not none.",
    None,
    "3240",
    "invalid_request_assistant_message",
)

MISTRAL = Target(
    name="mistral",
    title="Mistral",
    formats=("openai-chat",),
    wire="openai-chat",
    rules=STRICT_RULES
    | {
        "parameter-unsupported-by-model": ERROR,
        "tool-count-mismatch": ERROR,
        "tool-id-format-mistral": ERROR,
        "tool-id-too-long": INFO,
        "tool-id-duplicate": ERROR,
        "tool-result-duplicate": ERROR,
        "tool-name-bad-chars": ERROR,
        "tool-call-type-missing": INFO,
        "role-last-assistant": ERROR,
        "role-order-mistral": ERROR,
        "role-unsupported": ERROR,
        "content-and-tool-calls": INFO,
        "content-null": ERROR,
        "tool-result-wrong-role": ERROR,
        "content-empty": ERROR,
        "system-empty": WARNING,
        "image-role-unsupported": ERROR,
        "image-unsupported-by-model": ERROR,
    },
    media=Media(image_roles=frozenset({"user", "tool"})),
    limits=Limits(
        name_pattern=re.compile(r"^[a-zA-Z0-9_-]{1,64}$"),
        part_types=frozenset({"text", "image_url", "document_url", "thinking", "reference", "file", "input_audio"}),
        tool_part_types=frozenset({"text", "image_url", "reference"}),
        refused_roles=OPENAI_ONLY_ROLES,
        accepts_argument_objects=True,
        accepts_null_answers=True,
        refuses_prefill=True,
        prefill_mark="prefix",
        empty_roles=frozenset({"assistant"}),
        id_length=9,
    ),
    reasoning=Reasoning(
        refused_fields=frozenset({"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"}),
        accepted_field="content",
    ),
    turns=Turns(
        after_by_server={"tool": frozenset({"user"})},
        after={
            "system": frozenset({"system", "user", "assistant"}),
            "user": frozenset({"user", "assistant", "system"}),
            "assistant": frozenset({"user", "assistant", "tool"}),
            "tool": frozenset({"tool", "assistant", "user"}),
        },
    ),
    words={
        "reasoning-echo-refused": Words(
            '{"detail":[{"type":"extra_forbidden","loc":["body","messages",{message},"{role}","{key}"],'
            '"msg":"Extra inputs are not permitted"}]}',
            type=None,
        ),
        "role-unsupported": Words(
            '{"detail":[{"type":"union_tag_invalid","loc":["body","messages",{message}],"msg":"Input tag \'{role}\' '
            "found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'\"}]}",
            type=None,
        ),
        "role-order-mistral:first": Words(
            "Conversation must start with a user message or system message, got {role}",
            None,
            "3230",
            "invalid_request_message_order",
        ),
        "role-order-mistral:prefix": Words(
            "Assistant message with prefix True must be last message", None, "3230", "invalid_request_message_order"
        ),
        "parameter-unsupported-by-model:probabilities": Words(
            "Logprobs are not enabled for this model", None, "3051", "invalid_request_invalid_args", seen="2026-08"
        ),
        "context-length-exceeded": Words(
            "Prompt contains {tokens} tokens and 0 draft tokens, too large for model with {window} maximum context "
            "length",
            None,
            "3051",
            "invalid_request_invalid_args",
        ),
        "content-type-mismatch": _detail("string_type", '"content","str"', "Input should be a valid string"),
        "content-part-type-missing": _detail(
            "union_tag_not_found", '"content"', "Unable to extract tag using discriminator 'type'"
        ),
        "tool-id-not-string": _detail("string_type", '"tool_calls",{part},"id"', "Input should be a valid string"),
        "content-empty": _NO_CONTENT,
        "content-null": _NO_CONTENT,
        "system-empty": Words("System prompt must have content", None, "3240"),
        "tool-id-format-mistral": Words(
            "Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.",
            None,
            "3280",
            "invalid_function_call",
        ),
        "tool-count-mismatch": _COUNT,
        "tool-result-missing": _COUNT,
        "tool-result-wrong-role": _COUNT,
        "tool-result-not-adjacent": _COUNT,
        "tool-result-orphan": _UNCALLED,
        "tool-result-before-call": _UNCALLED,
        "role-order-mistral": Words(
            "Unexpected role '{role}' after role '{previous}'", None, "3230", "invalid_request_message_order"
        ),
        "role-last-assistant": Words(
            "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
            None,
            "3230",
            "invalid_request_message_order",
        ),
        "tool-id-mismatch": Words("Unexpected tool call id {id} in tool results"),
        "tool-id-duplicate": Words("Duplicate tool call id {id} in assistant message"),
        "tool-result-duplicate": Words("Duplicate tool call id {id} in tool results"),
        "tool-id-missing": Words("Tool call id has to be defined."),
        "tool-name-empty": Words(
            "Function name was  but must be a-z, A-Z, 0-9, or contain underscores and dashes, "
            "with a maximum length of 64."
        ),
        "image-unsupported-by-model": Words(
            "Image input is not enabled for this model", None, "3051", "invalid_request_invalid_args", seen="2026-07"
        ),
        "image-role-unsupported": Words("ImageURLChunk cannot be used in {role} message."),
        "messages-empty": Words("Conversation must have at least one message"),
        "tool-name-bad-chars": Words(
            "Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, "
            "with a maximum length of 64."
        ),
        "tool-args-invalid-json": NO_JSON,
        "tool-args-concatenated": NO_JSON,
        "content-and-tool-calls": Words("Assistant message must have either content or tool_calls, but not both."),
    },
)
