"""Every target, and what a name given by a user means for a conversation in some format."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.targets.a2a import A2A_SDK_1
from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.bedrock import BEDROCK
from workbench.targets.compatible import (
    DEEPSEEK,
    DEEPSEEK_RESPONSES,
    MINIMAX,
    MISTRAL,
    MOONSHOT,
    OPENAI_COMPATIBLE,
    QWEN,
)
from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Target, Words
from workbench.targets.gemini import GEMINI
from workbench.targets.langgraph import LANGGRAPH
from workbench.targets.openai import AZURE_OPENAI, OPENAI, RESPONSES
from workbench.targets.vercel import AI_4, AI_5, AI_6, AI_7

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        OPENAI,
        AZURE_OPENAI,
        RESPONSES,
        ANTHROPIC,
        GEMINI,
        BEDROCK,
        MISTRAL,
        DEEPSEEK,
        DEEPSEEK_RESPONSES,
        MOONSHOT,
        MINIMAX,
        QWEN,
        OPENAI_COMPATIBLE,
        AI_4,
        AI_5,
        AI_6,
        AI_7,
        A2A_SDK_1,
        LANGGRAPH,
    )
}

_SAME_PROVIDER = {
    ("openai", "openai-responses"): "openai-responses",
    ("azure-openai", "openai-responses"): "openai-responses",
    ("deepseek", "openai-responses"): "deepseek-responses",
}
"""`openai` given for a conversation in the Responses format means the Responses API."""

_ALSO_CALLED = {
    "azure": "azure-openai",
    "bedrock-converse": "bedrock",
    "claude": "anthropic",
    "dashscope": "qwen",
    "google": "gemini",
    "kimi": "moonshot",
    "vertex": "gemini",
}
"""Other words that people use for a target."""


class UnknownTargetError(LookupError):
    """A target name that nobody has."""


def target_for(name: str, format_name: str) -> Target:
    """The target a user means by `name` for a conversation in this format."""
    name = _ALSO_CALLED.get(name, name)
    name = _SAME_PROVIDER.get((name, format_name), name)
    if name not in TARGETS:
        raise UnknownTargetError(f"there is no target {name!r}; the targets are: {', '.join(TARGETS)}")
    return TARGETS[name]


def default_target(conversation: Conversation) -> str:
    """Who receives a conversation when nobody says: its format's own provider.

    An A2A history of an older dialect goes to a model (spec 002), because the SDK of version 1 takes none of it.
    """
    if conversation.format == "a2a" and conversation.dialect != "1.0":
        return "openai"
    return FORMATS[conversation.format].own_target


def formats_of_target(name: str) -> tuple[str, ...]:
    """The formats a target takes as they stand, to break a tie between formats that fit equally."""
    target = TARGETS.get(_ALSO_CALLED.get(name, name))
    return target.formats if target else ()


__all__ = [
    "ERROR",
    "INFO",
    "TARGETS",
    "WARNING",
    "Limits",
    "Target",
    "Words",
    "default_target",
    "formats_of_target",
    "target_for",
]
