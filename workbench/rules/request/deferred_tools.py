"""Tools that the model loads only after a search, or calls only from its code."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import remove
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target

_FLAG = "disable_parallel_tool_use"


def load_at_start(context: RepairContext, finding: Finding) -> Fix | None:
    """Load all tools at the start: without a search tool, the model could never find them."""
    tools = context.value(finding.at)
    numbers = [number for number, tool in enumerate(tools) if isinstance(tool, dict) and _DEFERRED in tool]
    patch = tuple(remove(f"{finding.at}/{number}/{_DEFERRED}") for number in numbers)
    return Fix("Load the tools at the start", patch, True, "No search tool could load them later.", 0.9)


_DEFERRED = "defer_loading"
_MARK = "cache_control"


@rule("RQ146", "tools-all-deferred", fix=load_at_start)
def tools_all_deferred(chat: Chat, target: Target) -> Iterator[Violation]:
    """Every tool is deferred until the model searches for it, so no tool is loaded at the start.

    The search tool itself must not be deferred. This usually comes from an agent that has only tools of MCP servers.

    Bad (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "ls", "input_schema": {"type": "object"}, "defer_loading": true}]}
    Good (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "ls", "input_schema": {"type": "object"}}]}
    """
    tools = _tools(chat)
    if tools and all(tool.get("defer_loading") is True for tool in tools):
        yield at_setting(("tools",), "All tools are deferred; at least one must be loaded from the start.")


def without_mark(context: RepairContext, finding: Finding) -> Fix | None:
    why = "A cache mark is not content, and the tool is loaded as before."
    return Fix("Remove the cache mark", (remove(finding.at),), True, why, 0.95)


@rule("RQ175", "tool-deferred-and-cached", fix=without_mark)
def tool_deferred_and_cached(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool that the model loads only after a search has a cache mark.

    What is not loaded at the start cannot be cached. This usually comes from a program that marks the last tool of the
    list, whatever it is.

    Bad (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object"}}, {"name": "ls",
          "input_schema": {"type": "object"}, "defer_loading": true, "cache_control": {"type": "ephemeral"}}]}
    Good (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}},
          {"name": "ls", "input_schema": {"type": "object"}, "defer_loading": true}]}
    """
    tools = chat.settings.get("tools")
    for number, tool in enumerate(tools) if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get(_DEFERRED) is True and tool.get(_MARK) is not None:
            text = f"The tool {quoted(tool.get('name'))} is loaded later, so it cannot be cached."
            yield at_setting(("tools", number, _MARK), text, name=tool.get("name"))


@rule("RQ171", "tool-reference-unknown", applies_to_bare_messages=True)
def tool_reference_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """A search for tools found one that the request no longer offers.

    The result of the search refers to tools by their names, and every one of them must still be in the list. It usually
    comes from an MCP server that is no longer connected.

    Bad (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "tools": [{"name": "find", "input_schema": {"type": "object"}}],
         "messages": [{"role": "user", "content": "Hello"},
          {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "find", "input": {}}]},
          {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1",
            "content": [{"type": "tool_reference", "tool_name": "ls"}]}]}]}
    Good (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "tools": [{"name": "find", "input_schema": {"type": "object"}},
          {"name": "ls", "input_schema": {"type": "object"}, "defer_loading": true}],
         "messages": [{"role": "user", "content": "Hello"},
          {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "find", "input": {}}]},
          {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1",
            "content": [{"type": "tool_reference", "tool_name": "ls"}]}]}]}
    """
    tools = _tools(chat)
    if not tools or any("name" not in tool for tool in tools):
        return  # a toolset of a server brings tools that the request does not name
    offered = [tool["name"] for tool in tools]
    for index, message in enumerate(chat.messages):
        for path, name in _references(message, ()):
            if name not in offered:
                text = f"The request does not offer {quoted(name)}."
                yield at_message(index, text, path, name=name)


def _references(value: object, path: Path) -> Iterator[tuple[Path, Json]]:
    """The tools that results of searches name, and where, however deep in a result they are."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _references(item, (*path, number))
    elif isinstance(value, dict) and value.get("type") == "tool_reference":
        yield path, value.get("tool_name")
    elif isinstance(value, dict):
        for key in ("content", "tool_references"):
            yield from _references(value.get(key), (*path, key))


def allow_parallel(context: RepairContext, finding: Finding) -> Fix | None:
    why = "Code makes its calls one after the other anyway; without the flag, the default applies."
    return Fix("Remove the flag", (remove(finding.at),), True, why, 0.8)


@rule("RQ147", "parallel-off-with-code-callers", fix=allow_parallel)
def parallel_off_with_code_callers(chat: Chat, target: Target) -> Iterator[Violation]:
    """Parallel calls are switched off, which is not possible for a tool that the model's code may call.

    Bad (anthropic):
        {"model": "claude-sonnet-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tool_choice": {"type": "auto", "disable_parallel_tool_use": true}, "tools": [{"name": "ls",
          "input_schema": {"type": "object"}, "allowed_callers": ["code_execution_20250825"]}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tool_choice": {"type": "auto"}, "tools": [{"name": "ls", "input_schema": {"type": "object"},
          "allowed_callers": ["code_execution_20250825"]}]}
    """
    choice = chat.settings.get("tool_choice")
    if isinstance(choice, dict) and choice.get(_FLAG) is True and any(map(_is_called_from_code, _tools(chat))):
        yield at_setting(("tool_choice", _FLAG), "Parallel calls cannot be switched off for tools that code may call.")


def _tools(chat: Chat) -> list[dict[str, Json]]:
    tools = chat.settings.get("tools")
    return [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []


def _is_called_from_code(tool: dict[str, Json]) -> bool:
    callers = tool.get("allowed_callers")
    return isinstance(callers, list) and any(str(caller).startswith("code_execution") for caller in callers)
