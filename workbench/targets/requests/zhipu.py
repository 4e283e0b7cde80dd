"""What Zhipu requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination
from workbench.targets.requests.openai import COMPATIBLE
from workbench.targets.severities import ERROR

ZHIPU = replace(
    COMPATIBLE,
    lenient_places=frozenset({"tools[].type"}),
    settings=replace(
        COMPATIBLE.settings,
        ranges={"max_tokens": (1, 131_072), "temperature": (0, 1), "top_p": (0, 1)},
        efforts={"glm-5.3": ("none", "minimal", "low", "high", "max")},
        combinations=tuple(
            Combination(
                "thinking off",
                name,
                "This model always thinks; a reasoning effort of none stops it.",
                when={name: (value,)},
                models=("glm-5.2", "glm-5.3"),
                is_idle=True,
            )
            for name, value in (("thinking.type", "disabled"), ("enable_thinking", False))
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        "tool-search-unset": ERROR,
        "setting-out-of-range": ERROR,
        "settings-contradict": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words("[{field}参数非法：限制数值范围[{least},{most}]]", None, "1210", None),
        "tool-search-unset": Words("tools[{tool}].web_search can not be null", None, "1214"),
    },
)
