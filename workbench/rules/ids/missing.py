"""Calls and results without an id."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.patch import add
from workbench.json.pointer import Path, follow
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.placeholders import kept_as_note
from workbench.rules.editing.rewriting_ids import id_of_length, new_ids
from workbench.rules.occasions import has_call_or_result_without_id
from workbench.rules.tools.fragments import rejoined
from workbench.rules.tools.native_api import api_used
from workbench.targets.contract import Target


def fill_in_id(context: RepairContext, finding: Finding) -> Fix | None:
    """Give a result without an id the id of its unanswered call, and a call without an id a new one."""
    result = context.event(finding.at, "result")
    if result is not None and "id" in result.places:
        return _id_of_waiting_call(context, result)
    call = context.event(finding.at, "call")
    if (joined := rejoined(context, call)) is not None:
        return joined
    if call is None or "id" not in call.places:
        return None
    new = f"call_{call.message}_{'_'.join(str(step) for step in call.path if isinstance(step, int))}"
    if (length := context.target.limits.id_length) is not None:
        new = id_of_length(length, new, set(context.ids))
    elif new in context.ids:
        new = next(new_ids(context, new))
    why = "A call needs an id to be answered."
    return Fix(f"Give the call the id {new}", (add(context.at(call, "id"), new),), True, why, 0.8)


def _id_of_waiting_call(context: RepairContext, result: Event) -> Fix | None:
    """Match by order, if as many results lack an id as calls lack a result, and no tool name contradicts it."""
    start = result.message
    while start > 0 and context.chat.roles[start - 1] != "assistant":
        start -= 1
    fix, filled = context.once(("waiting calls", start), lambda: _ids_by_order(context, start))
    if (result.message, result.path) in filled:
        return fix
    if context.once("waits", lambda: _any_call_waits(context)):
        return None
    why = "Every call in the file has a result. This one is kept word for word, as a note from the user's side."
    return kept_as_note(context, [result], why)


def _any_call_waits(context: RepairContext) -> bool:
    """Whether any call could belong to a result without an id."""
    answered = context.chat.results_by_id
    return any(not isinstance(call.id, str) or not call.id or call.id not in answered for call in context.chat.calls)


def _ids_by_order(context: RepairContext, start: int) -> tuple[Fix | None, set[tuple[int, Path]]]:
    """One fix for all results from `start` up to the next assistant message, and the places of those results."""
    answered = context.once("answered ids", lambda: {str(event.id) for event in context.chat.results})
    end = bisect_left(context.chat.calls, start, key=lambda call: call.message)
    waiting = [call for call in context.chat.calls[:end] if isinstance(call.id, str) and call.id]
    last = waiting[-1].message if waiting else -1
    waiting = [call for call in waiting if call.id not in answered]
    waiting = [call for call in waiting if call.message == last] or waiting
    results = context.of_kind("result", range(start, context.next_assistant(start)))
    without_id = [event for event in results if event.id in (None, "") and "id" in event.places]
    pairs = list(zip(waiting, without_id, strict=False))
    names_fit = all(event.name in (None, "", call.name) for call, event in pairs)
    if not pairs or len(waiting) != len(without_id) or not names_fit:
        return None, set()
    alone = len(pairs) == 1
    why = "Only this call has no result." if alone else "The same number of calls have no result, in this order."
    patch = tuple(add(context.at(event, "id"), call.id) for call, event in pairs)
    title = f"Fill in the id {pairs[0][0].id}" if alone else "Fill in the ids of the calls, in their order"
    return Fix(title, patch, True, why, 0.9 if alone else 0.8), {(event.message, event.path) for event in without_id}


@rule(
    "ID307",
    "tool-id-missing",
    with_rules=("tool-result-missing", "message-dropped"),
    on="file",
    fix=fill_in_id,
    explains="cause",
    occasion=has_call_or_result_without_id,
)
def tool_id_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call or a result has no id.

    Without an id, a call and its result cannot be matched. This usually comes from a stream whose first delta, the one
    with the id, was dropped.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    if chat.format.traits.ids_are_optional or api_used(chat, target) == "native":
        return
    for event in chat.without_id:
        if event.id is None or event.id == "":
            cause = _waiting_cause(chat, event, target) if event.kind == "result" else ""
            has_place = _has_place(event, "id")
            fault = at(event, f"This {event.kind} has no id.", "id" if has_place else "", cause=cause)
            variant = "null" if has_place and event.id is None else "result"
            yield fault._replace(variant=variant) if event.kind == "result" else fault


def _waiting_cause(chat: Chat, result: Event, target: Target) -> str:
    """The cause of the missing result that this one probably is: the last unanswered call before it."""
    missing = pairs_of(chat, target.pairing).missing
    before = bisect_left(missing, result.message, key=lambda call: call.message)
    return f"missing {missing[before - 1].id}" if before else ""


def _has_place(event: Event, part: str) -> bool:
    """Whether the key of this part exists."""
    try:
        follow(event.raw, event.places[part])
    except LookupError:
        return False
    return True
