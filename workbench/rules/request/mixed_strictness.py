"""Requests with both strict and non-strict tools."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import WITHOUT_NAME, quoted
from workbench.json.patch import replace
from workbench.json.pointer import to_pointer
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import defines_tools
from workbench.rules.request.definitions import at_tool, defined
from workbench.targets.contract import Target


def turn_strict_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Turn strict mode off for all tools: not every schema can be strict."""
    body = context.conversation.body
    strict = [tool for tool in defined(context.chat) if tool.fields.get("strict") is True]
    patch = tuple(replace(f"{body}{to_pointer((*tool.holder, 'strict'))}", False) for tool in strict)
    why = "The schemas do not change, but the model is no longer forced to follow them."
    return Fix("Turn strict mode off for all tools", patch, True, why, 0.8) if patch else None


@rule("RQ145", "tools-mixed-strictness", fix=turn_strict_off, occasion=defines_tools)
def tools_mixed_strictness(chat: Chat, target: Target) -> Iterator[Violation]:
    """Some tools are strict and others are not, but the provider does not accept both together.

    A tool without `strict` is not strict. This usually comes from a client that sets `strict` only if a schema allows
    it.

    Bad (cerebras):
        {"model": "zai-glm-4.7", "messages": [{"role": "user", "content": "Hello"}], "tools": [
          {"type": "function", "function": {"name": "ls", "strict": true, "parameters": {"type": "object",
            "properties": {}, "additionalProperties": false}}},
          {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]}
    Good (cerebras):
        {"model": "zai-glm-4.7", "messages": [{"role": "user", "content": "Hello"}], "tools": [
          {"type": "function", "function": {"name": "ls", "parameters": {"type": "object", "properties": {}}}},
          {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]}
    """
    tools = defined(chat)
    loose = [tool for tool in tools if tool.fields.get("strict") is not True]
    if loose and len(loose) < len(tools):
        path = (*loose[0].holder, "strict") if "strict" in loose[0].fields else loose[0].holder
        yield at_tool(loose[0], path, f"The tool {quoted(loose[0].name, WITHOUT_NAME)} is not strict, but others are.")
