"""Placeholders and notes, for cases where nothing can be re-threaded or moved. They state only known facts."""

from __future__ import annotations

from typing import Any

from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.lost_words import lost_words
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.pointer import follow
from workbench.json.text import compact
from workbench.rules.editing.context import NO_RESULT, RepairContext
from workbench.rules.editing.moving import place_after
from workbench.rules.editing.rethreading import is_safe
from workbench.rules.editing.speaker import role_by_content
from workbench.rules.editing.splitting import split_calls_from_results

KEEP_AS_TEXT = "Keep the result as text, since its call is missing"
ORPHAN = "A tool result whose call is not in this history"
"""The beginning of a note that contains such a result."""


def is_answered(context: RepairContext, call: Event) -> bool:
    """Whether a result has the id of this call, and no other call has it."""
    if context.format.complete is not None or not isinstance(call.id, str) or not call.id:
        return False
    return len(context.chat.calls_by_id.get(call.id, ())) == 1 and call.id in context.chat.results_by_id


def placed_answer(context: RepairContext, call: Event, call_id: object = None) -> tuple[Operation, ...] | None:
    """The patch that adds a placeholder after a call: to the message with its siblings' results, or as a new one."""
    answer = context.format.answer
    if answer is None or not context.in_list:
        return None
    block = answer(call.id if call_id is None else call_id, call.name, NO_RESULT)
    envelope = context.envelope([block])
    if envelope is None:
        return (add(context.pointer(place_after(context, call.message)), block),)
    place = context.once(("place of answers", call.message), lambda: _place_in_following(context, call.message + 1))
    return (add(context.pointer(call.message + 1), envelope),) if place is None else (add(place, block),)


def _place_in_following(context: RepairContext, following: int) -> str | None:
    """The place for results in the message after their calls; None if they need a message of their own."""
    results = context.of_kind("result", range(following, min(following + 1, len(context.chat.messages))))
    places = [event.path for event in results if len(event.path) == 2 and isinstance(event.path[1], int)]
    if places:
        key, last = max(places, key=lambda path: path[1])
        return context.pointer(following, (key, int(last) + 1))
    if _merges_into_user_turn(context, following):
        return context.pointer(following, (context.format.traits.parts_key, 0))
    return None


def _merges_into_user_turn(context: RepairContext, index: int) -> bool:
    """Whether the placeholder goes first in the next user message, because the format keeps results in user turns."""
    traits = context.format.traits
    if not traits.results_lead_user_turns or index >= len(context.chat.messages):
        return False
    message: Any = context.chat.messages[index]
    return context.chat.roles[index] == "user" and isinstance(message.get(traits.parts_key), list)


def kept_as_note(context: RepairContext, results: list[Event], why: str) -> Fix | None:
    """The results as user messages: in place of their own message if that contains nothing else, else after it."""
    by_message: dict[int, list[Event]] = {}
    for result in results:
        by_message.setdefault(result.message, []).append(result)
    patch: list[Operation] = []
    for of_message in by_message.values():
        operations = _note_of(context, of_message)
        if operations is None:
            return None
        patch += operations
    return Fix(KEEP_AS_TEXT, tuple(patch), True, why, 0.7)


def _note_of(context: RepairContext, results: list[Event]) -> tuple[Operation, ...] | None:
    """The patch that keeps results of one message as a note."""
    index, alone = results[0].message, context.are_alone(results)
    if not alone and not context.in_list:
        return None
    texts_by_place: dict[str, list[str]] = {}
    for result in results:
        place = context.pointer(index) if alone else pointer_with_emptied_parents(context, result)
        texts_by_place.setdefault(place, []).extend((orphan_note(result), *result_texts(result)))
    for place, texts in texts_by_place.items():
        if lost_words([removed := context.value(place)], texts):
            texts.append(compact(removed))  # unknown fields
    note = context.user_message([text for texts in texts_by_place.values() for text in texts])
    if note is None:
        return None
    if alone:
        return (replace(context.pointer(index), note),)
    return (add(context.pointer(index + 1), note), *map(remove, texts_by_place))


def orphan_note(result: Event) -> str:
    """The first line of a note about a result without its call: the tool name and call id that the result contains."""
    names = (("tool", result.name), ("call id", result.id))
    facts = ", ".join(f"{label} {name}" for label, name in names if isinstance(name, str) and name)
    return f"{ORPHAN}{facts and f' ({facts})'}:"


def pointer_with_emptied_parents(context: RepairContext, event: Event) -> str:
    """The pointer of an event, or of the outermost parent that would be empty without it."""
    path = event.path
    message = context.chat.messages[event.message]
    while len(path) > 2:
        holder = follow(message, path[:-1])
        if isinstance(path[-1], int) and isinstance(holder, list) and len(holder) > 1:
            break
        path = path[:-1]
    return context.pointer(event.message, path)


def result_texts(result: Event) -> list[str]:
    """The content of the result, unchanged, and its error text if there is one."""
    error = result.raw.get("error") if isinstance(result.raw, dict) else None
    return [*_output_texts(result), *([error] if isinstance(error, str) and error else [])]


def _output_texts(result: Event) -> list[str]:
    """The text parts of a result, or its value as JSON."""
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
    if (split := split_calls_from_results(context, call.message)) is not None:
        return split
    if is_answered(context, call):  # the conversion loses its result; a placeholder would be false
        return role_by_content(context, context.chat.results_by_id[call.id][0].message)
    if _may_be_answered(context, call):
        return None
    result = context.event(finding.partner, "result") if finding.rule == "tool-result-missing" else None
    if result is not None and is_safe(context, result, call):
        return None  # its result has another id and is re-threaded
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
    """Whether there is a result without an id, which may belong to this call: a placeholder could be false."""

    def without_id() -> bool:
        results = context.of_kind("result", range(call.message + 1, context.next_assistant(call.message + 1)))
        return any(result.id in (None, "") for result in results)

    optional = context.format.traits.ids_are_optional
    return not optional and context.once(("results without id", call.message), without_id)
