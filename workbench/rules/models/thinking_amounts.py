"""Thinking budgets and levels that the model does not support."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.models.parameters import leave_out
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import Target
from workbench.targets.models import NEVER

_CONFIGS: tuple[Path, ...] = (("generationConfig", "thinkingConfig"), ("generation_config", "thinking_config"))
_BUDGETS = ("thinkingBudget", "thinking_budget")
_LEVELS = ("thinkingLevel", "thinking_level")
_THOUGHTS = ("includeThoughts", "include_thoughts")
_MODEL_DECIDES = -1


def nearest_budget(context: RepairContext, finding: Finding) -> Fix | None:
    budget, bounds = context.value(finding.at), context.chat.facts.thinking_budgets
    if not isinstance(budget, int) or not bounds:
        return leave_out(context, finding)
    nearest = min(max(budget, bounds[0]), bounds[1])
    why = "It is the nearest budget that the model accepts."
    return Fix(f"Set it to {nearest}", (replace(finding.at, nearest),), True, why, 0.7)


@rule("MO116", "thinking-budget-unsupported", fix=nearest_budget)
def thinking_budget_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The thinking budget is outside the range of this model.

    With a budget of -1, the model decides. A budget of 0 switches thinking off, which some models do not accept.

    Bad (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}
    Good (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingBudget": 128}}}
    """
    if chat.facts.thinks == NEVER:
        yield from _settings_without_thinking(chat)
    bounds = chat.facts.thinking_budgets
    for path, budget in _thinking_values(chat, _BUDGETS) if bounds is not None else ():
        if not bounds:
            yield at_setting(path, f"The model {chat.model} does not accept a thinking budget.", variant="unknown")
            continue
        if not isinstance(budget, int) or isinstance(budget, bool) or budget == _MODEL_DECIDES:
            continue
        least, most = bounds
        if (budget == 0 and chat.facts.thinking_ends) or least <= budget <= most:
            continue
        text = f"The model {chat.model} accepts a budget from {least:,} to {most:,}."
        yield at_setting(path, text, variant="" if budget else "off", value=budget, least=least, most=most)


def _settings_without_thinking(chat: Chat) -> Iterator[Violation]:
    for path in _CONFIGS:
        if config := setting(chat, path):
            shown = isinstance(config, dict) and any(config.get(name) is True for name in _THOUGHTS)
            text = f"The model {chat.model} does not think, and accepts no settings for it."
            yield at_setting(path, text, variant="shown" if shown else "none")


@rule("MO119", "thoughts-without-thinking", fix=leave_out)
def thoughts_without_thinking(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks to see the model's thoughts, but switches thinking off.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingBudget": 0, "includeThoughts": true}}}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}
    """
    off = any(budget == 0 and budget is not False for _, budget in _thinking_values(chat, _BUDGETS))
    for path, shown in _thinking_values(chat, _THOUGHTS) if off else ():
        if shown is True:
            yield at_setting(path, "Thoughts cannot be shown, because thinking is off.")


@rule("MO117", "thinking-level-unsupported", fix=leave_out)
def thinking_level_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for a thinking level that this model does not support.

    Bad (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingLevel": "high"}}}
    Good (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingBudget": 1024}}}
    """
    levels = chat.facts.thinking_levels
    for path, level in _thinking_values(chat, _LEVELS) if levels is not None else ():
        if isinstance(level, str) and level.lower() not in (levels or ()):
            text = f"The model {chat.model} does not support the thinking level {quoted(level)}."
            yield at_setting(path, text, variant="" if levels else "none", value=level.upper())


def _thinking_values(chat: Chat, names: tuple[str, ...]) -> Iterator[tuple[Path, Json]]:
    for config in _CONFIGS:
        for name in names:
            if (value := setting(chat, (*config, name))) is not None:
                yield (*config, name), value
