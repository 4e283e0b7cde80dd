"""What Volcengine's Ark requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import ARK_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE, SCHEMA
from workbench.targets.severities import ERROR

_THINKING_TYPES = (
    ("disabled", ("doubao-seed-1.6-thinking", "doubao-seed-1-6-thinking"), "This model always thinks."),
    (
        "auto",
        ("doubao-seed-1-6-vision", "doubao-seed-1.6-vision", "doubao-seed-2-0-lite", "doubao-seed-2.0-lite"),
        "This model does not decide itself whether to think.",
    ),
)
"""Kind of thinking → the models that refuse it (CherryHQ/cherry-studio#7593, 2025-06; public source files, 2026-06)."""

VOLCENGINE = replace(
    COMPATIBLE,
    family=ARK_WORDS,
    settings=SettingTerms(
        ranges={"temperature": (0, 2), "top_p": (0, 1)},
        most_by_model={"max_tokens": {"doubao-seed-2.0-code": 32_768}},
        exclusive=(("max_tokens", "max_completion_tokens"),),
        combinations=(
            Combination(
                "thinking off",
                "reasoning_effort",
                "Thinking is switched off, so it has no effort.",
                when={"thinking.type": ("disabled",), "reasoning_effort": ("low", "medium", "high", "xhigh", "max")},
                is_idle=True,
            ),
            *(
                Combination(
                    "thinking type",
                    "thinking.type",
                    reason,
                    when={"thinking.type": (value,)},
                    models=models,
                    is_idle=True,
                )
                for value, models, reason in _THINKING_TYPES
            ),
        ),
    ),
    rules={**COMPATIBLE.rules, **SCHEMA, "setting-out-of-range": ERROR, "settings-exclusive": ERROR}
    | {"settings-contradict": ERROR},
    words={
        **COMPATIBLE.words,
        "settings-contradict:thinking type": Words(
            "Unsupported thinking type for the current model: {value}",
            "",
            "InvalidParameter",
            "BadRequest",
            seen="2026-06",
        ),
        "settings-contradict:thinking off": Words(
            "Invalid combination of reasoning_effort and thinking type: {value} + disabled",
            "reasoning_effort",
            "InvalidParameter",
            "BadRequest",
            seen="2026-02",
        ),
        "settings-exclusive": Words(
            "The parameter `{one}` specified in the request are not valid: {one} and {other} cannot be set at the same "
            "time.",
            "{one}",
            "InvalidParameter",
            "BadRequest",
        ),
    },
)
