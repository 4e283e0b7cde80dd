"""Tool choices that contradict the offered tools, the thinking settings or the model."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import Operation, remove, replace
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.instructing import instruction
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.choices import ANY, NAMED, NONE, Choice, tool_choice
from workbench.rules.request.definitions import at_setting, defined
from workbench.rules.thinking.switches import thinking_value, thinks
from workbench.targets.contract import ERROR, WARNING, Target


def choose_among_offered(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the tool that the request does not offer, and the whole choice if it names no other."""
    choice = tool_choice(context.chat.settings)
    if choice is None or choice.kind != NAMED or finding.severity != ERROR:
        return None
    offered = {tool.name for tool in defined(context.chat) if isinstance(tool.name, str)}
    kept = [name for name in choice.names if name in offered]
    place = context.conversation.body + to_pointer(choice.path if kept else _setting_of(choice))
    patch = replace(place, kept) if kept else remove(place)
    why = "The model then chooses among the tools that are offered."
    return Fix("Leave out the tool that is not offered", (patch,), True, why, 0.7)


@rule("RQ141", "tool-choice-unknown-tool", fix=choose_among_offered)
def tool_choice_unknown_tool(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request forces a tool that it does not offer.

    This usually comes from renaming a tool, or from filtering the tools but not the choice.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "name": "now", "parameters": {"type": "object", "properties": {}}}],
         "tool_choice": {"type": "function", "name": "today"}}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "name": "now", "parameters": {"type": "object", "properties": {}}}],
         "tool_choice": {"type": "function", "name": "now"}}
    """
    choice, tools = tool_choice(chat.settings), defined(chat)
    known = {tool.name for tool in tools if isinstance(tool.name, str)}
    for name in choice.names if choice and (tools or target.request.settings.accepts_choice_without_tools) else ():
        if choice and name not in known and not _may_be_loaded(chat, name):
            yield at_setting(choice.path, f"No tool is named {quoted(name)}.", id=name, name=name)
    kind = _own_tool_chosen(chat)
    if kind is not None and not _offers(chat, kind):
        yield at_setting(("tool_choice",), f"The request offers no tool of type {quoted(kind)}.", id=kind, name=kind)


_OWN_TOOLS = ("file_search", "web_search", "computer_use", "code_interpreter", "image_generation", "mcp")
"""How the types of tools begin that can be chosen by their type alone."""


def _own_tool_chosen(chat: Chat) -> str | None:
    choice = chat.settings.get("tool_choice") if chat.format.traits.messages_are_items else None
    kind = choice.get("type") if isinstance(choice, dict) else None
    return kind if isinstance(kind, str) and kind.startswith(_OWN_TOOLS) else None


def _offers(chat: Chat, kind: str) -> bool:
    tools = chat.settings.get("tools")
    kinds = [str(tool.get("type")) for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    beginning = next(own for own in _OWN_TOOLS if kind.startswith(own))
    return any(other.startswith(beginning) for other in kinds) or "previous_response_id" in chat.settings


def _may_be_loaded(chat: Chat, name: str) -> bool:
    """Whether it may be a built-in tool, or one that the request loads from elsewhere."""
    tools = chat.settings.get("tools")
    others = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    return any(tool.get("name") == name or tool.get("type") in ("mcp", "namespace", "tool_search") for tool in others)


leave_out = leaving_out("Without tools, it has no effect.")


@rule("RQ142", "tool-choice-without-tools", fix=leave_out)
def tool_choice_without_tools(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a tool choice but no tools.

    This usually comes from a library that always sends its default.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tool_choice": "auto"}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    """
    if not chat.settings.get("tools") and chat.settings.get("tool_choice") is not None:
        choice = tool_choice(chat.settings)
        if target.request.settings.accepts_choice_without_tools and (choice is None or choice.kind != ANY):
            return
        severity = WARNING if choice is not None and choice.kind == NONE else None
        yield at_setting(
            ("tool_choice",), "No tools are offered.", severity=severity, word=choice.word if choice else ""
        )


@rule("RQ143", "parallel-calls-without-tools", fix=leave_out)
def parallel_calls_without_tools(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a setting for parallel tool calls but no tools.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "parallel_tool_calls": false}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    """
    if not chat.settings.get("tools") and isinstance(chat.settings.get("parallel_tool_calls"), bool):
        yield at_setting(("parallel_tool_calls",), "No tools are offered.")


def let_the_model_choose(context: RepairContext, finding: Finding) -> Fix | None:
    """Let the model choose, and demand the call in the prompt instead."""
    choice = tool_choice(context.chat.settings)
    place = context.conversation.body + to_pointer(_setting_of(choice)) if choice else finding.at
    value = context.value(place)
    if not isinstance(value, (str, dict)):
        return None
    freed = _freed(place, value)
    demand = instruction(context, _demand(choice)) if choice and finding.severity == ERROR else None
    if demand is None:
        why = "The model may then answer without a tool, which changes the request."
        return Fix("Let the model choose", (freed,), False, why, 0.6)
    why = "The prompt states what the setting demanded."
    return Fix("Demand the call in the prompt", (freed, demand), True, why, 0.7)


def _setting_of(choice: Choice) -> Path:
    """The path of the whole choice, without the name inside it."""
    return choice.path[:1] if choice.path[0] == "tool_choice" else choice.path[:2]


def _freed(place: str, value: Json) -> Operation:
    """The operation that no longer forces a call, in the shape of the API."""
    if isinstance(value, str):
        return replace(place, "auto")
    if isinstance(value, dict) and "type" in value:
        return replace(place, {**{key: kept for key, kept in value.items() if key not in _NAMING}, "type": "auto"})
    return remove(place)


_NAMING = frozenset({"name", "function", "type"})


def _demand(choice: Choice) -> str:
    if choice.kind == NAMED:
        return f"Answer with a call of {' or '.join(choice.names)}."
    return "Answer with a call of one of the tools."


@rule("RQ144", "thinking-forced-tool", fix=let_the_model_choose)
def thinking_forced_tool(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request forces a tool while thinking is on, whether with a budget or adaptive.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "Hello"}], "tool_choice": {"type": "any"},
         "tools": [{"name": "now", "input_schema": {"type": "object"}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "Hello"}], "tool_choice": {"type": "auto"},
         "tools": [{"name": "now", "input_schema": {"type": "object"}}]}
    """
    choice = tool_choice(chat.settings)
    if choice is None or not choice.forces:
        return
    thinking = thinking_value(chat)
    is_requested = thinking.get("type") in ("enabled", "adaptive") if isinstance(thinking, dict) else False
    is_requested = is_requested or chat.settings.get("enable_thinking") is True
    if is_requested or (target.request.settings.thinks_by_model and thinks(chat)):
        yield at_setting(_place(choice), "Thinking is on, and the request forces a tool.", word=choice.word)


def call_the_only_tool(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace the name with `required`, if only the named tool is offered."""
    choice, tools = tool_choice(context.chat.settings), defined(context.chat)
    if choice is None or [tool.name for tool in tools] != list(choice.names):
        return None
    why = "Only this tool is offered, so the model must call it."
    return Fix('Write "required"', (replace(finding.at, "required"),), True, why, 0.95)


@rule("RQ148", "tool-choice-not-text", fix=call_the_only_tool)
def tool_choice_not_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request names the tool to call in an object, but this server accepts only a string.

    Bad (lm-studio):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "now", "parameters": {
           "type": "object", "properties": {}}}}],
         "tool_choice": {"type": "function", "function": {"name": "now"}}}
    Good (lm-studio):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "now", "parameters": {
           "type": "object", "properties": {}}}}], "tool_choice": "required"}
    """
    if target.request.settings.tool_choice_is_text and isinstance(chat.settings.get("tool_choice"), dict):
        choice = tool_choice(chat.settings)
        name = next(iter(choice.names), "") if choice else ""
        yield at_setting(("tool_choice",), "This server accepts only none, auto or required.", name=name)


@rule("MO121", "forced-tool-unsupported-by-model", fix=let_the_model_choose)
def forced_tool_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request forces a tool call, which this model does not support.

    Use strict tools or instructions in the prompt instead.

    Bad (anthropic):
        {"model": "claude-opus-5-5", "max_tokens": 400, "messages": [{"role": "user", "content": "Hello"}],
         "tool_choice": {"type": "any"},
         "tools": [{"name": "ls", "input_schema": {"type": "object", "properties": {}}}]}
    Good (anthropic):
        {"model": "claude-opus-5-5", "max_tokens": 400, "messages": [{"role": "user", "content": "Hello"}],
         "tool_choice": {"type": "auto"},
         "tools": [{"name": "ls", "input_schema": {"type": "object", "properties": {}}}]}
    """
    choice = tool_choice(chat.settings)
    if choice is None or not choice.forces:
        return
    text = f"The model {chat.model} cannot be forced to call a tool."
    if chat.facts.forces_tools is False:
        yield at_setting(_place(choice), text)
    elif choice.path[0] != "toolConfig":
        return
    elif chat.facts.platform_forces_tools is False:
        yield at_setting(("toolConfig", "toolChoice"), text, variant="platform", word=choice.word)
    elif chat.facts.platform_names_tools is False and choice.kind == NAMED:
        text = f"The model {chat.model} can be forced to call any tool, but not one by its name."
        yield at_setting(("toolConfig", "toolChoice"), text, variant="platform", word=choice.word)


def _place(choice: Choice) -> Path:
    return choice.path[:1] if choice.path[0] == "tool_choice" else choice.path
