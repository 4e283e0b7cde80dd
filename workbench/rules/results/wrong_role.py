"""Results that hang on a message of the wrong role, or whose state says there is none."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_key, has_states_of_calls
from workbench.targets.contract import WARNING, Target

_KEY = "tool_call_id"
_VALUES = ("result", "output")
"""Where programs keep what a tool gave back, when they have no tool messages."""


def make_tool_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Only where a call of that id waits for it: then it can be nothing else than its result."""
    message = context.message(finding.message_index)
    if not isinstance(message, dict) or context.format.answer is None:
        return None
    call_id = message.get(_KEY)
    known = isinstance(call_id, str) and call_id in context.chat.calls_by_id
    if not known or call_id in context.chat.results_by_id:
        return None
    patch = [replace(context.of_message(finding.message_index, (context.format.role_key,)), "tool")]
    key = next((key for key in _VALUES if key in message), None)
    if key is not None and not message.get("content"):
        value = message[key]
        text = value if isinstance(value, str) else compact(value)
        patch += [
            add(context.of_message(finding.message_index, ("content",)), text),
            remove(context.of_message(finding.message_index, (key,))),
        ]
    why = "The call with this id has no other result."
    return Fix("Make it a tool message", tuple(patch), True, why, 0.85)


@rule(
    "TC117",
    "tool-result-wrong-role",
    default=WARNING,
    with_rules=("tool-result-missing", "field-unknown"),
    fix=make_tool_message,
    occasion=has_key(_KEY),
)
def tool_result_wrong_role(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant or user message has the fields of a tool result.

    The provider does not read them there, so the result is missing. It usually comes from a program that stores call
    and result in one row.

    Bad (openai):
        [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "assistant", "tool_call_id": "call_1", "content": "sunny"}]
    Good (openai):
        [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]
    """
    for index, message in enumerate(chat.messages) if _KEY in chat.keys else ():
        if isinstance(message, dict) and _KEY in message and chat.roles[index] in ("user", "assistant"):
            call_id: Json = message[_KEY]
            text = f"The message has the role {chat.roles[index]}, but contains the result of call {quoted(call_id)}."
            yield at_message(index, text, id=call_id, cause=f"missing {call_id}")


def say_that_it_is_there(context: RepairContext, finding: Finding) -> Fix | None:
    if context.value(finding.at) in (None, "result") or not finding.at.endswith("/state"):
        return None
    return Fix("Set the state to result", (replace(finding.at, "result"),), True, "The result is there.", 0.95)


@rule(
    "FM808",
    "ui-tool-state-inconsistent",
    default=WARNING,
    on="file",
    fix=say_that_it_is_there,
    occasion=has_states_of_calls,
)
def ui_tool_state_inconsistent(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool part of a UI message has a result, but its state means that the call is still running.

    The SDK converts it, because it looks for the result alone; the page that shows the message waits forever.

    Bad (ai@4):
        [{"id": "1", "role": "assistant", "content": "", "toolInvocations": [
          {"state": "call", "toolCallId": "c1", "toolName": "f", "args": {}, "result": "r"}]},
         {"id": "2", "role": "user", "content": "And?"}]
    Good (ai@4):
        [{"id": "1", "role": "assistant", "content": "", "toolInvocations": [
          {"state": "result", "toolCallId": "c1", "toolName": "f", "args": {}, "result": "r"}]},
         {"id": "2", "role": "user", "content": "And?"}]
    """
    for call in chat.calls:
        if "state" not in call.places:
            continue
        holder = call.raw.get("toolInvocation", call.raw) if isinstance(call.raw, dict) else None
        if isinstance(holder, dict) and holder.get("state") in ("call", "partial-call") and "result" in holder:
            yield at(
                call,
                f"The result of {quoted(call.name)} is there, but its state is {quoted(holder['state'])}.",
                "state",
            )
