"""Two objects in the arguments of one call."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import tool_of
from workbench.json.patch import Operation, add, replace
from workbench.json.pointer import replaced
from workbench.json.text import glued_objects, is_json_object, parse_or_none
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import NO_RESULT, RepairContext
from workbench.rules.editing.moving import place_after
from workbench.rules.editing.rewriting_ids import new_ids
from workbench.rules.occasions import has_unreadable_arguments
from workbench.targets.contract import Target


def split_calls(context: RepairContext, finding: Finding) -> Fix | None:
    """Make each object a call of its own, with a placeholder for each missing result."""
    call = context.event(finding.at, "call")
    pieces = glued_objects(call.value) if call and isinstance(call.value, str) else []
    answer = context.format.answer
    if call is None or len(pieces) < 2 or answer is None or not context.in_list:
        return None
    if not isinstance(call.id, str) or not call.id:
        return None  # the new ids derive from it; another fix adds it first
    if not call.path or context.format.envelope is not None:
        return None  # only for formats with a list of calls, and one message per result
    patch: list[Operation] = [replace(context.at(call, "value"), pieces[0])]
    place = place_after(context, call.message)
    for piece, new_id in zip(pieces[1:], new_ids(context, call.id), strict=False):
        block = replaced(replaced(call.raw, call.places["id"], new_id), call.places["value"], piece)
        patch.append(add(context.pointer(call.message, (*call.path[:-1], "-")), block))
        patch.append(add(context.pointer(place), answer(new_id, call.name, NO_RESULT)))
    why = "Two streamed calls were read as one; the second call's id and result are not in the file."
    return Fix("Split into one call per object", tuple(patch), True, why, 0.75)


@rule("TA205", "tool-args-concatenated", may_be_healed=True, fix=split_calls, occasion=has_unreadable_arguments)
def tool_args_concatenated(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments of a call are two concatenated objects.

    Two streamed calls with the same index were read as one: the second call's id is lost and its arguments are
    appended to the first. Strict servers refuse the arguments; lenient ones run a call that the model never made.

    Bad (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read", "arguments": "{\\"path\\":\\"a\\"}{\\"path\\":\\"b\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "A"}]
    Good (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read", "arguments": "{\\"path\\":\\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "A"}]
    """
    for call, value in unparsable_calls(chat):
        if (count := len(glued_objects(value))) > 1:
            yield at(
                call,
                f"The arguments of {tool_of(call.name)} are {count} concatenated objects.",
                "value",
            )


def unparsable_calls(chat: Chat) -> list[tuple[Event, str]]:
    """The calls whose arguments cannot be parsed, with those arguments; computed once for all rules."""
    found: list[tuple[Event, str]] | None = chat.memo.get("unparsable")
    if found is None:
        found = chat.memo["unparsable"] = [
            (call, value) for call in chat.calls if (value := _unparsable(call)) is not None
        ]
    return found


def _unparsable(call: Event) -> str | None:
    """The arguments, if they are a string that should contain an object but does not. An empty string means none."""
    value = call.value
    if not isinstance(value, str) or is_json_object(value) or not value.strip() or _is_custom(call.raw):
        return None
    return None if isinstance(parse_or_none(value), str) else value


def _is_custom(raw: object) -> bool:
    """Whether the call is of a custom tool, whose argument is free text."""
    return isinstance(raw, dict) and ("custom" in raw or str(raw.get("type", "")).startswith("custom"))
