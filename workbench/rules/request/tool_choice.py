"""Tool choices that contradict the offered tools, the thinking settings or the model."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.pointer import Path
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.choices import ANY, NONE, Choice, tool_choice
from workbench.rules.request.definitions import at_setting, defined
from workbench.rules.thinking.switches import thinking_value, thinks
from workbench.targets.contract import WARNING, Target


@rule("RQ141", "tool-choice-unknown-tool")
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
    path = finding.at
    value = context.value(path)
    free = {"type": "auto"} if isinstance(value, dict) else "auto" if isinstance(value, str) else None
    if free is None:
        return None
    why = "The model may then answer without a tool, which changes the request."
    return Fix("Let the model choose", (replace(path, free),), False, why, 0.6)


@rule("RQ144", "thinking-forced-tool", fix=let_the_model_choose)
def thinking_forced_tool(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request forces a tool while thinking is on.

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
    is_requested = thinking.get("type") == "enabled" if isinstance(thinking, dict) else False
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
        yield at_setting(("tool_choice",), "This server accepts only none, auto or required.")


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
    elif chat.facts.platform_forces_tools is False and choice.path[0] == "toolConfig":
        yield at_setting(("toolConfig", "toolChoice"), text, variant="platform", word=choice.word)


def _place(choice: Choice) -> Path:
    return choice.path[:1] if choice.path[0] == "tool_choice" else choice.path
