"""What Qwen's API requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE
from workbench.targets.severities import ERROR

_MAX_OUTPUT_ON_QWEN = {
    **dict.fromkeys(("qwen-max", "qwen-vl-max", "qwen-vl-plus", "qwen2.5", "qwen3-14b", "qwen3-8b", "qwq-plus"), 8_192),
    **dict.fromkeys(("qwen-turbo", "qwen3-235b-a22b", "qwen3-32b"), 16_384),
    **dict.fromkeys(("qwen-plus", "qwen-flash", "qwen3-next-80b-a3b", "qwen3-vl"), 32_768),
    **dict.fromkeys(("qwen3-max", "qwen3-coder", "qwen3.5", "qwen3.6", "qwen3.7"), 65_536),
}
"""From the table of models (help.aliyun.com/zh/model-studio/models, via models.dev, 2026-08)."""

QWEN = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, reserved_names=frozenset({"search"})),
    settings=SettingTerms(
        thinks_by_model=True,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "n": (1, 4), "thinking_budget": (1, 81_920)},
        below_most=frozenset({"temperature"}),
        most_by_model={
            "output": _MAX_OUTPUT_ON_QWEN,
            "thinking_budget": dict.fromkeys(("qwen-turbo", "qwen3-235b-a22b", "qwen3-32b", "qwen3-30b-a3b"), 38_912),
        },
        combinations=(
            Combination(
                "json",
                "response_format",
                "JSON answers are not supported while the model thinks.",
                when={"response_format.type": ("json_object", "json_schema"), "enable_thinking": (True,)},
                instead={"enable_thinking": False},
            ),
            Combination(
                "thinking off",
                "enable_thinking",
                "This model always thinks.",
                when={"enable_thinking": (False,)},
                is_idle=True,
                models=(
                    "qwq",
                    "qvq",
                    "qwen3.8-max",
                    "qwen3-235b-a22b-thinking",
                    "qwen3-30b-a3b-thinking",
                    "qwen3-next-80b-a3b-thinking",
                ),
            ),
            Combination(
                "stream",
                "model",
                "This model only streams its answers.",
                when={"model": ()},
                unless={"stream": (True,)},
                models=("qwq", "qvq", "qwen-omni", "qwen3-omni"),
                instead={"stream": True},
            ),
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        "thinking-needs-stream": ERROR,
        "tool-choice-unknown-tool": ERROR,
        "tool-name-reserved": ERROR,
        "json-word-missing": ERROR,
        "thinking-forced-tool": ERROR,
        "setting-out-of-range": ERROR,
        "settings-contradict": ERROR,
        "tool-calls-empty": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words(
            "<400> InternalError.Algo.InvalidParameter: Range of {field} should be [{least}, {most}]",
            None,
            "invalid_parameter_error",
        ),
        "setting-out-of-range:open": Words(
            "<400> InternalError.Algo.InvalidParameter: Temperature should be in [0.0, 2.0)",
            None,
            "invalid_parameter_error",
        ),
        "tool-choice-unknown-tool": Words(
            '<400> InternalError.Algo.InvalidParameter: Invalid value for "tool_choice": no function named "{name}" '
            'was specified in the "tools" parameter.',
            None,
            "invalid_parameter_error",
            seen="2025-05",
        ),
        "tool-calls-empty": Words(
            "<400> InternalError.Algo.InvalidParameter: Empty tool_calls is not supported in message.",
            None,
            "invalid_parameter_error",
            seen="2025-03",
        ),
        "tool-name-reserved": Words(
            "<400> InternalError.Algo.InvalidParameter: Tool names are not allowed to be [{name}]",
            None,
            "invalid_parameter_error",
            seen="2025-10",
        ),
        "settings-contradict:json": Words(
            "<400> InternalError.Algo.InvalidParameter: Json mode response is not supported when enable_thinking is "
            "true",
            None,
            "invalid_parameter_error",
        ),
        "settings-contradict:thinking off": Words(
            "<400> InternalError.Algo.InvalidParameter: The value of the enable_thinking parameter is restricted to "
            "True.",
            None,
            "invalid_parameter_error",
        ),
        "settings-contradict:stream": Words(
            "<400> InternalError.Algo.InvalidParameter: This model only support stream mode, please enable the stream "
            "parameter to access the model.",
            None,
            "invalid_parameter_error",
        ),
        "thinking-forced-tool": Words(
            "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to "
            "required or object in thinking mode",
            None,
            "invalid_parameter_error",
        ),
        "thinking-needs-stream": Words(
            "<400> InternalError.Algo.InvalidParameter: parameter.enable_thinking must be set to false for "
            "non-streaming calls"
        ),
        "json-word-missing": Words(
            "<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use "
            "'response_format' of type 'json_object'."
        ),
    },
)
