"""Servers that speak OpenAI's Chat Completions and are stricter than OpenAI in places."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Target, Words
from workbench.targets.openai import CHAT_RULES, CHAT_WORDS, OPENAI, RESPONSES

_STRICT_RULES = CHAT_RULES | {
    "tool-args-invalid-json": ERROR,
    "tool-args-concatenated": ERROR,
    "tool-name-bad-chars": WARNING,
    "content-part-unsupported": WARNING,
    "content-part-unknown-field": WARNING,
    "role-unsupported": WARNING,
}
_NO_JSON = Words("Assistant tool call function.arguments must be valid JSON.")
_STRICT_WORDS = CHAT_WORDS | {
    "tool-args-invalid-json": _NO_JSON,
    "tool-args-concatenated": _NO_JSON,
}

_OPENAI_S_OWN = frozenset({"developer"})
_STRICT_LIMITS = replace(OPENAI.limits, reads_arguments=True)

OPENAI_COMPATIBLE = replace(
    OPENAI,
    name="openai-compatible",
    title="A compatible server",
    rules=_STRICT_RULES,
    limits=_STRICT_LIMITS,
    words=_STRICT_WORDS,
)

_DEEPSEEK_UNANSWERED = Words(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. (insufficient tool messages following tool_calls message)",
    None,
    "invalid_request_error",
)
_DEEPSEEK_UNCALLED = Words(
    "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    None,
    "invalid_request_error",
)
_DEEPSEEK_NO_OUTPUT = Words("No tool output found for tool call {id}.", None, "invalid_request_error")

DEEPSEEK = replace(
    OPENAI,
    name="deepseek",
    title="DeepSeek",
    rules=_STRICT_RULES | {"content-part-unsupported": ERROR, "role-unsupported": ERROR},
    limits=replace(
        _STRICT_LIMITS, part_types=frozenset({"text"}), tool_part_types=frozenset(), refused_roles=_OPENAI_S_OWN
    ),
    words=_STRICT_WORDS
    | {
        "tool-result-missing": _DEEPSEEK_UNANSWERED,
        "tool-result-not-adjacent": _DEEPSEEK_UNANSWERED,
        "tool-result-orphan": _DEEPSEEK_UNCALLED,
        "tool-result-before-call": _DEEPSEEK_UNCALLED,
        "content-type-mismatch": Words(
            "Failed to deserialize the JSON body into the target type: messages[{message}]: "
            "invalid type: {kind}, expected a string",
            None,
            "invalid_request_error",
        ),
        "content-part-unsupported": Words(
            "Failed to deserialize the JSON body into the target type: messages[{message}]: "
            "unknown variant `{kind}`, expected `text`",
            None,
            "invalid_request_error",
        ),
        "role-unsupported": Words(
            "Failed to deserialize the JSON body into the target type: messages[{message}].role: "
            "unknown variant `{role}`, expected one of `system`, `user`, `assistant`, `tool`",
            None,
            "invalid_request_error",
        ),
    },
)

_OF_OPENAI_S_STORE = {"item-id-prefix", "item-id-bad-chars", "reasoning-item-unpaired", "reasoning-item-not-found"}

DEEPSEEK_RESPONSES = replace(
    RESPONSES,
    name="deepseek-responses",
    title="DeepSeek Responses",
    pairing="run",
    rules={rule: severity for rule, severity in RESPONSES.rules.items() if rule not in _OF_OPENAI_S_STORE}
    | {"tool-result-not-adjacent": ERROR, "tool-result-before-call": ERROR},
    words={
        **RESPONSES.words,
        "tool-result-not-adjacent": _DEEPSEEK_NO_OUTPUT,
        "tool-result-missing": _DEEPSEEK_NO_OUTPUT,
    },
)
"""The same items as OpenAI's, without its store; but a result must follow its call before anything else is said."""

QWEN = replace(
    OPENAI,
    name="qwen",
    title="Qwen (DashScope)",
    rules=_STRICT_RULES,
    limits=_STRICT_LIMITS,
    words=_STRICT_WORDS
    | {
        name: Words(
            '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by '
            'tool messages responding to each "tool_call_id". The following tool_call_ids did not have response '
            f"messages: message[{place}].role",
        )
        for name, place in (("tool-result-missing", "{closes}"), ("tool-result-not-adjacent", "{message}"))
    },
)

MOONSHOT = replace(
    OPENAI,
    name="moonshot",
    title="Moonshot (Kimi)",
    rules=_STRICT_RULES | {"tool-result-duplicate": ERROR},
    limits=_STRICT_LIMITS,
    words=_STRICT_WORDS
    | {
        "tool-result-duplicate": Words("Invalid request: tokenization failed"),
        "tool-result-not-adjacent": CHAT_WORDS["tool-result-orphan"],
    },
)

_MINIMAX_APART = Words("invalid params, tool call result does not follow tool call (2013)")

MINIMAX = replace(
    OPENAI,
    name="minimax",
    title="MiniMax",
    rules=_STRICT_RULES,
    limits=_STRICT_LIMITS,
    words=_STRICT_WORDS
    | {
        "tool-result-not-adjacent": _MINIMAX_APART,
        "tool-result-missing": _MINIMAX_APART,
        "tool-result-before-call": _MINIMAX_APART,
    },
)

_MISTRAL_COUNT = Words("Not the same number of function calls and responses", None, "3230")
_MISTRAL_UNCALLED = Words("Unexpected role 'tool' after role 'user'", None, "3230", "invalid_request_message_order")

MISTRAL = Target(
    name="mistral",
    title="Mistral",
    formats=("openai-chat",),
    wire="openai-chat",
    rules=_STRICT_RULES
    | {
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
    },
    limits=Limits(
        name_pattern=re.compile(r"^[a-zA-Z0-9_-]{1,64}$"),
        part_types=frozenset({"text", "image_url", "document_url", "thinking", "reference", "file", "input_audio"}),
        tool_part_types=frozenset({"text", "image_url", "reference"}),
        refused_roles=_OPENAI_S_OWN,
        takes_argument_objects=True,
        takes_null_answers=True,
        refuses_prefill=True,
    ),
    words={
        "tool-id-format-mistral": Words(
            "Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.",
            None,
            "3280",
            "invalid_function_call",
        ),
        "tool-count-mismatch": _MISTRAL_COUNT,
        "tool-result-missing": _MISTRAL_COUNT,
        "tool-result-not-adjacent": _MISTRAL_COUNT,
        "tool-result-orphan": _MISTRAL_UNCALLED,
        "tool-result-before-call": _MISTRAL_UNCALLED,
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
        "tool-name-bad-chars": Words(
            "Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, "
            "with a maximum length of 64."
        ),
        "tool-args-invalid-json": _NO_JSON,
        "tool-args-concatenated": _NO_JSON,
        "content-and-tool-calls": Words("Assistant message must have either content or tool_calls, but not both."),
    },
)
