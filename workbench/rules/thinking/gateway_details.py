"""Reasoning of a model behind a gateway, which has its own field for it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.occasions import has_calls
from workbench.targets.contract import Target

_DETAIL_FIELDS = ("reasoning_details", "extra_content", "reasoning_opaque")


@rule("TH920", "reasoning-details-missing", occasion=has_calls)
def reasoning_details_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call has lost the signed details that the gateway sent with it.

    Gemini 3 requires the signature of its reasoning. OpenRouter returns it in `reasoning_details` and reads it from
    there. This usually comes from a client that supports only OpenAI's fields. Only the current turn is checked: the
    messages after the newest user message.

    Bad (openrouter):
        {"model": "google/gemini-3-pro-preview", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    Good (openrouter):
        {"model": "google/gemini-3-pro-preview", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": null, "reasoning_details": [{"type": "reasoning.encrypted", "data": "c2ln"}],
          "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    """
    if not chat.facts.signs_calls:
        return
    newest = max((index for index, role in enumerate(chat.roles) if role == "user"), default=-1)
    for index in sorted({call.message for call in chat.calls if call.message > newest}):
        message = chat.messages[index]
        if isinstance(message, dict) and not any(message.get(key) for key in _DETAIL_FIELDS):
            name = next(call.name for call in chat.calls if call.message == index)
            yield at_message(index, "The signature of the reasoning for this call is missing.", name=name)
