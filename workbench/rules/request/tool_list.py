"""The list of tools: its length, and the names and descriptions of its tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import LENGTH, Problem
from workbench.json.description import quoted, tool_of
from workbench.json.patch import remove
from workbench.json.pointer import to_pointer
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.occasions import defines_tools
from workbench.rules.request.definitions import at_setting, at_tool, defined, named_by_provider
from workbench.rules.tools.renaming import rename_own_tool, tool_at
from workbench.targets.contract import WARNING, Target

leave_out = leaving_out("It has no effect, and the provider refuses it.", 0.95)


@rule("RQ131", "tools-empty", schema_problem="length:min:array", fix=leave_out)
def tools_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """The list of tools is empty.

    Leave the field out if no tool is offered.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": []}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    """
    if chat.settings.get("tools") == []:
        problem = Problem(LENGTH, ("tools",), {"value": [], "bound": "min", "of": "array", "limit": 1, "length": 0})
        yield at_setting(("tools",), "The list of tools is empty.", problem=problem)


@rule("RQ132", "tools-too-many", schema_problem="length:max:array", with_rules=("field-missing",))
def tools_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers more tools than the provider allows.

    This usually comes from connecting several servers whose tools are all offered in every request.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [
          {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
          {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
          {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
          {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
          {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "now"}}]}
    """
    limit, tools = target.request.tools.count, chat.settings.get("tools")
    if limit is not None and isinstance(tools, list) and len(tools) > limit:
        facts = {"value": tools, "bound": "max", "of": "array", "limit": limit, "length": len(tools)}
        text = f"{len(tools)} tools are offered; {limit} are allowed."
        yield at_setting(("tools", limit), text, problem=Problem(LENGTH, ("tools",), facts))


def drop_equal_tool(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove the second of two equal tools, or rename a tool that is named like one of the provider's."""
    copy, first = _whole_tool(context, finding.at), _whole_tool(context, finding.partner)
    if copy is None or first is None or context.value(copy) != context.value(first):
        return rename_own_tool(context, finding)
    return Fix("Remove the duplicate tool", (remove(copy),), True, "Both are the same.", 0.95, keeps=(first,))


def _whole_tool(context: RepairContext, pointer: str | None) -> str | None:
    """Return the place of the tool in the file, with everything that the file has around its definition."""
    tool = None if pointer is None else tool_at(context, pointer)
    return pointer if tool is None else context.conversation.body + to_pointer(tool.path)


@rule("RQ133", "tool-name-duplicate", fix=drop_equal_tool, occasion=defines_tools)
def tool_name_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two tools have the same name.

    This usually comes from offering the tools of two servers, or from adding the same tool in every turn.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "now", "input_schema": {"type": "object"}},
           {"name": "now", "input_schema": {"type": "object"}}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "now", "input_schema": {"type": "object"}}]}
    """
    first = dict(named_by_provider(chat))
    for tool in defined(chat):
        if not isinstance(tool.name, str) or not tool.name:
            continue
        if tool.name in first:
            text = f"Another tool is also named {quoted(tool.name)}."
            yield at_tool(tool, tool.path, text)._replace(partner=(-1, first[tool.name]))
        first.setdefault(tool.name, tool.path)


@rule("RQ134", "tool-name-too-long", schema_problem="length:max:string", occasion=defines_tools)
def tool_name_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's name is longer than the provider allows.

    This usually comes from prefixing a tool's name with the name of its server.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "a_name_that_was_made_of_the_name_of_a_server_and_that_of_the_tool_in_it"}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "tool_in_it"}}]}
    """
    limit = target.request.tools.name_max
    for tool in defined(chat) if limit is not None else ():
        if isinstance(tool.name, str) and len(tool.name) > (limit or 0):
            path = (*tool.holder, "name")
            facts = {"value": tool.name, "bound": "max", "of": "string", "limit": limit, "length": len(tool.name)}
            text = f"The name {quoted(tool.name)} has {len(tool.name)} characters; {limit} are allowed."
            problem = Problem(LENGTH, path, facts)
            yield at_tool(tool, path, text, problem=problem, limit=limit, length=len(tool.name))


@rule("RQ150", "tool-name-reserved")
def tool_name_reserved(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool has a name that the provider reserves for its own tools.

    Bad (qwen):
        {"model": "qwen3-coder-plus", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "search", "parameters": {
           "type": "object", "properties": {}}}}]}
    Good (qwen):
        {"model": "qwen3-coder-plus", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "web_search", "parameters": {
           "type": "object", "properties": {}}}}]}
    """
    for tool in defined(chat):
        if isinstance(tool.name, str) and tool.name in target.request.tools.reserved_names:
            text = f"The provider reserves the name {quoted(tool.name)}."
            yield at_tool(tool, (*tool.holder, "name"), text, name=tool.name)
    yield from _namespaces(chat, target.request.tools.reserved_namespaces)


def _namespaces(chat: Chat, reserved: Mapping[str, str]) -> Iterator[Violation]:
    tools = chat.settings.get("tools") if reserved else None
    listed = [tool if isinstance(tool, dict) else {} for tool in tools] if isinstance(tools, list) else []
    kinds = {str(tool.get("type")) for tool in listed}
    for number, tool in enumerate(listed):
        name = tool.get("name")
        if tool.get("type") != "namespace" or not isinstance(name, str) or name not in reserved:
            continue
        beside = reserved[name]
        if not beside or beside in kinds:
            text = f"The namespace {quoted(name)} collides with a tool of the provider."
            yield at_setting(("tools", number, "name"), text, name=name, variant="beside" if beside else "namespace")


@rule("RQ136", "tool-description-too-long", schema_problem="length:max:string", occasion=defines_tools)
def tool_description_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's description is longer than the API allows; its older versions allow much less.

    This usually comes from offering the tools of a server that explains each of them at length.

    Bad (azure-openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "now", "description": "It tells the hour.…×65…"}}]}
    Good (azure-openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "now", "description": "It tells the hour."}}]}
    """
    terms = target.request.tools
    limits = [limit for limit in (terms.description_max, terms.description_doubtful) if limit is not None]
    for tool in defined(chat) if limits else ():
        description = tool.fields.get("description")
        exceeded = [limit for limit in limits if isinstance(description, str) and len(description) > limit]
        if exceeded and isinstance(description, str):
            limit, path = max(exceeded), (*tool.holder, "description")
            facts = {"value": "", "bound": "max", "of": "string", "limit": limit, "length": len(description)}
            text = f"The description of {tool_of(tool.name)} has {len(description)} characters; {limit} are allowed."
            severity = None if limit == terms.description_max else WARNING
            yield at_tool(tool, path, text, severity=severity, problem=Problem(LENGTH, path, facts))


@rule("RQ135", "tool-description-empty", schema_problem="length:min:string", fix=leave_out, occasion=defines_tools)
def tool_description_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's description is empty; leave it out or write one.

    Bad (bedrock):
        {"modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}], "toolConfig": {"tools": [{"toolSpec": {
           "name": "now", "description": "", "inputSchema": {"json": {"type": "object"}}}}]}}
    Good (bedrock):
        {"modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}], "toolConfig": {"tools": [{"toolSpec": {
           "name": "now", "inputSchema": {"json": {"type": "object"}}}}]}}
    """
    for tool in defined(chat):
        if tool.fields.get("description") == "":
            path = (*tool.holder, "description")
            facts = {"value": "", "bound": "min", "of": "string", "limit": 1, "length": 0}
            text = f"The description of {tool_of(tool.name)} is empty."
            yield at_tool(tool, path, text, problem=Problem(LENGTH, path, facts))
