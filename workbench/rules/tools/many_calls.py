"""More calls in one message than the provider accepts."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.occasions import has_too_many_calls, most_calls
from workbench.targets.contract import Target


@rule(
    "TC119",
    "tool-calls-too-many",
    with_rules=("tool-id-duplicate", "tool-name-empty", "tool-result-missing"),
    occasion=has_too_many_calls,
)
def tool_calls_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant message calls more tools at once than the provider accepts back.

    A model can make more calls than a request may contain. The provider accepts them spread over several messages, each
    with its results, but that changes the history. In the example, the first calls are empty.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id":"c1"},    …×128…{"id": "call_1",
          "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    limit = most_calls(chat, target)
    if limit is None or len(chat.calls) <= limit:
        return
    counts: dict[int, int] = {}
    for call in chat.calls:
        counts[call.message] = counts.get(call.message, 0) + 1
    for index, count in counts.items():
        if count > limit:
            text = f"The message has {count} calls; {limit} are allowed."
            yield at_message(index, text, ("tool_calls",), length=count, limit=limit)
