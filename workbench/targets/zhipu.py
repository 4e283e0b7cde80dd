"""Zhipu (Z.ai, GLM): Chat Completions whose error code is more specific than its message; neither names a place."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, OPENAI_ONLY_ROLES, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Turns, Words

_BAD_PARAMETER = Words("Invalid API parameter, please check the documentation.", None, "1210", None)
_ALWAYS_THINKS = Words(
    "This model always engages in thinking and cannot be disabled; please use low, high, or max.",
    None,
    "1210",
    None,
    seen="2026-09",
)
_BOTH_EMPTY = Words("content和tool_calls 字段不能同时为空", None, "1214", None)

ZHIPU = replace(
    OPENAI_COMPATIBLE,
    name="zhipu",
    title="Zhipu (Z.ai)",
    rules=STRICT_RULES
    | {"tool-id-duplicate": WARNING, "content-empty": ERROR, "user-missing": ERROR, "content-empty-text": ERROR}
    | {"role-unsupported": ERROR, "image-unsupported-by-model": ERROR, "effort-unsupported": ERROR}
    | {"image-data-invalid": ERROR},
    turns=Turns(needs_user=True),
    limits=replace(
        STRICT_LIMITS, empty_roles=frozenset({"user", "assistant"}), refused_roles=OPENAI_ONLY_ROLES | {"function"}
    ),
    words=STRICT_WORDS
    | {
        **dict.fromkeys(("effort-unsupported", "settings-contradict:thinking off"), _ALWAYS_THINKS),
        "messages-empty": Words("输入不能为空", None, "1214", None, seen="2026-08"),
        "content-empty": _BOTH_EMPTY,
        "content-null": _BOTH_EMPTY,
        "content-empty-text": Words("messages[{message}].content[{part}].text: cannot be empty", None, "1214", None),
        "content-empty:user": Words("未正常接收到prompt参数。", None, "1213", None),
        "role-unsupported": Words("Incorrect role information", None, "1214", None),
        **dict.fromkeys(
            ("image-unsupported-by-model", "tool-args-invalid-json", "tool-args-concatenated"), _BAD_PARAMETER
        ),
        "image-data-invalid": Words(
            "[1210][图片输入格式/解析错误]", None, "1210", "invalid_request_error", seen="2026-09"
        ),
        "context-length-exceeded": Words("Prompt exceeds max length", None, "1261", None),
        "user-missing": Words("The messages parameter is illegal. Please check the documentation.", None, "1214", None),
    },
)
