"""DeepSeek: Chat Completions parsed by serde, and its Responses and Anthropic APIs. Text only."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.compatible import OPENAI_COMPATIBLE, OPENAI_ONLY_ROLES, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Reasoning, Words
from workbench.targets.openai_responses import RESPONSES, STORED_ITEM_RULES

_UNANSWERED = Words(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. (insufficient tool messages following tool_calls message)",
    None,
    "invalid_request_error",
)
_UNCALLED = Words(
    "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    None,
    "invalid_request_error",
)
_NO_CONTENT = Words(
    "Failed to deserialize the JSON body into the target type: messages[{message}]: missing field `content`",
    None,
    "invalid_request_error",
)
_NO_OUTPUT = Words("No tool output found for tool call {id}.", None, "invalid_request_error")


def _echo(field: str) -> Words:
    return Words(f"The `{field}` in the thinking mode must be passed back to the API.", None, "invalid_request_error")


DEEPSEEK = replace(
    OPENAI_COMPATIBLE,
    name="deepseek",
    title="DeepSeek",
    rules=STRICT_RULES
    | {"content-part-unsupported": ERROR, "role-unsupported": ERROR, "reasoning-echo-missing": ERROR}
    | {"role-last-assistant": WARNING, "lone-surrogate": ERROR},
    reasoning=Reasoning(required_field="reasoning_content"),
    limits=replace(
        STRICT_LIMITS,
        part_types=frozenset({"text"}),
        images_if_seen=True,
        tool_part_types=frozenset(),
        accepts_empty_names=True,
        refused_roles=OPENAI_ONLY_ROLES | {"function"},
    ),
    words=STRICT_WORDS
    | {
        "reasoning-echo-missing": _echo("reasoning_content"),
        "output-tokens-too-many": Words(
            "Invalid {key} value, the valid range of {key} is [1, {limit}]",
            None,
            "invalid_request_error",
            seen="2026-04",
        ),
        "lone-surrogate": Words(
            "Failed to parse the request body as JSON: messages[{message}].content: unexpected end of hex escape",
            None,
            "invalid_request_error",
        ),
        "role-last-assistant": Words(
            "The last message of deepseek-reasoner must be a user message, or an assistant message with prefix mode on "
            "(refer to https://api-docs.deepseek.com/guides/chat_prefix_completion).",
            None,
            "invalid_request_error",
        ),
        "content-null": _NO_CONTENT,
        "tool-name-empty:missing": replace(_NO_CONTENT, text=_NO_CONTENT.text.replace("content", "name")),
        "content-null:assistant": Words(
            "Invalid assistant message: content or tool_calls must be set", None, "invalid_request_error"
        ),
        "tool-id-missing": replace(_NO_CONTENT, text=_NO_CONTENT.text.replace("content", "tool_call_id")),
        "tool-result-missing": _UNANSWERED,
        "tool-result-not-adjacent": _UNANSWERED,
        "tool-result-orphan": _UNCALLED,
        "tool-result-before-call": _UNCALLED,
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

DEEPSEEK_RESPONSES = replace(
    RESPONSES,
    name="deepseek-responses",
    title="DeepSeek Responses",
    pairing="run",
    rules={rule: severity for rule, severity in RESPONSES.rules.items() if rule not in STORED_ITEM_RULES}
    | {"tool-result-not-adjacent": ERROR, "tool-result-before-call": ERROR, "reasoning-echo-missing": WARNING},
    reasoning=Reasoning(required_field="reasoning_text"),
    words={
        **RESPONSES.words,
        "tool-result-not-adjacent": _NO_OUTPUT,
        "tool-result-missing": _NO_OUTPUT,
        "tool-result-before-call": _NO_OUTPUT,
        "reasoning-echo-missing": _echo("reasoning_text"),
    },
)
"""The same items as OpenAI's, without its store; but a result must directly follow its call."""

DEEPSEEK_ANTHROPIC = replace(
    ANTHROPIC,
    name="deepseek-anthropic",
    title="DeepSeek (Anthropic API)",
    rules={rule: severity for rule, severity in ANTHROPIC.rules.items() if not rule.startswith("thinking-")}
    | {"reasoning-echo-missing": ERROR, "thinking-forced-tool": ERROR, "content-part-unsupported": ERROR}
    | {"role-system-misplaced": WARNING},  # refused in May 2026 and answered since; then seen again once
    reasoning=Reasoning(required_field="thinking"),
    limits=replace(ANTHROPIC.limits, tool_part_types=frozenset({"text"})),
    words={
        **ANTHROPIC.words,
        "content-part-unsupported": Words(
            "Failed to deserialize the JSON body into the target type: messages[{message}].content: unknown variant "
            "`{kind}`, expected `text`",
            None,
            "invalid_request_error",
            seen="2026-03",
        ),
        **dict.fromkeys(
            ("role-system-misplaced", "role-system-misplaced:later"),
            Words(
                "Failed to deserialize the JSON body into the target type: messages[{message}].role: unknown variant "
                "`system`, expected `user` or `assistant`",
                None,
                "invalid_request_error",
                seen="2026-08",
            ),
        ),
        "reasoning-echo-missing": _echo("content[].thinking"),
        "thinking-forced-tool": Words(
            "deepseek-reasoner does not support this tool_choice", None, "invalid_request_error"
        ),
    },
)
"""It signs its own reasoning, and ignores all signatures."""
