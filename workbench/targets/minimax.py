"""MiniMax: Chat Completions whose refusals end in a number, usually 2013."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import WARNING, Turns, Words

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
