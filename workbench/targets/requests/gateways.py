"""What gateways and hosts of other vendors' models require of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import CLOUDFLARE_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE, OPENAI
from workbench.targets.severities import ERROR, WARNING

PERPLEXITY = replace(
    COMPATIBLE,
    lenient_places=COMPATIBLE.lenient_places | {"messages[].content[].type"},  # file_url and other kinds of its own
    settings=SettingTerms(
        values={"response_format.type": ("text", "json_schema", "regex")}, ranges={"max_tokens": (16, None)}
    ),
    rules={**COMPATIBLE.rules, "setting-value-unsupported": ERROR, "setting-out-of-range": ERROR},
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words(
            "{field} must be at least {least} for {model}.", None, "400", "invalid_parameter", seen="2026-05"
        ),
        "setting-value-unsupported": Words(
            '["At body -> response_format -> ResponseFormatText -> type: Input should be \'text\'", "At body -> '
            "response_format -> ResponseFormatJSONSchema -> type: Input should be 'json_schema'\"]",
            None,
            "400",
            "bad_request",
        ),
    },
)

_ALWAYS_THINKING = (
    *("step-3.5", "minimax-m2", "kimi-k2-thinking", "deepseek-r1", "gpt-oss", "grok-4", "o1", "o3", "o4-mini"),
    *("gemini-2.5-pro", "gemini-3-pro", "gemini-3.1-pro"),
)

_EFFORTS = ("max", "xhigh", "high", "medium", "low", "minimal", "none")
_NO_EFFORT = "Invalid option: expected one of " + "|".join(f'"{effort}"' for effort in _EFFORTS)

OPENROUTER = replace(
    COMPATIBLE,
    lenient_places=COMPATIBLE.lenient_places | {"tools[].type"},  # its own tools, such as openrouter:web_search
    settings=SettingTerms(
        lengths={"models": 3},
        values=dict.fromkeys(("reasoning.effort", "reasoning_effort"), _EFFORTS),
        efforts={"claude-": ("none", "minimal", "low", "medium", "high", "xhigh", "max")},  # becomes a token budget
        combinations=(
            Combination(
                "reasoning twice",
                "reasoning.max_tokens",
                "The amount of reasoning is set twice, as an effort and as a number of tokens.",
                when={"reasoning.effort": (), "reasoning.max_tokens": ()},
                instead={"reasoning.max_tokens": None},
            ),
            *(
                Combination(
                    "reasoning off",
                    "reasoning",
                    "This model always thinks.",
                    when=when,
                    is_idle=True,
                    models=_ALWAYS_THINKING,
                )
                for when in ({"reasoning.effort": ("none",)}, {"reasoning.enabled": (False,)})
            ),
        ),
    ),
    rules={**COMPATIBLE.rules, "settings-contradict": ERROR, "setting-too-long": ERROR}
    | {"setting-value-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "setting-value-unsupported:effort": Words(f"reasoning.effort: {_NO_EFFORT}", None, "400", seen="2026-08"),
        "setting-value-unsupported:reasoning_effort": Words(
            f"reasoning_effort: {_NO_EFFORT}", None, "400", seen="2026-08"
        ),
        "setting-too-long": Words("'models' array must have {limit} items or fewer.", None, "400"),
        "settings-contradict:reasoning twice": Words(
            'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified', None, "400"
        ),
        "settings-contradict:reasoning off": Words(
            "Reasoning is mandatory for this endpoint and cannot be disabled.", None, "400"
        ),
    },
)

TOGETHER = replace(
    COMPATIBLE,
    settings=SettingTerms(stop_max=4, ranges={"temperature": (0, 1)}),
    rules={**COMPATIBLE.rules, "stop-too-many": ERROR, "setting-out-of-range": WARNING},
    words={**COMPATIBLE.words, "setting-out-of-range": Words("temperature must be within [0, 1], got {value}")},
)

CLOUDFLARE = replace(COMPATIBLE, family=CLOUDFLARE_WORDS)

DATABRICKS = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, fields="schema"),
    settings=replace(COMPATIBLE.settings, refused=frozenset({"inputs", "prompt", "input", "stream_options"})),
    rules={**COMPATIBLE.rules, "tool-schema-root-without-fields": ERROR, "parameter-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "parameter-unsupported": Words(
            'Bad request: json: unknown field "{field}"', None, "BAD_REQUEST", None, seen="2026-07"
        ),
        "tool-schema-root-without-fields": Words(
            'Bad request: "parameters" is a required property for "function" object in parameter "tools"',
            None,
            "BAD_REQUEST",
            None,
        ),
    },
)

_UNKNOWN_TO_GOOGLE = (OPENAI.foreign_fields - {"extra_body"}) | {
    *("store", "metadata", "frequency_penalty", "seed"),
    *("google", "thinking_config", "cached_content", "generationConfig", "safetySettings", "safety_settings"),
}

GEMINI_OPENAI = replace(
    COMPATIBLE,
    settings=replace(
        COMPATIBLE.settings,
        refused=_UNKNOWN_TO_GOOGLE,
        elsewhere={
            "google": "extra_body.google",
            "thinking_config": "extra_body.google.thinking_config",
            "cached_content": "extra_body.google.cached_content",
        },
        doubtful=COMPATIBLE.settings.doubtful - _UNKNOWN_TO_GOOGLE,
    ),
    rules={**COMPATIBLE.rules, "parameter-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "parameter-unsupported": Words(
            'Invalid JSON payload received. Unknown name "{field}": Cannot find field.',
            None,
            "400",
            "INVALID_ARGUMENT",
            seen="2026-09",
        ),
    },
)
"""Its parser refuses every name that it does not know; those of other APIs are certainly unknown."""
