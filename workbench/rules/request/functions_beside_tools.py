"""The API before there were tools: functions, which cannot be next to the messages of tools."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import Operation, add, remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target


def as_tools(context: RepairContext, finding: Finding) -> Fix | None:
    """The same definitions and the same choice, as the newer settings write them."""
    body = finding.at.rpartition("/")[0]
    functions, chosen = context.value(finding.at), context.value(f"{body}/function_call")
    if not isinstance(functions, list) or context.value(f"{body}/tools") is not None:
        return None
    tools = [{"type": "function", "function": function} for function in functions]
    patch: list[Operation] = [add(f"{body}/tools", tools), remove(finding.at)]
    if chosen is not None:
        patch += [add(f"{body}/tool_choice", _as_choice(chosen)), remove(f"{body}/function_call")]
    return Fix(
        "Write the functions as tools", tuple(patch), True, "The same definitions, under their newer name.", 0.95
    )


def _as_choice(chosen: Json) -> Json:
    return {"type": "function", "function": chosen} if isinstance(chosen, dict) else chosen


@rule("RQ241", "functions-beside-tools", fix=as_tools)
def functions_beside_tools(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request defines functions, and its messages have the role of tools.

    Functions came before tools, and the API accepts each of them only with its own messages. It usually comes from
    changing the messages of an older program and not its settings.

    Bad (openai):
        {"model": "gpt-4o", "functions": [{"name": "ls", "parameters": {"type": "object", "properties": {}}}],
         "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]}
    Good (openai):
        {"model": "gpt-4o", "tools": [{"type": "function", "function": {"name": "ls", "parameters": {
           "type": "object", "properties": {}}}}],
         "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]}
    """
    if chat.settings.get("functions") and any(
        isinstance(message, dict) and message.get("role") == "tool" for message in chat.messages
    ):
        yield at_setting(("functions",), "Functions cannot be used next to messages of the role tool.")
