"""A call with two results."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.patch import Operation, remove, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_second_result
from workbench.targets.contract import WARNING, Target


def merge_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove an equal copy; join two different results into one."""
    second = context.event(finding.at, "result")
    first = context.event(finding.partner, "result")
    if second is None or first is None or first is second or "value" not in first.places or not context.in_list:
        return None
    removal = _removal(context, second)
    if removal is None:
        return None
    if compact(first.value) == compact(second.value):
        return Fix(
            "Remove the copy of the result", (removal,), True, "Both have the same content.", 0.98, (context.at(first),)
        )
    if isinstance(first.value, str) and isinstance(second.value, str):
        joined: Json = f"{first.value}\n\n{second.value}"
    elif isinstance(first.value, list) and isinstance(second.value, list):
        joined = [*first.value, *second.value]
    else:
        return None
    why = "A call may have only one result; the content of both is kept, in order."
    return Fix("Join the two results into one", (replace(context.at(first, "value"), joined), removal), True, why, 0.8)


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
        text = f"The call {quoted(second.id)} was already answered in message {PARTNER}."
        yield at(second, text, partner=first, cause=f"duplicate {second.id}")
