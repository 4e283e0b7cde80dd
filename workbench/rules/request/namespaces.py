"""Calls in a namespace of tools that the request does not have."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.description import quoted
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.occasions import has_key
from workbench.targets.contract import Target

_CALLS = frozenset({"function_call", "custom_tool_call"})
_DEFINING = frozenset({"namespace", "tool_search", "tool_search_output", "additional_tools", "mcp"})
"""Tools and items with which a request has namespaces."""


@rule("RQ173", "call-namespace-undefined", occasion=has_key("namespace"))
def call_namespace_undefined(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call names a namespace of tools, but the request defines no namespace.

    Then the API may not know the field. This usually comes from a program that writes the tools of a namespace as
    single functions, and forgets the calls.

    Bad (openai-responses):
        {"model": "gpt-5.4", "input": [{"role": "user", "content": "Hello"}, {"type": "function_call",
          "call_id": "call_1", "name": "look", "namespace": "ships", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "sea"}],
         "tools": [{"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}]}
    Good (openai-responses):
        {"model": "gpt-5.4", "input": [{"role": "user", "content": "Hello"}, {"type": "function_call",
          "call_id": "call_1", "name": "look", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "sea"}],
         "tools": [{"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}]}
    """
    tools = chat.settings.get("tools")
    if not chat.settings or any(
        _kind(part) in _DEFINING for part in (*chat.messages, *(tools if isinstance(tools, list) else ()))
    ):
        return
    for index, item in enumerate(chat.messages):
        if isinstance(item, dict) and _kind(item) in _CALLS and item.get("namespace") is not None:
            text = f"The request defines no namespace {quoted(item['namespace'])}."
            yield at_message(index, text, ("namespace",))


def _kind(part: Json) -> str | None:
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else None
