"""A call with several results."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, quoted
from workbench.json.patch import Operation, remove, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_second_result
from workbench.targets.contract import WARNING, Target


def merge_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove an equal copy; join all other results of the call into one."""
    second = context.event(finding.at, "result")
    first = context.event(finding.partner, "result")
    if second is None or first is None or first is second or "value" not in first.places or not context.in_list:
        return None
    if compact(first.value) != compact(second.value):
        others = [other for other in _others(context, first) if compact(other.value) != compact(first.value)]
        if len(others) < 2 or all(other is not second for other in others):
            return _joined(context, first, [second])
        return context.once(("joined results", context.at(first)), lambda: _joined(context, first, others))
    removal = _removal(context, second)
    if removal is None:
        return None
    why = "Both have the same content."
    return Fix("Remove the copy of the result", (removal,), True, why, 0.98, (context.at(first),))


def _others(context: RepairContext, first: Event) -> list[Event]:
    """All further results with the id of this one, in order, up to the next call with that id."""
    chat = context.chat

    def runs() -> dict[int, list[Event]]:
        """The results after each first one."""
        found: dict[int, list[Event]] = {}
        run: list[Event] | None = None
        for event in sorted((*chat.calls_by_id.get(first.id, ()), *chat.results_by_id[first.id]), key=_place):
            if event.kind == "call":
                run = None
            elif run is None:
                run = found.setdefault(id(event), [])
            else:
                run.append(event)
        return found

    if not isinstance(first.id, str) or first.id not in chat.results_by_id:
        return []
    return context.once(("further results", first.id), runs).get(id(first), [])


def _place(event: Event) -> tuple[int, bool]:
    return event.message, event.kind == "result"


def _joined(context: RepairContext, first: Event, others: list[Event]) -> Fix | None:
    """The first result with the content of the others, each different one once; None if they cannot be joined."""
    values = list({compact(result.value): result.value for result in (first, *others)}.values())
    joined: Json
    if all(isinstance(value, str) for value in values):
        joined = "\n\n".join(map(str, values))
    elif all(isinstance(value, list) for value in values):
        joined = [part for value in values if isinstance(value, list) for part in value]
    else:
        return None
    removals = [removal for other in others if (removal := _removal(context, other)) is not None]
    if len(removals) < len(others):
        return None
    title = "Join the two results into one" if len(others) == 1 else f"Join the {len(others) + 1} results into one"
    why = "A call may have only one result; the content of all is kept, in order."
    return Fix(title, (replace(context.at(first, "value"), joined), *removals), True, why, 0.8)


def _removal(context: RepairContext, result: Event) -> Operation | None:
    if context.is_alone(result):
        return remove(context.pointer(result.message))
    return remove(context.at(result)) if len(result.path) == 2 else None


@rule(
    "TC103", "tool-result-duplicate", may_be_healed=True, default=WARNING, fix=merge_results, occasion=has_second_result
)
def tool_result_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """One call has two results.

    Strict providers refuse it; others pass both on, and the model sees two answers. This usually comes from a
    placeholder ("no result") left next to the real result, or from a turn that was stored twice.

    Bad (moonshot):
        {"model": "kimi-k2-0905-preview", "messages": [
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "No result provided"},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]}
    Good (moonshot):
        {"model": "kimi-k2-0905-preview", "messages": [
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]}
    """
    for second, first in pairs_of(chat, target.pairing).duplicates:
        text = f"The call {quoted(second.id, WITHOUT_ID)} was already answered in message {PARTNER}."
        yield at(second, text, partner=first, cause=f"duplicate {second.id}")
