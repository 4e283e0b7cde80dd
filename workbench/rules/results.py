"""What a call or a result lacks or has too much of, whatever it is paired with."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import INFO, Target


@rule("TC110", "tool-result-name-missing")
def tool_result_name_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool result does not say which tool it is of.

    The schema requires the name (or pairs by it). Spec 000 leaves `toolName` out of its results, which every version
    of the AI SDK refuses. The name is the call's.

    Bad (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "result": "r"}]}]
    Good (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    """
    odd = {index for index, _ in chat.odd}
    for result in chat.results:
        if result.message in odd or "name" not in result.places or (isinstance(result.name, str) and result.name):
            continue
        yield at(result, f"The result of {result.id!r} does not name its tool.", "" if result.name is None else "name")


@rule("TC111", "tool-result-empty-error")
def tool_result_empty_error(chat: Chat, target: Target) -> Iterator[Violation]:
    """A failed tool's result is empty.

    The provider demands that an error says something. It usually comes from a converter that carries the flag and
    drops the text.

    Bad (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [], "status": "error"}}]}]}
    Good (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "denied"}],
           "status": "error"}}]}]}
    """
    for result in chat.results:
        if result.failed and not result.value:
            yield at(result, f"The failed result of {result.id!r} says nothing.", "value")


@rule("TC112", "tool-config-missing")
def tool_config_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history holds tool calls or results, and the request defines no tools.

    It usually comes from a follow-up request (a title, a summary) that reuses the history without the tools. Only a
    whole request body can show this fault.

    Bad (bedrock):
        {"inferenceConfig": {}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    Good (bedrock):
        {"inferenceConfig": {}, "toolConfig": {"tools": []}, "messages": [
         {"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    """
    is_whole_request = bool(chat.settings.keys() - {"system"})
    if chat.calls and is_whole_request and not chat.settings.keys() & {"toolConfig", "tools"}:
        yield at(chat.calls[0], "The history uses tools, and the request defines none.")


@rule("TC115", "content-and-tool-calls")
def content_and_tool_calls(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant message has both text and tool calls.

    Older validators of this provider refuse it, newer ones take it. Only a note.

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
            yield at(text, "The message has both content and tool calls.", severity=INFO)


@rule("TC116", "tool-call-type-missing")
def tool_call_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has no `type`.

    Each call needs `"type": "function"`. It usually comes from assembling a stream and keeping only id and function.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    for call in chat.calls:
        if isinstance(call.raw, dict) and "function" in call.raw and "type" not in call.raw:
            yield at(call, f"The call {call.id!r} has no type.")
