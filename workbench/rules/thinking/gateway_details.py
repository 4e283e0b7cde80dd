"""Reasoning of a model behind a gateway, which has its own field for it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at, rule
from workbench.rules.occasions import has_calls
from workbench.targets.contract import Target

_DETAIL_FIELDS = (
    *("reasoning_details", "extra_content", "reasoning_opaque"),
    *("provider_specific_fields", "thought_signature"),
)
"""Fields of a message, or of a call in it, in which gateways return the model's own data."""


@rule("TH920", "reasoning-details-missing", occasion=has_calls)
def reasoning_details_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call has lost the signed details that the gateway sent with it.

    Gemini 3 requires the signature of its reasoning. OpenRouter returns it in `reasoning_details` of the message, and
    Google's OpenAI-compatible endpoint in `extra_content` of the call. This usually comes from a client that supports
    only OpenAI's fields. Only the current turn is checked: the messages after the newest user message.

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
    before = -1
    for call in chat.calls:
        first_of_message, before = call.message != before, call.message
        if first_of_message and call.message > newest and not _is_signed(chat.messages[call.message], call.raw):
            text = "The signature of the reasoning for this call is missing."
            yield at(call, text, position=call.message + 1)


def _is_signed(*values: object) -> bool:
    """Whether the message, or the call in it, has a field in which a gateway returns the signature."""
    return any(isinstance(value, dict) and any(value.get(key) for key in _DETAIL_FIELDS) for value in values)
