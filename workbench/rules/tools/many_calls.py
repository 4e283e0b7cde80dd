"""More calls in one message than the provider takes."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.occasions import has_calls
from workbench.targets.contract import Target


@rule(
    "TC119",
    "tool-calls-too-many",
    with_rules=("tool-id-duplicate", "tool-name-empty", "tool-result-missing"),
    occasion=has_calls,
)
def tool_calls_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant message calls more tools at once than the provider accepts back.

    The model may write more calls than a history may hold. Spread over several messages, each with its results, they
    are accepted, but that changes what happened. The example leaves out what the first of its calls call.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id":"c1"},    …×128…{"id": "call_1",
          "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    most = target.limits.calls_in_message
    if most is None or len(chat.calls) <= most:
        return
    counts: dict[int, int] = {}
    for call in chat.calls:
        counts[call.message] = counts.get(call.message, 0) + 1
    for index, count in counts.items():
        if count > most:
            text = f"The message has {count} calls; {most} are allowed."
            yield at_message(index, text, ("tool_calls",), length=count, limit=most)
