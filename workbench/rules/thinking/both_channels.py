"""Reasoning and text next to calls, for which the model's chat template has only one place."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.occasions import has_calls
from workbench.targets.contract import WARNING, Target
from workbench.targets.templates import template_named

_THOUGHTS = ("thinking", "reasoning_content", "reasoning")


@rule("TH921", "thinking-beside-content", occasion=has_calls)
def thinking_beside_content(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message with tool calls has both text and reasoning, but the model's chat template accepts only one of them.

    The template of gpt-oss raises an error, which the server passes on. Another version of the template may accept it.

    Bad (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "Let me see.", "reasoning_content": "Look it up.", "tool_calls": [
           {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    Good (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "reasoning_content": "Look it up.", "tool_calls": [
           {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    """
    if not template_named(chat.facts.template).thought_or_text:
        return
    for index in sorted({call.message for call in chat.calls}):
        message = chat.messages[index]
        if isinstance(message, dict) and message.get("content") and any(message.get(key) for key in _THOUGHTS):
            yield at_message(index, "The message has both text and reasoning next to its calls.", severity=WARNING)
