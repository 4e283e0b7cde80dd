"""Mutations of calls and results: removed, duplicated, out of order, separated."""

from __future__ import annotations

from random import Random

from msgspec import structs

from workbench.formats.contract import Event
from workbench.json.patch import add, move, remove, replace
from workbench.json.pointer import follow
from workbench.mutations.contract import Damage, Subject, mutation
from workbench.mutations.format_conditions import (
    both,
    has_results_inside_calls,
    has_separate_results,
    order_matters,
    own_target_enforces,
    pairs_by_id,
)


@mutation(
    "drop-result",
    "A missing result",
    "A tool's result is removed, as if the tool had been cancelled or had crashed.",
    ("tool-result-missing", "tool-count-mismatch"),
    has_separate_results,
)
def drop_result(subject: Subject, random: Random) -> Damage | None:
    last = len(subject.chat.messages) - 1
    pairs = [(call, result) for call, result in subject.pairs if result.message < last]
    if not pairs:
        return None
    call, result = random.choice(pairs)
    operation, _ = subject.removal(result)
    places: tuple[str, ...] = (
        subject.at(call),
        subject.message(call.message),
        subject.message(result.message),
    )
    if call.id is None:  # without ids only the number of results is checked, so a later message may be reported
        places = (*places, subject.message(result.message + 1))
    return Damage((operation,), places)


@mutation(
    "unfinished-call",
    "A call that was never finished",
    "A tool part is reset to the state before its result, as when the page is closed too early.",
    ("ui-tool-state-incomplete", "tool-result-missing"),
    has_results_inside_calls,
)
def unfinished_call(subject: Subject, random: Random) -> Damage | None:
    last = len(subject.chat.messages) - 1
    pairs = [(call, result) for call, result in subject.pairs if call.path == result.path and call.message < last]
    if not pairs or not subject.has(pairs[0][0], "state"):
        return None
    call, result = random.choice(pairs)
    patch = (
        replace(subject.at(call, "state"), subject.format.traits.waiting_state),
        remove(subject.at(result, "value")),
    )
    return Damage(patch, (subject.at(call),))


@mutation(
    "drop-call",
    "A result without its call",
    "A tool call is removed and its result stays, as after a careless summary.",
    ("tool-result-orphan", "tool-count-mismatch", "tool-id-mismatch", "tool-result-not-adjacent"),
    has_separate_results,
)
def drop_call(subject: Subject, random: Random) -> Damage | None:
    if not subject.pairs:
        return None
    call, result = random.choice(subject.pairs)
    operation, removes_message = subject.removal(call)
    if removes_message and call.message == 0:
        return None  # `trim-head` does this
    moved = structs.replace(result, message=result.message - removes_message)
    return Damage((operation,), (subject.at(moved), subject.message(moved.message), subject.message(call.message)))


@mutation(
    "double-result",
    "A duplicate result",
    "A tool's result is written a second time, as if the turn had been stored twice.",
    ("tool-result-duplicate", "tool-count-mismatch"),
    has_separate_results,
)
def double_result(subject: Subject, random: Random) -> Damage | None:
    return _duplicated(subject, random.choice(subject.chat.results)) if subject.chat.results else None


@mutation(
    "double-call",
    "A duplicate call",
    "A tool call is written a second time, as when the chunks of a stream are combined wrongly.",
    ("tool-id-duplicate", "tool-count-mismatch"),
    both(pairs_by_id, order_matters),
)
def double_call(subject: Subject, random: Random) -> Damage | None:
    return _duplicated(subject, random.choice(subject.chat.calls)) if subject.chat.calls else None


def _duplicated(subject: Subject, event: Event) -> Damage:
    """Return the damage of a copy after the original: a copy of the list item with the event, or of its message."""
    message, path = subject.conversation.messages[event.message], event.path
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    if not path:
        copy = subject.message(event.message + 1)
        return Damage((add(copy, message),), (copy,))
    copy = subject.conversation.pointer(event.message, (*path[:-1], int(path[-1]) + 1))
    return Damage((add(copy, follow(message, path)),), (copy, subject.message(event.message)))


@mutation(
    "result-first",
    "A result before its call",
    "A message with results is moved before the message with the calls.",
    ("tool-result-before-call", "tool-result-orphan", "tool-result-not-adjacent", "tool-count-mismatch"),
    order_matters,
)
def result_first(subject: Subject, random: Random) -> Damage | None:
    if not subject.pairs:
        return None
    call, result = random.choice(subject.pairs)
    if result.message == call.message:
        return None
    patch = (move(subject.message(result.message), subject.message(call.message)),)
    moved = structs.replace(result, message=call.message)
    return Damage(patch, (subject.at(moved), subject.message(call.message)))


@mutation(
    "words-between",
    "A message between call and result",
    "A user message is added between a call and its result, as when the user types while the tool runs.",
    ("tool-result-not-adjacent", "tool-count-mismatch"),
    order_matters,
)
def message_between(subject: Subject, random: Random) -> Damage | None:
    message = subject.user_message("Are you still there?")
    pairs = [(call, result) for call, result in subject.pairs if result.message == call.message + 1]
    if message is None or not pairs:
        return None
    call, result = random.choice(pairs)
    moved = structs.replace(result, message=result.message + 1)
    patch = (add(subject.message(call.message + 1), message),)
    return Damage(patch, (subject.at(moved), subject.message(moved.message)))


@mutation(
    "trim-head",
    "A history trimmed inside a pair",
    "Everything before a result is removed, including its call, as when a history is trimmed to its last messages.",
    ("tool-result-orphan", "history-trimmed-mid-pair"),
    has_separate_results,
)
def trim_head(subject: Subject, random: Random) -> Damage | None:
    results = [result for call, result in subject.pairs if result.message > call.message]
    if not results:
        return None
    result = random.choice(results)
    patch = (remove(subject.message(0)),) * result.message
    pointer = subject.at(structs.replace(result, message=0))
    return Damage(patch, (pointer, subject.message(0)))


@mutation(
    "split-results",
    "Results in two messages",
    "The results of parallel calls are split into two messages.",
    ("tool-result-split", "role-consecutive"),
    own_target_enforces("tool-result-split"),
)
def split_results(subject: Subject, random: Random) -> Damage | None:
    envelope = subject.format.envelope
    parallel_results = [
        result
        for _, result in subject.pairs
        if len(result.path) == 2 and result.path[1] and len(subject.chat.of_message(result.message)) > 1
    ]
    if envelope is None or not parallel_results:
        return None
    result = random.choice(parallel_results)
    second_message = subject.message(result.message + 1)
    patch = (add(second_message, envelope([result.raw])), remove(subject.at(result)))
    return Damage(patch, (second_message,))
