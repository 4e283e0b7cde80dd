"""Makers of models: a gateway refuses what the maker of a model refuses, if nobody else serves that model.

A gateway forwards messages, and the schemas of tools and answers, unchanged, and returns the maker's error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.gemini import GEMINI
from workbench.targets.models import facts_of, matching_prefix
from workbench.targets.openai import CHAT_RULES, CHAT_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import ToolTerms
from workbench.targets.requests.openai import FORWARDED_RULES, OPENAI
from workbench.targets.requests.qwen import QWEN
from workbench.targets.severities import Severity

GATEWAYS: dict[str, Severity] = {"openrouter": ERROR, "github-copilot": ERROR, "openai-compatible": WARNING}
"""Gateway → how certain it is that it changes nothing. Of a compatible server only the format is known."""

_PAIRS = (
    *("tool-result-missing", "tool-result-not-adjacent", "tool-result-orphan", "tool-result-before-call"),
    *("tool-id-mismatch", "tool-name-bad-chars"),
)
_SERVED_BY_QWEN_ONLY = (
    *("qwen3-coder-plus", "qwen3-coder-flash", "qwen3-max", "qwen-plus", "qwen-max", "qwen-turbo", "qwen-flash"),
    *("qwen3.5-plus", "qwen3.5-flash", "qwen3.6-plus", "qwen3.6-flash", "qwen3.7-plus", "qwen3.7-max", "qwen3.8-max"),
)
"""Models whose weights are not published."""


@dataclass(frozen=True, slots=True)
class Maker:
    """What the maker of some models refuses, whichever gateway passes the request on."""

    rules: Mapping[str, Severity]
    words: Mapping[str, Words]
    tools: ToolTerms | None = None
    """None: what the gateway itself holds tools to."""
    id_pattern: re.Pattern[str] | None = None
    name_pattern: re.Pattern[str] | None = None


_OPENAI = Maker(
    {**{rule: CHAT_RULES[rule] for rule in _PAIRS}, **FORWARDED_RULES}, {**CHAT_WORDS, **OPENAI.words}, OPENAI.tools
)
_BY_CLAUDE = ("tool-result-missing", "tool-result-orphan", "role-last-assistant")
_ANTHROPIC = Maker(
    {**dict.fromkeys(_BY_CLAUDE, ERROR), "tool-id-bad-chars": WARNING},
    {name: ANTHROPIC.words[name] for name in (*_BY_CLAUDE, "tool-id-bad-chars")},
    id_pattern=ANTHROPIC.limits.id_pattern,  # a gateway may write ids of its own
)
_GOOGLE = Maker(
    {"tool-name-bad-chars": ERROR},
    dict.fromkeys(
        ("tool-name-bad-chars", "tool-name-bad-chars:definition"),
        Words(
            "Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain "
            "underscores, dots and dashes, with a maximum length of 64.",
            type=None,
            seen="2025-05",
        ),
    ),
    name_pattern=GEMINI.limits.name_pattern,
)
_QWEN = Maker(dict.fromkeys(("tool-name-reserved", "json-word-missing"), ERROR), QWEN.words, QWEN.tools)


def maker_of(model: str | None) -> Maker | None:
    """Who answers a request for this model, whatever gateway it goes through; None if others serve it too."""
    if facts_of(model).first_party:
        return _OPENAI
    if matching_prefix(model, ("claude-",)):
        return _ANTHROPIC
    if matching_prefix(model, ("gemini-",)):
        return _GOOGLE
    return _QWEN if matching_prefix(model, _SERVED_BY_QWEN_ONLY) else None


def gateway_to(gateway: Target, maker: Maker) -> Target:
    """The gateway as it judges a request that this maker answers in the end."""
    severity = GATEWAYS[gateway.name]
    rules = {rule: own if severity == ERROR else severity for rule, own in maker.rules.items()}
    words = {name: words for name, words in maker.words.items() if name.partition(":")[0] in rules}
    limits = replace(
        gateway.limits,
        id_pattern=maker.id_pattern or gateway.limits.id_pattern,
        name_pattern=maker.name_pattern or gateway.limits.name_pattern,
    )
    return replace(
        gateway,
        limits=limits,
        rules={**gateway.rules, **rules},
        words={**gateway.words, **words},
        request=replace(gateway.request, tools=maker.tools or gateway.request.tools),
    )
