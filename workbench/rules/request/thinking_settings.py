"""Thinking settings that contradict each other or other settings of the request."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.rules.thinking.switches import thinking_setting
from workbench.targets.contract import WARNING, Target
from workbench.targets.models import BY_DEFAULT

LEAST_BUDGET = 1024
_LEAST_TOP_P = 0.95


def nearest_budget(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the nearest accepted budget; if the limit of the answer allows none, suggest to raise the limit."""
    limit = _answer_limit(context.chat)
    budget = context.value(finding.at)
    most = limit - 1 if isinstance(limit, int) else None
    if not isinstance(budget, int):
        return None
    if most is not None and most < LEAST_BUDGET:
        return _raised_limit(context, max(budget, LEAST_BUDGET))
    nearest = LEAST_BUDGET if budget < LEAST_BUDGET else most
    why = "It is the nearest budget that the API accepts."
    return Fix(f"Set it to {nearest}", (replace(finding.at, nearest),), True, why, 0.7)


def _raised_limit(context: RepairContext, budget: int) -> Fix | None:
    """Suggest to raise the limit of the answer by the budget, so that the answer itself may stay as long as it was."""
    path = next((path for path in _ANSWER_LIMITS if setting(context.chat, path) is not None), None)
    limit = _answer_limit(context.chat)
    if path is None or not isinstance(limit, int):
        return None
    place = context.conversation.body + to_pointer(path)
    why = "Thinking counts as part of the answer. A higher limit may cost more, so it is for the user to decide."
    return Fix(f"Set the limit to {limit + budget}", (replace(place, limit + budget),), False, why, 0.6)


@rule("RQ201", "thinking-budget-too-high", fix=nearest_budget)
def thinking_budget_too_high(chat: Chat, target: Target) -> Iterator[Violation]:
    """The thinking budget is not below the limit of the answer, or is below the minimum.

    Thinking counts as part of the answer, so the limit of the answer must be higher.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 2000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    found = thinking_setting(chat)
    if found is None or found[1].get("type") != "enabled":
        return
    path, thinking = found
    budget = thinking.get("budget_tokens")
    limit = _answer_limit(chat)
    if not isinstance(budget, int) or isinstance(budget, bool):
        return
    place = (*path, "budget_tokens")
    if budget < LEAST_BUDGET:
        yield at_setting(
            place, f"The thinking budget is below the minimum of {LEAST_BUDGET}.", variant="low", least=LEAST_BUDGET
        )
    elif isinstance(limit, int) and budget >= limit:
        yield at_setting(place, f"The thinking budget of {budget} is not below the answer's limit of {limit}.")


_ANSWER_LIMITS: tuple[Path, ...] = (("max_tokens",), ("inferenceConfig", "maxTokens"))


def _answer_limit(chat: Chat) -> Json:
    return next((value for path in _ANSWER_LIMITS if (value := setting(chat, path)) is not None), None)


leave_out = leaving_out("While thinking, the model uses its own sampling.")


@rule("RQ202", "thinking-sampling", fix=leave_out)
def thinking_sampling(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has sampling settings, which are not allowed while the model thinks.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "temperature": 0.2, "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "temperature": 1, "messages": [{"role": "user", "content": "Hello"}]}
    """
    found = thinking_setting(chat)
    if found is None or found[1].get("type") not in ("enabled", "adaptive"):
        return
    for path in _SAMPLING:
        value = setting(chat, path)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            continue
        key = {"topP": "top_p"}.get(str(path[-1]), str(path[-1]))
        is_accepted = value == 1 if key == "temperature" else value >= _LEAST_TOP_P if key == "top_p" else False
        if not is_accepted:
            yield at_setting(path, f"{key} may not be {value} while the model thinks.", variant=key, value=value)


_SAMPLING: tuple[Path, ...] = (
    ("temperature",),
    ("top_p",),
    ("top_k",),
    ("inferenceConfig", "temperature"),
    ("inferenceConfig", "topP"),
    ("additionalModelRequestFields", "top_k"),
)


keep_the_level = leaving_out("The level replaces the budget.")


@rule("RQ203", "thinking-level-and-budget", fix=keep_the_level)
def thinking_level_and_budget(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking has a level and a budget, but only one of them is allowed.

    Bad (gemini):
        {"model": "gemini-3-pro-preview", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingLevel": "high", "thinkingBudget": 1000}}}
    Good (gemini):
        {"model": "gemini-3-pro-preview", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"thinkingConfig": {"thinkingLevel": "high"}}}
    """
    for outer, inner in (("generationConfig", "thinkingConfig"), ("generation_config", "thinking_config")):
        config = setting(chat, (outer, inner))
        if isinstance(config, dict):
            level = next((key for key in ("thinkingLevel", "thinking_level") if config.get(key)), None)
            budget = next((key for key in ("thinkingBudget", "thinking_budget") if config.get(key) is not None), None)
            if level and budget:
                yield at_setting((outer, inner, budget), "Thinking has a level and a budget.")


def switch_thinking_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Switch thinking off; to stream instead would change how the program must read the answer."""
    why = "The server accepts it only then; to let the model think, stream the answer."
    return Fix("Switch thinking off", (replace(finding.at, False),), True, why, 0.7)


@rule("RQ204", "thinking-needs-stream", fix=switch_thinking_off)
def thinking_needs_stream(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is on, but the answer is not streamed.

    Models that think by default also answer without streaming.

    Bad (qwen):
        {"model": "qwen3-32b", "messages": [{"role": "user", "content": "Hello"}], "enable_thinking": true}
    Good (qwen):
        {"model": "qwen3-32b", "messages": [{"role": "user", "content": "Hello"}], "enable_thinking": true,
         "stream": true}
    """
    asked = chat.settings.get("enable_thinking") is True and chat.facts.thinks != BY_DEFAULT
    if asked and chat.settings.get("stream") is not True:
        yield at_setting(("enable_thinking",), "Thinking is on, but the answer is not streamed.")


@rule("RQ205", "reasoning-option-unsupported", fix=leave_out)
def reasoning_option_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has an option for reasoning or verbosity that this model does not support.

    Bad (openai-responses):
        {"model": "o3", "input": [{"role": "user", "content": "Hello"}], "reasoning": {"context": "all_turns"}}
    Good (openai-responses):
        {"model": "o3", "input": [{"role": "user", "content": "Hello"}], "reasoning": {"context": "auto"}}
    """
    options: tuple[tuple[Path, tuple[str, ...] | None], ...] = (
        (("reasoning", "mode"), chat.facts.reasoning_modes),
        (("reasoning", "context"), chat.facts.reasoning_contexts),
        (("reasoning", "summary"), chat.facts.summaries),
        (("text", "verbosity"), chat.facts.verbosities),
        (("verbosity",), chat.facts.verbosities),
    )
    for path, known in options:
        value = setting(chat, path)
        if known is None or not isinstance(value, str) or value in known:
            continue
        text = f"The model {chat.model} does not accept {path[-1]} {quoted(value)}."
        values = " and ".join(f"'{name}'" for name in known)
        is_summary = path[-1] == "summary"
        variant = "" if known else "summary" if is_summary else "refused"
        milder = WARNING if is_summary and known else None
        fault = at_setting(path, text, severity=milder, variant=variant, value=value, model=chat.model, values=values)
        yield fault._replace(facts={**fault.facts, "name": ".".join(map(str, path))})
    included = chat.settings.get("include")
    if chat.facts.efforts == () and isinstance(included, list) and _ENCRYPTED in included:
        text = f"The model {chat.model} does not think, so it has no encrypted reasoning."
        yield at_setting(("include",), text, variant="encrypted")


_ENCRYPTED = "reasoning.encrypted_content"
