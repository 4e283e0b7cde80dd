"""Results in a message of the wrong role, or with a state that contradicts them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import WITHOUT_ID, call_of, quoted, tool_of
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.splitting import split_calls_from_results
from workbench.rules.occasions import (
    calls_of_user,
    has_call_of_user,
    has_call_states,
    has_result_of_another_role,
    results_of_assistant,
)
from workbench.targets.contract import WARNING, Target

_KEY = "tool_call_id"
_VALUES = ("result", "output")
"""Fields in which programs without tool messages store a tool's output."""


def make_tool_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Make the message a tool message, if a call with its id has no result, or if it has nothing but a result; split a
    message with calls and results, and give one with only results to the user."""
    if finding.at != context.pointer(finding.message_index):
        split = split_calls_from_results(context, finding.message_index)
        return split or _give_to_user(context, finding.message_index)
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


def _give_to_user(context: RepairContext, index: int) -> Fix | None:
    if any(event.kind != "result" for event in context.events(index)):
        return None
    return _with_role(context, index, "user", "It contains only results, which the user's side returns.")


def _with_role(context: RepairContext, index: int, role: str, why: str) -> Fix | None:
    name = context.native_role(role)
    place = context.pointer(index, (context.format.role_key,))
    return Fix(f"Set the role to {name}", (replace(place, name),), True, why, 0.85) if name else None


def give_to_assistant(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the role of the assistant, if the message contains only what a model writes; otherwise give it only the end,
    from the first call or thought on."""
    index, key = finding.message_index, context.format.traits.parts_key
    message, speaker = context.message(index), context.native_role("assistant")
    blocks = message.get(key) if isinstance(message, dict) else None
    own = {event.path[1] for event in context.events(index) if event.kind in _OF_MODEL and len(event.path) == _DEPTH}
    if not own or not isinstance(blocks, list) or speaker is None or not context.in_list:
        return None
    first = min(int(number) for number in own)
    if len(own) != len(blocks) - first:
        return None
    why = "Only the model calls tools."
    if not first:
        return _with_role(context, index, "assistant", why)
    answer = {**message, context.format.role_key: speaker, key: blocks[first:]}
    patch = (replace(context.pointer(index, (key,)), blocks[:first]), add(context.pointer(index + 1), answer))
    return Fix("Give the calls to the assistant", patch, True, why, 0.85)


_OF_MODEL = ("call", "thought")
_DEPTH = 2


@rule(
    "TC125",
    "tool-call-wrong-role",
    default=WARNING,
    fix=give_to_assistant,
    occasion=has_call_of_user,
)
def tool_call_wrong_role(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message of the user contains a tool call.

    Only the model calls tools. This usually comes from merging adjacent messages without comparing their roles.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Weather?"},
           {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "sunny"}]}]
    Good (anthropic):
        [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "sunny"}]}]
    """
    for call in calls_of_user(chat, target):
        yield at(call, f"The call {quoted(call.id, WITHOUT_ID)} is in a message of the user.")


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
        calls = chat.calls_by_id.get(result.id, []) if isinstance(result.id, str) else []
        is_with_call = any(call.message == result.message for call in calls)
        fault = at(result, text, cause=f"missing {result.id}", ids=result.id)
        yield fault if is_with_call else fault._replace(variant="alone")


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
