"""Qwen (DashScope), Moonshot, MiniMax and Zhipu: Chat Completions with words and limits of their own."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, OPENAI_S_OWN, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Reasoning, Turns, Words
from workbench.targets.openai import CHAT_WORDS

QWEN = replace(
    OPENAI_COMPATIBLE,
    name="qwen",
    title="Qwen (DashScope)",
    rules=STRICT_RULES | {"user-missing": WARNING, "system-not-first": WARNING},
    limits=replace(STRICT_LIMITS, refused_roles=OPENAI_S_OWN),
    turns=Turns(by_template=True),
    words=STRICT_WORDS
    | {
        "context-length-exceeded": Words(
            "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, {window}]"
        ),
        "role-unsupported": Words(
            "<400> InternalError.Algo.InvalidParameter: '{role}' is not one of "
            "['system', 'assistant', 'user', 'tool', 'function'] - 'messages.{message}.role'"
        ),
        "system-not-first": Words("System message must be at the beginning."),
        "user-missing": Words("<400> InternalError.Algo.InvalidParameter: No user query found in messages."),
    }
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

_APART = Words("invalid params, tool call result does not follow tool call (2013)")

MINIMAX = replace(
    OPENAI_COMPATIBLE,
    name="minimax",
    title="MiniMax",
    rules=STRICT_RULES | {"system-not-first": WARNING},
    limits=STRICT_LIMITS,
    turns=Turns(system_first=True),
    words=STRICT_WORDS
    | {
        "context-length-exceeded": Words("invalid params, context window exceeds limit (2013)"),
        "system-not-first": Words("invalid params, System message must be at the beginning. (2013)"),
        "tool-result-not-adjacent": _APART,
        "tool-result-missing": _APART,
        "tool-result-before-call": _APART,
    },
)

_BOTH_EMPTY = Words("content和tool_calls 字段不能同时为空", None, "1214", None)

ZHIPU = replace(
    OPENAI_COMPATIBLE,
    name="zhipu",
    title="Zhipu (Z.ai)",
    rules=STRICT_RULES | {"tool-id-duplicate": WARNING, "content-empty": ERROR, "user-missing": ERROR},
    turns=Turns(need_user=True),
    limits=replace(STRICT_LIMITS, empty_roles=frozenset({"user", "assistant"})),
    words=STRICT_WORDS
    | {
        "content-empty": _BOTH_EMPTY,
        "content-null": _BOTH_EMPTY,
        "context-length-exceeded": Words("Prompt exceeds max length", None, "1261", None),
        "user-missing": Words("The messages parameter is illegal. Please check the documentation.", None, "1214", None),
    },
)
