"""Placeholders and notes: only where nothing can be re-threaded or moved, and only what is known is said."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import unmatched
from workbench.fixes.contract import NO_RESULT, RepairContext, fixer
from workbench.fixes.moving import place_behind
from workbench.fixes.rethreading import is_safe, rethread
from workbench.fixes.speaker import role_by_content
from workbench.fixes.splitting import part_calls_from_results
from workbench.formats.contract import Event
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import follow
from workbench.json.text import Json, compact

ORPHAN_NOTE = "A tool result whose call is not in this history (call id {id}):"
_AS_TEXT = "Keep the result as a text, since its call is gone"


@fixer("tool-result-missing", "ui-tool-state-incomplete", last_resort=True)
def say_that_none_was_recorded(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None:
        return None
    if (parted := part_calls_from_results(context, call.message)) is not None:
        return parted
    if _is_answered(context, call):  # and its answer lost on the way: to say that there is none would be false
        return role_by_content(context, context.chat.results_by_id[call.id][0].message)
    if _may_be_answered(context, call):
        return None
    result = context.event(finding.partner, "result") if finding.rule == "tool-result-missing" else None
    if result is not None and is_safe(context, result, call):
        return None  # its result is there under another id, and is re-threaded
    pending = finding.severity == "warning" and call.message == len(context.chat.messages) - 1
    why = "No result stands anywhere in the file; the placeholder says that and nothing else."
    if pending:
        why = "The call is the last thing in the history: the tool may still be running."
    title = "Add a result that says none was recorded"
    if context.format.complete is not None:
        patch = (replace(context.at(call), context.format.complete(call.raw, NO_RESULT)),)
        return Fix(title, patch, not pending, why, 0.7)
    block = placed_answer(context, call)
    return Fix(title, block, not pending, why, 0.7) if block else None


def _is_answered(context: RepairContext, call: Event) -> bool:
    """Whether one result has the id of this call and of no other."""
    if context.format.complete is not None or not isinstance(call.id, str) or not call.id:
        return False
    return len(context.chat.calls_by_id.get(call.id, ())) == 1 and call.id in context.chat.results_by_id


def _may_be_answered(context: RepairContext, call: Event) -> bool:
    """Whether a result without an id stands there: it may be of this call, and a placeholder would decide it is not."""
    results = context.of_kind("result", range(call.message + 1, context.next_assistant(call.message + 1)))
    return context.format.name != "gemini" and any(result.id in (None, "") for result in results)


def placed_answer(context: RepairContext, call: Event, call_id: Json = None) -> tuple[Json, ...] | None:
    """The patch that puts a placeholder behind a call: into the message of its siblings' results, or a new one."""
    answer = context.format.answer
    if answer is None or not context.in_list:
        return None
    block = answer(call.id if call_id is None else call_id, call.name, NO_RESULT)
    following = call.message + 1
    envelope = context.envelope([block])
    if envelope is None:
        return (add(context.of_message(place_behind(context, call, call)), block),)
    results = context.chat.of_message(following) if following < len(context.chat.messages) else []
    if any(event.kind == "result" and len(event.path) == 2 for event in results):
        last = max(event.path[1] for event in results if event.kind == "result" and len(event.path) == 2)
        key = next(event.path[0] for event in results if event.kind == "result")
        return (add(context.of_message(following, (key, int(last) + 1)), block),)
    if _merges_into_user_turn(context, following):
        key = "parts" if context.format.name == "gemini" else "content"
        return (add(context.of_message(following, (key, 0)), block),)
    return (add(context.of_message(following), envelope),)


def _merges_into_user_turn(context: RepairContext, index: int) -> bool:
    """Providers whose results live in user turns want one turn, so the placeholder leads the user's next message."""
    if context.format.name not in ("anthropic", "bedrock-converse") or index >= len(context.chat.messages):
        return False
    message = context.chat.messages[index]
    return context.chat.roles[index] == "user" and isinstance(message.get("content"), list)


@fixer("tool-result-orphan", last_resort=True)
def keep_orphan(context: RepairContext, finding: Finding) -> Fix | None:
    """Keep the result word for word as a note."""
    result = context.event(finding.at, "result")
    if result is None:
        return None
    call = context.event(finding.partner, "call")
    if call is not None and is_safe(context, result, call):
        return rethread(context, finding)  # it has a call under another id
    if any(_is_answered(context, call) for call in context.calls_of(result)):
        return None  # its call is in the file and lost on the way
    note = context.say([ORPHAN_NOTE.format(id=result.id), *_texts_of(result)])
    if note is None:
        return None
    why = "Its call is not in the file. The result is kept word for word, as a note from the user's side."
    if context.is_alone(result):
        return Fix(_AS_TEXT, (replace(context.of_message(result.message), note),), True, why, 0.7)
    behind = add(context.of_message(result.message + 1), note)
    return Fix(_AS_TEXT, (behind, remove(_whole_of(context, result))), True, why, 0.7) if context.in_list else None


def _whole_of(context: RepairContext, event: Event) -> str:
    """The pointer of an event together with what would be left empty without it."""
    path = event.path
    message = context.chat.messages[event.message]
    while len(path) > 2:
        holder = follow(message, path[:-1])
        if isinstance(path[-1], int) and isinstance(holder, list) and len(holder) > 1:
            break
        path = path[:-1]
    return context.of_message(event.message, path)


def _texts_of(result: Event) -> list[str]:
    """What the result says, word for word, and why it failed, if it says so."""
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


@fixer("tool-result-empty-error")
def say_that_it_failed(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    block = context.text_block("The tool reported an error and gave no message.")
    if result is None or block is None or not isinstance(result.value, list):
        return None
    why = "The flag says that it failed; why is not in the file."
    return Fix("Say that the tool gave no message", (add(context.at(result, "value") + "/-", block),), True, why, 0.8)


@fixer("tool-count-mismatch", last_resort=True)
def even_out(context: RepairContext, finding: Finding) -> Fix | None:
    """A placeholder for each call of the turn that has no result; a result too many is kept as a note behind it."""
    start = context.conversation.index_of(finding.partner or "")
    if start is None or context.format.answer is None or not context.in_list:
        return None
    roles = context.chat.roles
    stop = next((index for index in range(start, len(roles)) if roles[index] != "assistant"), len(roles))
    calls = context.of_kind("call", range(start, stop))
    results = context.of_kind("result", range(stop, context.next_assistant(stop)))
    lacking, surplus = unmatched(calls, results)
    if surplus and not lacking:
        return _note_behind(context, surplus[0])
    patch = _answers(context, lacking, results, stop)
    if surplus or not patch:
        return None
    why = "The other results of the turn are there; these calls have none in the file."
    return Fix("Add results that say none was recorded", patch, True, why, 0.7)


def _answers(context: RepairContext, lacking: list[Event], results: list[Event], stop: int) -> tuple[Json, ...]:
    answer = context.format.answer
    blocks = [answer(call.id, call.name, NO_RESULT) for call in lacking] if answer else []
    if not blocks:
        return ()
    envelope = context.envelope(blocks)
    if envelope is None:
        place = place_behind(context, lacking[0], lacking[0])
        return tuple(add(context.of_message(place + number), block) for number, block in enumerate(blocks))
    if results and len(results[-1].path) == 2:
        last = results[-1]
        key, place = last.path[0], int(last.path[1]) + 1
        return tuple(
            add(context.of_message(last.message, (key, place + number)), block) for number, block in enumerate(blocks)
        )
    return (add(context.of_message(stop), envelope),)


def _note_behind(context: RepairContext, result: Event) -> Fix | None:
    """The result as a note in a message of its own, behind the message that held it."""
    note = context.say([ORPHAN_NOTE.format(id=result.id or result.name), *_texts_of(result)])
    if note is None:
        return None
    behind = add(context.of_message(result.message + 1), note)
    why = "The turn has fewer calls than results. It is kept word for word, as a note from the user's side."
    return Fix(_AS_TEXT, (behind, remove(_whole_of(context, result))), True, why, 0.7)


@fixer("document-without-text")
def add_text_beside(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "file")
    block = context.text_block("(document attached)")
    if event is None or block is None or len(event.path) != 2:
        return None
    why = "The provider wants a text block beside a document; it says only what can be seen."
    return Fix(
        "Add a text block",
        (add(context.at(event), block),),
        True,
        why,
        0.8,
    )
