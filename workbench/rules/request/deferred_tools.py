"""Tools that the model loads only after a search, or calls only from its code."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target

_FLAG = "disable_parallel_tool_use"


@rule("RQ146", "tools-all-deferred")
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
