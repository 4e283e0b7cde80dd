"""An empty list of calls."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import is_request
from workbench.checks.schema import LENGTH, Problem
from workbench.json.patch import remove
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import WARNING, Target

_KEY = "tool_calls"


def leave_out(context: RepairContext, finding: Finding) -> Fix | None:
    if context.value(finding.at) != []:
        return None
    return Fix(
        "Leave out the empty list", (remove(finding.at),), True, "It has no calls, and the provider refuses it.", 0.95
    )


@rule("TA208", "tool-calls-empty", schema_problem="length:min:array", fix=leave_out)
def tool_calls_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has an empty list of tool calls.

    Leave the field out if no tool is called. This usually comes from a client that fills in its own default. In a
    history that is not a request it is a warning, because programs store more in their files than they send.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Aye.", "tool_calls": []}, {"role": "user", "content": "Go on."}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Aye."}, {"role": "user", "content": "Go on."}]}
    """
    if not chat.format.traits.calls_beside_content:
        return
    severity = None if is_request(chat) else WARNING
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and message.get(_KEY) == []:
            facts = {"value": [], "bound": "min", "of": "array", "limit": 1, "length": 0}
            problem = Problem(LENGTH, (chat.format.list_key, index, _KEY), facts)
            yield at_message(index, "The list of tool calls is empty.", (_KEY,), severity=severity)._replace(
                problem=problem
            )
