"""Placeholders and notes: only where nothing can be re-threaded or moved, and only what is known is said."""

from __future__ import annotations

from workbench.findings import Finding, Fix
from workbench.fixes.contract import NO_RESULT, Patient, add, fixer, remove, replace
from workbench.fixes.moving import _place_behind
from workbench.formats.contract import Event
from workbench.jsontext import Json, compact
from workbench.tool_ids import bare

ORPHAN_NOTE = "The result of a tool call that is no longer in this history (call id {id}):"


@fixer("tool-result-missing", "ui-tool-state-incomplete", last_resort=True)
def say_that_none_was_recorded(patient: Patient, finding: Finding) -> Fix | None:
    call = patient.event(finding.at, "call")
    if call is None or (finding.rule == "tool-result-missing" and finding.partner is not None):
        return None  # its result is there under another id, and is re-threaded
    pending = finding.severity == "warning" and call.message == len(patient.chat.messages) - 1
    why = "No result stands anywhere in the file; the placeholder says that and nothing else."
    if pending:
        why = "The call is the last thing in the history: the tool may still be running."
    title = "Add a result that says none was recorded"
    if patient.format.complete is not None:
        patch = (replace(patient.at(call), patient.format.complete(call.raw, NO_RESULT)),)
        return Fix(title, patch, not pending, why, 0.7)
    block = _placed_answer(patient, call)
    return Fix(title, block, not pending, why, 0.7) if block else None


def _placed_answer(patient: Patient, call: Event, call_id: Json = None, name: Json = None) -> tuple[Json, ...] | None:
    """The patch that puts a placeholder behind a call: into the message of its siblings' results, or a new one."""
    answer, envelope = patient.format.answer, patient.format.envelope
    if answer is None or not patient.in_list:
        return None
    block = answer(call_id if call_id is not None else call.id, name if name is not None else call.name, NO_RESULT)
    following = call.message + 1
    if envelope is None:
        return (add(patient.of_message(_place_behind(patient, call, call)), block),)
    results = patient.chat.of_message(following) if following < len(patient.chat.messages) else []
    if any(event.kind == "result" and len(event.path) == 2 for event in results):
        last = max(event.path[1] for event in results if event.kind == "result" and len(event.path) == 2)
        key = next(event.path[0] for event in results if event.kind == "result")
        return (add(patient.of_message(following, (key, int(last) + 1)), block),)
    if _merges_into_user_turn(patient, following):
        key = "parts" if patient.format.name == "gemini" else "content"
        return (add(patient.of_message(following, (key, 0)), block),)
    return (add(patient.of_message(following), envelope([block])),)


def _merges_into_user_turn(patient: Patient, index: int) -> bool:
    """Providers whose results live in user turns want one turn, so the placeholder leads the user's next message."""
    if patient.format.name not in ("anthropic", "bedrock-converse") or index >= len(patient.chat.messages):
        return False
    message = patient.chat.messages[index]
    return patient.chat.roles[index] == "user" and isinstance(message.get("content"), list)


@fixer("tool-result-orphan", last_resort=True)
def keep_orphan(patient: Patient, finding: Finding) -> Fix | None:
    """Re-thread if some unanswered call is the same but for its prefix; else keep the result as a note."""
    result = patient.event(finding.at, "result")
    if result is None:
        return None
    twin = _unanswered_twin(patient, result)
    if twin is not None:
        why = f"An unanswered call {twin.id!r} differs from it only in its prefix."
        return Fix(
            f"Re-thread to {twin.id}, keeps the result", (replace(patient.at(result, "id"), twin.id),), True, why, 0.95
        )
    if patient.format.say is None:
        return None
    texts = [ORPHAN_NOTE.format(id=result.id), *_texts_of(result)]
    why = "Its call is not in the file. The result is kept word for word, as a note from the user's side."
    title = "Keep the result as a text, since its call is gone"
    if not result.path or _only_results(patient, result):
        notes = patient.format.say(texts)
        return Fix(title, (replace(patient.of_message(result.message), notes),), True, why, 0.7)
    note = patient.format.say(texts)
    blocks = next((value for value in note.values() if isinstance(value, list)), [])
    if len(result.path) != 2 or not isinstance(result.path[1], int):
        return None
    index = result.path[1]
    adding = tuple(
        add(patient.of_message(result.message, (result.path[0], index)), block) for block in reversed(blocks)
    )
    return Fix(title, (remove(patient.at(result)), *adding), True, why, 0.7)


def _only_results(patient: Patient, result: Event) -> bool:
    """Whether the message holds just this one result: then the whole message becomes the note."""
    return [event for event in patient.chat.of_message(result.message) if len(event.path) <= len(result.path)] == [
        result
    ]


def _unanswered_twin(patient: Patient, result: Event) -> Event | None:
    if not isinstance(result.id, str):
        return None
    answered = {event.id for event in patient.chat.results if isinstance(event.id, str)}
    twins = [
        call
        for call in patient.chat.calls
        if isinstance(call.id, str) and call.id not in answered and bare(call.id) == bare(result.id)
    ]
    return twins[0] if len(twins) == 1 else None


def _texts_of(result: Event) -> list[str]:
    """What the result says, word for word: its text parts, or its value as JSON."""
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


@fixer("tool-result-empty-error")
def say_that_it_failed(patient: Patient, finding: Finding) -> Fix | None:
    result = patient.event(finding.at, "result")
    if result is None or not isinstance(result.value, list):
        return None
    text = "The tool reported an error and gave no message."
    why = "The flag says that it failed; why is not in the file."
    return Fix(
        "Say that the tool gave no message", (add(patient.at(result, "value") + "/-", {"text": text}),), True, why, 0.8
    )


@fixer("tool-count-mismatch", last_resort=True)
def answer_the_rest(patient: Patient, finding: Finding) -> Fix | None:
    """A placeholder for each call of the turn that has no result; results too many are nobody's to delete."""
    start = patient.conversation.index_of(finding.partner or "")
    if start is None or patient.format.answer is None or not patient.in_list:
        return None
    stop = next(
        (i for i in range(start, len(patient.chat.roles)) if patient.chat.roles[i] != "assistant"),
        len(patient.chat.roles),
    )
    calls = [event for index in range(start, stop) for event in patient.chat.of_message(index) if event.kind == "call"]
    end = next(
        (i for i in range(stop, len(patient.chat.roles)) if patient.chat.roles[i] == "assistant"),
        len(patient.chat.roles),
    )
    results = [
        event for index in range(stop, end) for event in patient.chat.of_message(index) if event.kind == "result"
    ]
    if len(results) > len(calls):
        return None
    left = list(results)
    lacking = []
    for call in calls:
        match = next(
            (event for event in left if event.name == call.name and (call.id is None or event.id == call.id)), None
        )
        if match is None:
            lacking.append(call)
        else:
            left.remove(match)
    blocks = [patient.format.answer(call.id, call.name, NO_RESULT) for call in lacking]
    if left or not blocks:
        return None
    why = "The other results of the turn are there; these calls have none in the file."
    if results and len(results[-1].path) == 2:
        key, last = results[-1].path[0], int(results[-1].path[1])
        patch = tuple(
            add(patient.of_message(results[-1].message, (key, last + 1 + n)), block) for n, block in enumerate(blocks)
        )
    elif patient.format.envelope is not None:
        patch = (add(patient.of_message(stop), patient.format.envelope(blocks)),)
    else:
        return None
    return Fix("Add results that say none was recorded", patch, True, why, 0.7)


@fixer("document-without-text")
def add_text_beside(patient: Patient, finding: Finding) -> Fix | None:
    event = patient.event(finding.at, "file")
    if event is None or len(event.path) != 2:
        return None
    block = {"text": "(document attached)"}
    why = "The provider wants a text block beside a document; it says only what can be seen."
    return Fix(
        "Add a text block",
        (add(patient.of_message(event.message, (event.path[0], int(event.path[1]))), block),),
        True,
        why,
        0.8,
    )
