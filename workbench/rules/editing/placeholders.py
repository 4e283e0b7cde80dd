"""Placeholders and notes: only where nothing can be re-threaded or moved, and they assert only what is known."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.lost_words import lost_words
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import follow
from workbench.json.text import Json, compact
from workbench.rules.editing.context import NO_RESULT, RepairContext
from workbench.rules.editing.moving import place_after
from workbench.rules.editing.rethreading import is_safe
from workbench.rules.editing.speaker import role_by_content
from workbench.rules.editing.splitting import split_calls_from_results

KEEP_AS_TEXT = "Keep the result as text, since its call is missing"
ORPHAN = "A tool result whose call is not in this history"
"""The beginning of a note that holds such a result."""


def is_answered(context: RepairContext, call: Event) -> bool:
    """Whether one result has the id of this call and of no other."""
    if context.format.complete is not None or not isinstance(call.id, str) or not call.id:
        return False
    return len(context.chat.calls_by_id.get(call.id, ())) == 1 and call.id in context.chat.results_by_id


def placed_answer(context: RepairContext, call: Event, call_id: object = None) -> tuple[Json, ...] | None:
    """The patch that puts a placeholder after a call: into the message of its siblings' results, or a new one."""
    answer = context.format.answer
    if answer is None or not context.in_list:
        return None
    block = answer(call.id if call_id is None else call_id, call.name, NO_RESULT)
    envelope = context.envelope([block])
    if envelope is None:
        return (add(context.of_message(place_after(context, call.message)), block),)
    place = context.once(("place of answers", call.message), lambda: _place_in_following(context, call.message + 1))
    return (add(context.of_message(call.message + 1), envelope),) if place is None else (add(place, block),)


def _place_in_following(context: RepairContext, following: int) -> str | None:
    """Where results go into the message after their calls; None if they need a message of their own."""
    results = context.of_kind("result", range(following, min(following + 1, len(context.chat.messages))))
    places = [event.path for event in results if len(event.path) == 2 and isinstance(event.path[1], int)]
    if places:
        key, last = max(places, key=lambda path: path[1])
        return context.of_message(following, (key, int(last) + 1))
    if _merges_into_user_turn(context, following):
        return context.of_message(following, (context.format.traits.parts_key, 0))
    return None


def _merges_into_user_turn(context: RepairContext, index: int) -> bool:
    """Providers whose results live in user turns want one turn, so the placeholder leads the user's next message."""
    traits = context.format.traits
    if not traits.results_lead_user_turns or index >= len(context.chat.messages):
        return False
    message = context.chat.messages[index]
    return context.chat.roles[index] == "user" and isinstance(message.get(traits.parts_key), list)


def noted(context: RepairContext, result: Event, why: str) -> Fix | None:
    """The result as a note of the user's side: in its place if its message holds nothing else, else after it."""
    alone = context.is_alone(result)
    if not alone and not context.in_list:
        return None
    place = context.of_message(result.message) if alone else whole_of(context, result)
    texts = [orphan_note(result), *texts_of(result)]
    removed = context.value(place)
    if lost_words([removed], texts):
        texts.append(compact(removed))  # fields that no reader knows of
    note = context.say(texts)
    if note is None:
        return None
    if alone:
        return Fix(KEEP_AS_TEXT, (replace(place, note),), True, why, 0.7)
    return Fix(KEEP_AS_TEXT, (add(context.of_message(result.message + 1), note), remove(place)), True, why, 0.7)


def orphan_note(result: Event) -> str:
    """What is known of a result whose call is not in the history: what it says itself of the call."""
    names = (("tool", result.name), ("call id", result.id))
    known = ", ".join(f"{what} {name}" for what, name in names if isinstance(name, str) and name)
    return f"{ORPHAN}{known and f' ({known})'}:"


def whole_of(context: RepairContext, event: Event) -> str:
    """The pointer of an event together with what would be left empty without it."""
    path = event.path
    message = context.chat.messages[event.message]
    while len(path) > 2:
        holder = follow(message, path[:-1])
        if isinstance(path[-1], int) and isinstance(holder, list) and len(holder) > 1:
            break
        path = path[:-1]
    return context.of_message(event.message, path)


def texts_of(result: Event) -> list[str]:
    """The content of the result, word for word, and why it failed, if that is known."""
    error = result.raw.get("error") if isinstance(result.raw, dict) else None
    return [*_output_of(result), *([error] if isinstance(error, str) and error else [])]


def _output_of(result: Event) -> list[str]:
    """Its text parts, or its value as JSON."""
    value = result.value
    if isinstance(value, str):
        return [value] if value else []
    if (
        isinstance(value, list)
        and value
        and all(isinstance(part, dict) and isinstance(part.get("text"), str) for part in value)
    ):
        return [part["text"] for part in value]
    return [] if value is None else [compact(value)]


def add_missing_result(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None:
        return None
    if (parted := split_calls_from_results(context, call.message)) is not None:
        return parted
    if is_answered(context, call):  # and its answer lost on the way: to say that there is none would be false
        return role_by_content(context, context.chat.results_by_id[call.id][0].message)
    if _may_be_answered(context, call):
        return None
    result = context.event(finding.partner, "result") if finding.rule == "tool-result-missing" else None
    if result is not None and is_safe(context, result, call):
        return None  # its result is there under another id, and is re-threaded
    pending = finding.severity == "warning" and call.message == len(context.chat.messages) - 1
    why = "The file contains no result; the placeholder states that and nothing else."
    if pending:
        why = "The call is the last thing in the history: the tool may still be running."
    title = "Add a result stating that none was recorded"
    if context.format.complete is not None:
        patch = (replace(context.at(call), context.format.complete(call.raw, NO_RESULT)),)
        return Fix(title, patch, not pending, why, 0.7)
    block = placed_answer(context, call)
    return Fix(title, block, not pending, why, 0.7) if block else None


def _may_be_answered(context: RepairContext, call: Event) -> bool:
    """Whether a result without an id is there: it may be of this call, and a placeholder would decide it is not."""

    def without_id() -> bool:
        results = context.of_kind("result", range(call.message + 1, context.next_assistant(call.message + 1)))
        return any(result.id in (None, "") for result in results)

    optional = context.format.traits.ids_are_optional
    return not optional and context.once(("results without id", call.message), without_id)
