"""Re-thread: give a result the id of its call, and keep the result."""

from __future__ import annotations

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.similar_ids import are_alike, bare_key
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.rules.editing.context import RepairContext


def rethread(context: RepairContext, finding: Finding) -> Fix | None:
    """Give a result the id of its partner. Safe if only the prefix differs, or if no other pairing is possible."""
    result = context.event(finding.at, "result")
    call = context.event(finding.partner, "call")
    if result is None or call is None or "id" not in result.places or not isinstance(call.id, str):
        return None
    same_but_prefix = _is_only_match(context, result, call)
    safe = is_safe(context, result, call)
    if same_but_prefix:
        why = f"{quoted(result.id)} and {quoted(call.id)} are the same id written differently, and no other id matches."
    elif safe:
        why = "It is the only result without a call, next to the only call without a result."
    else:
        why = "It is in the right place for that call's result, but other pairings are possible."
    patch = (replace(context.at(result, "id"), call.id),)
    return Fix(f"Re-thread to {call.id} and keep the result", patch, safe, why, 0.98 if same_but_prefix else 0.8)


def is_safe(context: RepairContext, result: Event, call: Event) -> bool:
    """Whether no other pairing is possible."""
    return _is_only_match(context, result, call) or is_only_pairing(context, result, call)


def _is_only_match(context: RepairContext, result: Event, call: Event) -> bool:
    """Whether both are spellings of the same id, and no other unanswered call or stray result has that id."""
    if not are_alike(result.id, call.id):
        return False
    waiting, strays = _unmatched_by_bare_id(context.chat)
    key = bare_key(str(call.id))
    return waiting.get(key) == {str(call.id)} and strays.get(key) == {str(result.id)}


def _unmatched_by_bare_id(chat: Chat) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Bare id → its spellings in unanswered calls, and in results without a call. Computed once."""
    found: tuple[dict[str, set[str]], dict[str, set[str]]] | None = chat.memo.get("alike")
    if found is None:
        calls = {str(call.id) for call in chat.calls}
        results = {str(result.id) for result in chat.results}
        found = chat.memo["alike"] = (_by_key(calls - results), _by_key(results - calls))
    return found


def _by_key(ids: set[str]) -> dict[str, set[str]]:
    keyed: dict[str, set[str]] = {}
    for tool_id in ids:
        keyed.setdefault(bare_key(tool_id), set()).add(tool_id)
    return keyed


def is_only_pairing(context: RepairContext, result: Event, call: Event) -> bool:
    """Whether this call and this result are the only unmatched ones before the next assistant message."""
    waiting, strays = context.once(("left over", call.message), lambda: _unmatched(context, call.message))
    if len(strays) == 1 and len(waiting) == 1:
        return result.name is None or call.name is None or result.name == call.name
    if result.name is None:
        return False
    name = compact(result.name)
    by_name = context.once(("left by name", call.message), lambda: (_by_name(waiting), _by_name(strays)))
    return len(by_name[0].get(name, ())) == len(by_name[1].get(name, ())) == 1 and by_name[0][name][0] is call


def _unmatched(context: RepairContext, message: int) -> tuple[list[Event], list[Event]]:
    """The calls of a message without a result, and the results up to the next assistant message without a call."""
    calls = context.of_kind("call", range(message, message + 1))
    call_ids = {str(other.id) for other in calls}
    results = context.of_kind("result", range(message + 1, context.next_assistant(message + 1)))
    answered = {str(event.id) for event in results}
    waiting = [other for other in calls if str(other.id) not in answered]
    return waiting, [event for event in results if str(event.id) not in call_ids]


def _by_name(events: list[Event]) -> dict[str, list[Event]]:
    named: dict[str, list[Event]] = {}
    for event in events:
        named.setdefault(compact(event.name), []).append(event)
    return named
