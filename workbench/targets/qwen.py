"""Qwen on DashScope: Chat Completions with a prefix before every error message."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, OPENAI_ONLY_ROLES, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Turns, Words

_UNREADABLE = Words(
    '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON '
    "format.",
    seen="2026-03",
)

QWEN = replace(
    OPENAI_COMPATIBLE,
    name="qwen",
    title="Qwen (DashScope)",
    rules=STRICT_RULES
    | {"role-unsupported": ERROR, "user-missing": ERROR, "system-not-first": WARNING}
    | {"content-part-unsupported": ERROR, "media-address-private": ERROR},
    limits=replace(
        STRICT_LIMITS,
        refused_roles=OPENAI_ONLY_ROLES,
        calls_need_content=True,
        answers_need_content=True,
        part_types=frozenset({"text", "image_url", "video_url", "video", "input_audio"}),
        tool_part_types=None,
    ),
    turns=Turns(by_template=True, needs_user=True),
    words=STRICT_WORDS
    | {
        "context-length-exceeded": Words(
            "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, {window}]"
        ),
        "output-tokens-too-many": Words(
            "<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, {limit}]",
            None,
            "invalid_parameter_error",
        ),
        "media-address-private": Words(
            "<400> InternalError.Algo.InvalidParameter: Failed to download multimodal content",
            None,
            "invalid_parameter_error",
            seen="2026-01",
        ),
        "role-unsupported": Words(
            "<400> InternalError.Algo.InvalidParameter: '{role}' is not one of "
            "['system', 'assistant', 'user', 'tool', 'function'] - 'messages.{message}.role'"
        ),
        **dict.fromkeys(
            ("tool-args-invalid-json", "tool-args-invalid-json:type", "tool-args-concatenated"), _UNREADABLE
        ),
        **dict.fromkeys(
            ("content-null", "content-null:calls"),
            Words(
                "<400> InternalError.Algo.InvalidParameter: The content field is a required field.",
                None,
                "invalid_parameter_error",
                seen="2026-06",
            ),
        ),
        **dict.fromkeys(
            ("tool-result-orphan", "tool-result-before-call"),
            Words(
                '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a '
                'preceeding message with "tool_calls".',
                None,
                "invalid_parameter_error",
                seen="2026-03",
            ),
        ),
        "content-part-unsupported": Words(
            "Invalid value: {kind}. Supported values are: 'text','image_url','video_url' and 'video'.", seen="2026-02"
        ),
        "system-not-first": Words("System message must be at the beginning."),
        "user-missing": Words(
            "<400> InternalError.Algo.InvalidParameter: The input messages do not contain elements with the role of "
            "user"
        ),
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
