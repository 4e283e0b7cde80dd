"""Two calls with the same id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.lost_words import lost_words
from workbench.json.patch import Operation, remove, replace
from workbench.json.text import compact
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.placeholders import placed_answer
from workbench.rules.editing.rewriting_ids import unique_id
from workbench.rules.occasions import has_repeated_call_id
from workbench.targets.contract import WARNING, Target


def separate_duplicates(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove an exact copy of a call in the same message; give a different call a new id."""
    call = context.event(finding.at, "call")
    first = context.event(finding.partner, "call")
    if call is None or call is first or not isinstance(call.id, str):
        return None
    if first is None:
        return _without_foreign_copy(context, finding, call)
    new = unique_id(context, call)
    result = pairs_of(context.chat, context.target.pairing).answered.get(id(call))
    is_copy = call.message == first.message and compact(call.raw) == compact(first.raw)
    if is_copy and (result is None or result.path == call.path):
        why = "It is the same call written twice; the first one stays."
        keeps = (context.at(first),)
        return Fix("Remove the copy of the call", (remove(context.at(call)),), True, why, 0.95, keeps)
    if new is None:
        return None
    title = f"Give the second call the id {new}"
    if result is not None:
        patch: tuple[Operation, ...] = (replace(context.at(call, "id"), new), replace(context.at(result, "id"), new))
        return Fix(
            f"{title}, and its result",
            patch,
            True,
            "Each of the two calls has a result; each pair gets one id.",
            0.9,
        )
    answer = placed_answer(context, call, call_id=new)
    if answer is None:
        return None
    why = "The two calls differ, and there is only one result; it stays with the first call."
    return Fix(
        f"{title} and state that it has no result", (replace(context.at(call, "id"), new), *answer), False, why, 0.5
    )


def _without_foreign_copy(context: RepairContext, finding: Finding, call: Event) -> Fix | None:
    """Remove a second copy of the call that is written in another format."""
    place = finding.partner or ""
    if context.event(place, "other") is None or lost_words([context.value(place)], [call.raw]):
        return None
    why = "It is the same call in another format; the one in this format stays."
    return Fix("Remove the copy of the call", (remove(place),), True, why, 0.9, (context.at(call),))


@rule(
    "ID306",
    "tool-id-duplicate",
    may_be_healed=True,
    default=WARNING,
    fix=separate_duplicates,
    occasion=has_repeated_call_id,
)
def tool_id_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two calls have the same id.

    Results cannot be matched to their calls. This usually comes from cumulative stream snapshots read as deltas, or
    from models that restart their ids in every turn (`functions.read:0`). Most providers accept two such calls in
    different turns, each with its own result: that is a warning.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}},
           {"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    """
    if len(chat.calls_by_id) == len(chat.calls):
        return
    for calls in chat.calls_by_id.values():
        if len(calls) == 1:
            continue
        calls_per_message = Counter(call.message for call in calls)
        for again in calls[1:]:
            text = f"The id {quoted(again.id)} was already used by a call in message {PARTNER}."
            severity = WARNING if calls_per_message[again.message] == 1 else None
            yield at(again, text, "id", partner=calls[0], severity=severity, cause=f"duplicate id {again.id}")
