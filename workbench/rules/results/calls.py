"""Calls that lack something or have something next to them, with or without a result."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Tool
from workbench.json.description import WITHOUT_ID, quoted
from workbench.json.patch import add, remove
from workbench.json.text import compact
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_call_without_type, has_calls
from workbench.rules.tools.native_api import api_used
from workbench.targets.contract import WARNING, Target


def define_used_tools(context: RepairContext, finding: Finding) -> Fix | None:
    """Define tools by their names. The history does not describe their arguments, so any are allowed."""
    body = context.conversation.body
    if not context.conversation.base:
        return None
    names = dict.fromkeys(call.name for call in context.chat.calls if isinstance(call.name, str) and call.name)
    tools = context.format.write_tools([Tool(name, "", {"type": "object"}) for name in names])
    why = "The tools are named in the history. Their arguments are unknown, so any are allowed."
    patch = tuple(add(f"{body}/{key}", value) for key, value in tools.items())
    return Fix("Define the tools that the history uses", patch, True, why, 0.7) if patch and names else None


@rule("TC112", "tool-config-missing", fix=define_used_tools, occasion=has_calls)
def tool_config_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history contains tool calls or results, but the request defines no tools.

    This usually comes from a follow-up request (a title, a summary) that reuses the history without the tools. Only a
    whole request body can show this.

    Bad (bedrock):
        {"inferenceConfig": {}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    Good (bedrock):
        {"inferenceConfig": {}, "toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {
          "json": {"type": "object"}}}}]}, "messages": [
         {"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    """
    is_whole_request = bool(chat.settings.keys() - {"system"})
    if chat.calls and is_whole_request and not chat.settings.keys() & {"toolConfig", "tools"}:
        yield at(chat.calls[0], "The history uses tools, but the request defines none.")


def write_as_plan(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the text before the calls to the field that the provider has for it."""
    key, message = context.target.limits.plan_key, context.message(finding.message_index)
    is_sent_unchanged = context.format.name == context.target.wire
    if key is None or not is_sent_unchanged or not isinstance(message, dict) or key in message:
        return None
    events = [event for event in context.events(finding.message_index) if event.kind != "call"]
    texts = [event.value for event in events if event.kind == "text" and isinstance(event.value, str)]
    if len(texts) != len(events):
        return None
    place = context.pointer(finding.message_index, (key,))
    patch = (add(place, "\n".join(texts)), remove(context.pointer(finding.message_index, ("content",))))
    why = f"The provider has the field {key} for text before tool calls."
    return Fix(f"Move the text to {key}", patch, True, why, 0.9)


@rule("TC115", "content-and-tool-calls", fix=write_as_plan, occasion=has_calls)
def content_and_tool_calls(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant message has both text and tool calls.

    Cohere has a separate field for what the model plans to do, and refuses a text block next to calls. Mistral's older
    validators refuse it too, newer ones accept it: for Mistral it is only a note.

    Bad (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "Let me see.", "tool_calls": [{"id": "abcdefghi", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": "r"}]
    Good (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "abcdefghi", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": "r"}]
    """
    calling = {call.message for call in chat.calls}
    for text in chat.texts:
        if text.message in calling and isinstance(text.value, str) and text.value.strip():
            # No refusal of a plain string next to calls is known.
            severity = WARNING if target.limits.plan_key and len(text.path) < _BLOCK_DEPTH else None
            yield at(text, "The message has both content and tool calls.", severity=severity)


_BLOCK_DEPTH = 2


def add_type(context: RepairContext, finding: Finding) -> Fix | None:
    return Fix(
        "Add the type", (add(f"{finding.at}/type", "function"),), True, "It has a function, so its type is function."
    )


@rule("TC116", "tool-call-type-missing", fix=add_type, occasion=has_call_without_type)
def tool_call_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has no `type`.

    Each call needs `"type": "function"`. This usually comes from assembling a stream and keeping only id and function.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    if api_used(chat, target) == "native":
        return
    for call in chat.calls:
        if isinstance(call.raw, dict) and "function" in call.raw and "type" not in call.raw:
            yield at(call, f"The call {quoted(call.id, WITHOUT_ID)} has no type.", call=compact(call.raw))
