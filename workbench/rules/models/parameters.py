"""Parameters that this model does not accept, or accepts only with other values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import UNKNOWN, Problem
from workbench.json.description import quoted
from workbench.json.patch import add, move, remove, replace
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.rules.request.thinking_settings import LEAST_BUDGET
from workbench.rules.thinking.switches import thinking_setting, thinks
from workbench.targets.contract import WARNING, Target
from workbench.targets.families.contract import listed_with_and
from workbench.targets.models import ALWAYS, NEVER, matching_prefix

leave_out = leaving_out("The model does not accept it; without it, the default applies.", 0.8)


def rename_limit(context: RepairContext, finding: Finding) -> Fix | None:
    if not finding.at.endswith("/max_tokens") or context.value(f"{finding.at[:-10]}max_completion_tokens") is not None:
        return None
    patch = (move(finding.at, f"{finding.at[:-10]}max_completion_tokens"),)
    return Fix("Rename it to max_completion_tokens", patch, True, "The same limit, under its new name.", 0.95)


@rule("MO102", "max-tokens-wrong-name", fix=rename_limit)
def max_tokens_wrong_name(chat: Chat, target: Target) -> Iterator[Violation]:
    """The limit on the answer's length has a name that reasoning models do not accept.

    Bad (openai):
        {"model": "gpt-5-mini", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-5-mini", "max_completion_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}
    """
    if chat.facts.counts_completion and chat.settings.get("max_tokens") is not None:
        yield at_setting(("max_tokens",), f"The model {chat.model} requires max_completion_tokens.")


@rule("MO103", "sampling-fixed", fix=leave_out)
def sampling_fixed(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request changes a sampling setting, but this model only accepts the default.

    Newer models of OpenAI accept other values while they do not think, at a reasoning effort of `none`.

    Bad (openai):
        {"model": "gpt-5-mini", "temperature": 0.2, "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-5-mini", "temperature": 1, "messages": [{"role": "user", "content": "Hello"}]}
    """
    is_fixed = chat.facts.sampling == "fixed" or (chat.facts.sampling == "thinking" and thinks_now(chat))
    if not is_fixed and chat.facts.sampling != "doubtful":
        return
    severity = None if is_fixed else WARNING
    condition = " while it thinks" if chat.facts.sampling == "thinking" else ""
    defaults = dict(target.limits.sampling_defaults)
    if thinks(chat) is False:
        defaults |= target.limits.sampling_without_thinking
    for key in _sampling_settings(chat, target):
        value = chat.settings.get(key)
        default = defaults.get(key, 1)
        if value is not None and value != default:
            text = f"The model {chat.model} accepts only the default {key}{condition}."
            variant = "top_p" if key == "top_p" else ""
            yield at_setting((key,), text, severity=severity, variant=variant, key=key, value=value, default=default)


def _sampling_settings(chat: Chat, target: Target) -> Iterable[str]:
    measured = target.limits.sampling_measured
    if measured is not None:
        prefix = matching_prefix(chat.model, measured)
        return sorted(measured[prefix]) if prefix is not None else ()
    return dict.fromkeys(("temperature", "top_p", *target.limits.sampling_defaults))


def thinks_now(chat: Chat) -> bool:
    """Whether the model thinks in this request: by the effort that the request sets, or else by default."""
    effort = requested_effort(chat)
    return (effort if effort is not None else chat.facts.effort_default) not in (None, "none")


def requested_effort(chat: Chat) -> str | None:
    for path in EFFORTS:
        if isinstance(effort := setting(chat, path), str):
            return effort
    return None


@rule("MO120", "parameter-unsupported-by-model", fix=leave_out)
def parameter_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a parameter that this model does not accept.

    Reasoning models do not accept most sampling parameters. Newer ones accept some of them while they do not think.

    Bad (openai):
        {"model": "gpt-5-mini", "logprobs": true, "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-4o", "logprobs": true, "messages": [{"role": "user", "content": "Hello"}]}
    """
    terms = target.request.settings
    thinking = (chat.facts.refuses_thinking or frozenset()) if thinks_now(chat) else frozenset()
    refused_here = terms.refused_by_model.get(matching_prefix(chat.model, terms.refused_by_model) or "", frozenset())
    always = (chat.facts.refuses or frozenset()) & terms.by_model_parameters | refused_here
    for key in sorted(always | thinking & terms.by_model_parameters):
        path = tuple(key.split("."))
        value = setting(chat, path)
        counts_zero = path[-1] in _REFUSED_EVEN_IF_FALSY or (terms.refuses_zero_penalties and key.endswith("_penalty"))
        if value is not None and (value or counts_zero):
            condition = "" if key in always else " while it thinks"
            variant = "search" if chat.facts.searches else _VARIANTS.get(key, "")
            text = f"The model {chat.model} does not accept {key}{condition}."
            problem = Problem(UNKNOWN, (key,), {"value": value}) if variant == "unknown" else None
            short = str(chat.model).rpartition("/")[2]
            yield at_setting(
                path, text, variant=variant, problem=problem, key=key, field=path[-1], model=chat.model, short=short
            )


_VARIANTS = (
    dict.fromkeys(("logprobs", "top_logprobs"), "probabilities")
    | dict.fromkeys(("audio", "modalities"), "unknown")
    | dict.fromkeys(("chat_template", "chat_template_kwargs"), "template")
)
"""Parameters with another error message."""
_REFUSED_EVEN_IF_FALSY = frozenset({"parallel_tool_calls", "temperature", "top_p", "topP", "logit_bias"})
"""Parameters that are refused even if they are false, 0 or empty."""


@rule("MO104", "sampling-deprecated", fix=leave_out)
def sampling_deprecated(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request sets temperature and top_p, but this model accepts only one of them, or neither.

    A model that accepts neither still accepts the default of 1.

    Bad (anthropic):
        {"model": "claude-haiku-4-5", "max_tokens": 9, "temperature": 0.5, "top_p": 0.9,
         "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-haiku-4-5", "max_tokens": 9, "temperature": 0.5,
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    config, path = _inference(chat)
    present = [key for key in ("temperature", "top_p", "topP", "top_k") if config.get(key) is not None]
    if chat.facts.sampling == "one" and len(set(present) - {"top_k"}) == 2:
        text = f"The model {chat.model} accepts temperature or top_p, not both."
        yield at_setting((*path, present[1]), text, variant="both")
    elif chat.facts.sampling == "refused":
        for key in (key for key in present if config[key] != _DEFAULT):
            text = f"The model {chat.model} does not accept sampling settings."
            yield at_setting((*path, key), text, key=key, model=chat.model)


_DEFAULT = 1


def _inference(chat: Chat) -> tuple[dict[str, Json], Path]:
    """The object with the API's sampling settings, and its path."""
    config = chat.settings.get("inferenceConfig")
    return (config, ("inferenceConfig",)) if isinstance(config, dict) else (dict(chat.settings), ())


_EFFORTS_OF_ANY = frozenset({"none", "minimal", "low", "medium", "high", "xhigh", "max"})
EFFORTS: tuple[Path, ...] = (
    ("reasoning_effort",),
    ("reasoning", "effort"),
    ("output_config", "effort"),
    ("additionalModelRequestFields", "output_config", "effort"),
)
"""The paths of the reasoning effort in all APIs."""


@rule("MO105", "effort-unsupported", fix=leave_out)
def effort_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request sets a reasoning effort that this model does not support.

    Bad (openai-responses):
        {"model": "gpt-5-mini", "reasoning": {"effort": "none"}, "input": [{"role": "user", "content": "Hello"}]}
    Good (openai-responses):
        {"model": "gpt-5-mini", "reasoning": {"effort": "minimal"}, "input": [{"role": "user", "content": "Hello"}]}
    """
    terms = target.request.settings
    prefix = matching_prefix(chat.model, terms.efforts)
    known = terms.efforts[prefix] if prefix is not None else chat.facts.efforts
    if known is None:
        return
    refused = terms.refused_efforts
    efforts = tuple(effort for effort in known if effort not in refused)
    for path in EFFORTS:
        value, name = setting(chat, path), ".".join(map(str, path))
        if value is None and path[0] in chat.settings and len(path) == 1 and "none" in efforts:
            text = f"The model {chat.model} has the effort 'none'; some versions of the API do not accept null."
            values = listed_with_and(efforts)
            yield at_setting(path, text, severity=WARNING, shown="null", model=chat.model, values=values)
        if not isinstance(value, str) or value in efforts:
            continue
        if not efforts and value not in _EFFORTS_OF_ANY:
            continue  # the schema refuses it, whatever the model
        if not efforts:
            yield at_setting(
                path, f"The model {chat.model} does not accept {name}.", variant="refused", name=name, model=chat.model
            )
        else:
            listed = listed_with_and(efforts)
            text = f"The model {chat.model} does not support the effort {quoted(value)}, only {listed}."
            plain, ticked = ", ".join(sorted(efforts)), " or ".join(f"`{effort}`" for effort in efforts)
            shown = f"'{value}'"
            *others, last = (f"'{effort}'" for effort in efforts)
            either = f"{', '.join(others)} or {last}" if others else last
            facts = {"shown": shown, "values": listed, "plain": plain, "ticked": ticked, "value": value}
            facts |= {"either": either}
            yield at_setting(path, text, model=chat.model)._replace(facts=facts | {"model": chat.model})


@rule("MO106", "stop-unsupported", fix=leave_out)
def stop_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has stop sequences, which this model does not accept.

    Bad (openai):
        {"model": "o3", "stop": ["END"], "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-4o", "stop": ["END"], "messages": [{"role": "user", "content": "Hello"}]}
    """
    text = f"The model {chat.model} does not accept stop sequences."
    if chat.facts.stops is False and chat.settings.get("stop") is not None:
        yield at_setting(("stop",), text, model=chat.model)
    if chat.facts.platform_stops is False and setting(chat, _STOPS_OF_PLATFORM):
        yield at_setting(_STOPS_OF_PLATFORM, text, variant="platform", model=chat.model)


_STOPS_OF_PLATFORM = ("inferenceConfig", "stopSequences")


def think_no_more(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the only effort at which the model accepts tools here."""
    if finding.severity == WARNING:
        return None
    place = f"{finding.at.rpartition('/')[0]}/reasoning_effort"
    why = "Chat Completions accepts tools only then; to let the model think, send the request to the Responses API."
    return Fix("Set reasoning_effort to none", (add(place, "none"),), True, why, 0.6)


@rule("MO107", "effort-with-tools", fix=think_no_more)
def effort_with_tools(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request combines tools with a reasoning effort, which some models do not accept here.

    The newest models think by default, so they refuse tools unless the effort is `none`.

    Bad (openai):
        {"model": "gpt-5.4", "reasoning_effort": "high", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "ls", "parameters": {
           "type": "object", "properties": {}}}}]}
    Good (openai):
        {"model": "gpt-5.4", "reasoning_effort": "none", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "ls", "parameters": {
           "type": "object", "properties": {}}}}]}
    """
    facts, effort = chat.facts, chat.settings.get("reasoning_effort")
    if facts.thinks != ALWAYS or not chat.settings.get("tools"):
        return
    if facts.tools_while_thinking is False and thinks_now(chat):
        place = ("reasoning_effort",) if isinstance(effort, str) else ("tools",)
        text = f"Here, {chat.model} accepts tools only at a reasoning effort of none; the Responses API accepts both."
        yield at_setting(place, text, model=chat.model)
    elif isinstance(effort, str) and effort != "none" and "none" in (facts.efforts or ()):
        text = "The Responses API accepts tools together with a reasoning effort; here it depends on the model."
        yield at_setting(("reasoning_effort",), text, severity=WARNING, model=chat.model)


def think_as_much_as_needed(context: RepairContext, finding: Finding) -> Fix | None:
    """Keep thinking on, without the budget that the model does not accept, or with the one that it requires."""
    place, _, field = finding.at.rpartition("/")
    thinking = context.value(place)
    if field != "type" and context.chat.facts.thinks == NEVER:
        return Fix("Do not ask for thinking", (remove(finding.at),), True, "This model does not think.", 0.8)
    if thinking == {"type": "disabled"} and context.chat.facts.thinking_stops is False:
        return Fix("Leave out the switch", (remove(place),), True, "This model always thinks.", 0.8)
    if thinking == {"type": "adaptive"} and context.chat.facts.budgets_thinking is True:
        return _think_within_budget(context, place)
    is_budget = field == "type" and isinstance(thinking, dict) and thinking.get("type") == "enabled"
    if not is_budget or not isinstance(thinking, dict) or context.chat.facts.adapts_thinking is not True:
        return None
    budget = (remove(f"{place}/budget_tokens"),) if "budget_tokens" in thinking else ()
    patch = (replace(finding.at, "adaptive"), *budget)
    why = "Thinking stays on; this model decides itself how much to think."
    return Fix("Let the model decide how much to think", patch, True, why, 0.8)


def _think_within_budget(context: RepairContext, place: str) -> Fix | None:
    """Keep thinking on, with half of the answer's limit as its budget."""
    limit = context.conversation.settings.get("max_tokens")
    if not isinstance(limit, int) or limit < 2 * LEAST_BUDGET:
        why = "This model thinks only within a budget, and the limit of the answer leaves no room for one."
        return Fix("Do not ask for thinking", (remove(place),), isinstance(limit, int), why, 0.5)
    why = "Thinking stays on. This model needs a budget: half of the answer's limit, so that the other half remains."
    return Fix(
        "Think within a budget", (replace(place, {"type": "enabled", "budget_tokens": limit // 2}),), True, why, 0.6
    )


@rule("MO108", "thinking-type-unsupported", fix=think_as_much_as_needed)
def thinking_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request sets a kind of thinking that this model does not have.

    Older models think within a budget, newer ones decide how much to think, and some always think.

    Bad (anthropic):
        {"model": "claude-opus-4-7", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-opus-4-7", "max_tokens": 4000, "thinking": {"type": "adaptive"},
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    found = thinking_setting(chat)
    facts = chat.facts
    kind = found[1].get("type") if found else None
    refused = {
        "enabled": (facts.budgets_thinking, "does not accept a budget; it decides how much to think."),
        "adaptive": (facts.adapts_thinking, "needs a budget to think; it cannot decide how much to think."),
        "disabled": (facts.thinking_stops, "always thinks."),
    }
    if found and facts.thinks == NEVER and kind in ("enabled", "adaptive"):
        yield at_setting(found[0], f"The model {chat.model} does not think.", variant="never", model=chat.model)
    elif found and isinstance(kind, str) and kind in refused and refused[kind][0] is False:
        variant = "" if kind == "enabled" else kind
        yield at_setting((*found[0], "type"), f"The model {chat.model} {refused[kind][1]}", variant=variant, type=kind)


@rule("MO123", "effort-needs-thinking", fix=leave_out)
def effort_needs_thinking(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request switches thinking off, but asks for an effort that this model only supports while it thinks.

    Bad (anthropic):
        {"model": "claude-opus-5", "max_tokens": 400, "thinking": {"type": "disabled"},
         "output_config": {"effort": "max"}, "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-opus-5", "max_tokens": 400, "thinking": {"type": "disabled"},
         "output_config": {"effort": "high"}, "messages": [{"role": "user", "content": "Hello"}]}
    """
    found, supported = thinking_setting(chat), chat.facts.effort_without_thinking
    if supported is None or found is None or found[1].get("type") != "disabled":
        return
    for path in EFFORTS:
        value = setting(chat, path)
        if isinstance(value, str) and value in (chat.facts.efforts or ()) and value not in supported:
            text = f"The model {chat.model} supports the effort {quoted(value)} only while it thinks."
            yield at_setting(path, text, value=value, most=supported[-1])
