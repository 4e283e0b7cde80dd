"""Results in a message of the wrong role, or with a state that contradicts them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import call_of, quoted, tool_of
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.splitting import split_calls_from_results
from workbench.rules.occasions import has_call_states, has_result_of_another_role, results_of_assistant
from workbench.targets.contract import WARNING, Target

_KEY = "tool_call_id"
_VALUES = ("result", "output")
"""Fields in which programs without tool messages store a tool's output."""


def make_tool_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Make the message a tool message, if a call with its id has no result, or if it has nothing but a result; split a
    message with calls and results."""
    if finding.at != context.pointer(finding.message_index):
        return split_calls_from_results(context, finding.message_index)
    return _as_tool_message(context, finding)


def result_fields_as_tool_message(context: RepairContext, finding: Finding) -> Fix | None:
    """The same for an unknown field of a message, if it is a field of a tool's result."""
    message, (holder, _, key) = context.message(finding.message_index), finding.at.rpartition("/")
    is_own = finding.message_index >= 0 and holder == context.pointer(finding.message_index)
    if not is_own or not isinstance(message, dict) or _KEY not in message or key not in (_KEY, *_VALUES):
        return None
    return _as_tool_message(context, finding)


def _as_tool_message(context: RepairContext, finding: Finding) -> Fix | None:
    message = context.message(finding.message_index)
    if not isinstance(message, dict) or context.format.answer is None:
        return None
    call_id = message.get(_KEY)
    has_call = isinstance(call_id, str) and call_id in context.chat.calls_by_id
    key = next((key for key in _VALUES if key in message), None)
    is_only_result = isinstance(call_id, str) and key is not None and not message.get("content")
    if not (has_call or is_only_result) or call_id in context.chat.results_by_id:
        return None
    patch = [replace(context.pointer(finding.message_index, (context.format.role_key,)), "tool")]
    if key is not None and not message.get("content"):
        value = message[key]
        text = value if isinstance(value, str) else compact(value)
        patch += [
            add(context.pointer(finding.message_index, ("content",)), text),
            remove(context.pointer(finding.message_index, (key,))),
        ]
    why = "The call with this id has no other result." if has_call else "The message has nothing but a tool's result."
    return Fix("Make it a tool message", tuple(patch), True, why, 0.85)


@rule(
    "TC117",
    "tool-result-wrong-role",
    default=WARNING,
    with_rules=("tool-result-missing", "field-unknown"),
    fix=make_tool_message,
    occasion=has_result_of_another_role,
)
def tool_result_wrong_role(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant or user message has the fields of a tool result, or the assistant's own message contains a result.

    The provider does not read them there, so the result is missing. This usually comes from a program that stores call
    and result in one row, or from merging messages.

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
            text = f"The message has the role {chat.roles[index]}, but contains the result of {call_of(call_id)}."
            yield at_message(index, text, id=call_id, cause=f"missing {call_id}")
    for result in results_of_assistant(chat, target):
        text = f"The result of {call_of(result.id)} is in a message of the assistant."
        yield at(result, text, cause=f"missing {result.id}", ids=result.id)


def set_state_to_result(context: RepairContext, finding: Finding) -> Fix | None:
    if context.value(finding.at) in (None, "result") or not finding.at.endswith("/state"):
        return None
    return Fix("Set the state to result", (replace(finding.at, "result"),), True, "The call has a result.", 0.95)


@rule(
    "FM808",
    "ui-tool-state-inconsistent",
    default=WARNING,
    on="file",
    fix=set_state_to_result,
    occasion=has_call_states,
)
def ui_tool_state_inconsistent(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool part of a UI message has a result, but its state means that the call is still running.

    The SDK converts it, because it only looks for the result; the page that shows the message waits forever.

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
        part = call.raw.get("toolInvocation", call.raw) if isinstance(call.raw, dict) else None
        if isinstance(part, dict) and part.get("state") in ("call", "partial-call") and "result" in part:
            text = f"The call of {tool_of(call.name)} has a result, but its state is {quoted(part['state'])}."
            yield at(call, text, "state")
