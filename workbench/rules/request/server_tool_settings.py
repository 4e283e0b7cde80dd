"""Contradicting settings of tools that the provider runs itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import named_previews
from workbench.json.description import quoted
from workbench.json.patch import add, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import ERROR, WARNING, Target

_FILTERING = re.compile(r"web_(?:search|fetch)_(\d{8})$")
_CODE = re.compile(r"code_execution_(\d{8})$")
_FILTERS_SINCE, _SHARED_SINCE = "20260209", "20260120"
_TOOLSETS_SINCE = "mcp-client-2025-11-20"


def _typed(chat: Chat) -> list[tuple[int, str, dict[str, Json]]]:
    """The tools that have a type, each with its index."""
    tools = chat.settings.get("tools")
    found = enumerate(tools) if isinstance(tools, list) else ()
    return [
        (n, tool["type"], tool) for n, tool in found if isinstance(tool, dict) and isinstance(tool.get("type"), str)
    ]


@rule("RQ229", "code-tool-injected-twice")
def code_tool_injected_twice(chat: Chat, target: Target) -> Iterator[Violation]:
    """A web tool adds its own code tool, but the request offers an older one of the same name.

    Since February 2026, web tools run code to filter their results. Leave out the code tool, or offer a version of
    January 2026 or later, which the web tools share.

    Bad (anthropic):
        {"model": "claude-opus-4-8", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search_20260209", "name": "web_search"},
           {"type": "code_execution_20250825", "name": "code_execution"}]}
    Good (anthropic):
        {"model": "claude-opus-4-8", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search_20260209", "name": "web_search"},
           {"type": "code_execution_20260120", "name": "code_execution"}]}
    """
    typed = _typed(chat)
    if not any((match := _FILTERING.match(kind)) and match[1] >= _FILTERS_SINCE for _, kind, _ in typed):
        return
    for number, kind, _ in typed:
        if (match := _CODE.match(kind)) and match[1] < _SHARED_SINCE:
            yield at_setting(("tools", number), "A web tool adds a newer code tool of the same name.")


@rule("RQ235", "search-domains-both-ways")
def search_domains_both_ways(chat: Chat, target: Target) -> Iterator[Violation]:
    """A web tool lists both allowed and blocked domains, but the provider accepts only one of the lists.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search_20250305", "name": "web_search", "allowed_domains": ["a.example"],
           "blocked_domains": ["b.example"]}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search_20250305", "name": "web_search", "allowed_domains": ["a.example"]}]}
    """
    for number, kind, tool in _typed(chat):
        if _FILTERING.match(kind) and tool.get("allowed_domains") and tool.get("blocked_domains"):
            yield at_setting(("tools", number, "blocked_domains"), "The tool has both allowed and blocked domains.")


def _needs_toolsets(chat: Chat, target: Target) -> bool:
    """Whether the request names the version of the connector that needs a toolset for each server, or a later one."""
    named = named_previews(chat, target)
    return any(preview.startswith("mcp-client-") and preview >= _TOOLSETS_SINCE for preview in named)


def add_toolset(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the toolset of a server, or suggest to name it in a toolset that names no server of the request."""
    name, root = context.value(f"{finding.at}/name"), context.conversation.body
    toolsets, servers = _toolsets(context.chat), _servers(context.chat)
    unused = [server for server in servers if server not in toolsets.values()]
    unnamed = [number for number, server in toolsets.items() if server not in servers]
    if len(unused) == 1 and len(unnamed) == 1:
        patch = replace(f"{root}/tools/{unnamed[0]}/mcp_server_name", unused[0])
        return Fix(f"Name {unused[0]} in the toolset", (patch,), False, "No other server lacks a toolset.", 0.6)
    tools = context.value(f"{root}/tools")
    if unnamed or not isinstance(name, str) or not isinstance(tools, (list, type(None))):
        return None
    toolset = {"type": "mcp_toolset", "mcp_server_name": name}
    patch = add(f"{root}/tools", [toolset]) if tools is None else add(f"{root}/tools/-", toolset)
    why = "Every server needs a toolset; without further settings it offers all tools of the server."
    return Fix(f"Add a toolset for {name}", (patch,), finding.severity == ERROR, why, 0.9)


def _toolsets(chat: Chat) -> dict[int, Json]:
    """The server of each toolset, by the number of the tool."""
    return {number: tool.get("mcp_server_name") for number, kind, tool in _typed(chat) if kind == "mcp_toolset"}


def _servers(chat: Chat) -> list[Json]:
    listed = chat.settings.get("mcp_servers")
    return [server.get("name") for server in listed if isinstance(server, dict)] if isinstance(listed, list) else []


@rule("RQ227", "mcp-server-unused", fix=add_toolset)
def mcp_server_unused(chat: Chat, target: Target) -> Iterator[Violation]:
    """An MCP server has no toolset, or a toolset has no server.

    Since November 2025 every server needs exactly one toolset among the tools. A request without any toolset may be
    for the earlier version, which needs none: that is a warning.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "mcp_servers": [{"type": "url", "name": "notes", "url": "https://notes.example/mcp"}],
         "tools": [{"type": "mcp_toolset", "mcp_server_name": "note"}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "mcp_servers": [{"type": "url", "name": "notes", "url": "https://notes.example/mcp"}],
         "tools": [{"type": "mcp_toolset", "mcp_server_name": "notes"}]}
    """
    toolsets, servers = _toolsets(chat), _servers(chat)
    is_certain = bool(toolsets) or _needs_toolsets(chat, target)
    for number, name in enumerate(servers):
        if name not in toolsets.values():
            text = f"No toolset uses the server {quoted(name)}."
            text += "" if is_certain else " Since November 2025 the connector requires one."
            yield at_setting(("mcp_servers", number), text, severity=None if is_certain else WARNING, name=name)
    for number, name in toolsets.items():
        if name not in servers:
            text = f"The request has no MCP server {quoted(name)}."
            yield at_setting(("tools", number, "mcp_server_name"), text, variant="toolset", name=name)
