"""Faults of calls and results: dropped, doubled, out of order, cut apart."""

from __future__ import annotations

from random import Random

from msgspec import structs

from workbench.formats.contract import Event
from workbench.json.patch import add, move, remove, replace
from workbench.json.pointer import follow
from workbench.mutations.contract import Damage, Subject, fault
from workbench.mutations.formats import both, home_names, ids_pair, order_counts, results_apart, results_inside_calls


@fault(
    "drop-result",
    "The answer never came",
    "A tool's result is removed, as if the tool had been cancelled or had crashed.",
    ("tool-result-missing", "tool-count-mismatch"),
    results_apart,
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
    if call.id is None:  # results without ids are distinguished by number alone, so those that follow may be blamed
        places = (*places, subject.message(result.message + 1))
    return Damage((operation,), places)


@fault(
    "unfinished-call",
    "The page was closed too early",
    "A tool's part is set back to the state before its answer.",
    ("ui-tool-state-incomplete", "tool-result-missing"),
    results_inside_calls,
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


@fault(
    "drop-call",
    "An answer to nothing",
    "A tool call is removed and its result stays, as after a careless summary.",
    ("tool-result-orphan", "tool-count-mismatch", "tool-id-mismatch", "tool-result-not-adjacent"),
    results_apart,
)
def drop_call(subject: Subject, random: Random) -> Damage | None:
    if not subject.pairs:
        return None
    call, result = random.choice(subject.pairs)
    operation, message_goes = subject.removal(call)
    if message_goes and call.message == 0:
        return None  # that is what `trim-head` does
    here = structs.replace(result, message=result.message - message_goes)
    return Damage((operation,), (subject.at(here), subject.message(here.message), subject.message(call.message)))


@fault(
    "double-result",
    "Answered twice",
    "A tool's result is there a second time, as if the turn had been stored twice.",
    ("tool-result-duplicate", "tool-count-mismatch"),
    results_apart,
)
def double_result(subject: Subject, random: Random) -> Damage | None:
    return _doubled(subject, random.choice(subject.chat.results)) if subject.chat.results else None


@fault(
    "double-call",
    "Called twice with one id",
    "A tool call is written a second time, as when the pieces of a stream are added up wrongly.",
    ("tool-id-duplicate", "tool-count-mismatch"),
    both(ids_pair, order_counts),
)
def double_call(subject: Subject, random: Random) -> Damage | None:
    return _doubled(subject, random.choice(subject.chat.calls)) if subject.chat.calls else None


def _doubled(subject: Subject, event: Event) -> Damage:
    """A copy after the original: of the item of a list that holds it, or of its message."""
    message, path = subject.conversation.messages[event.message], event.path
    while path and not isinstance(path[-1], int):
        path = path[:-1]
    if not path:
        copy = subject.message(event.message + 1)
        return Damage((add(copy, message),), (copy,))
    copy = subject.conversation.pointer(event.message, (*path[:-1], int(path[-1]) + 1))
    return Damage((add(copy, follow(message, path)),), (copy, subject.message(event.message)))


@fault(
    "result-first",
    "The answer before the question",
    "A message of results is moved before the message that made the calls.",
    ("tool-result-before-call", "tool-result-orphan", "tool-result-not-adjacent", "tool-count-mismatch"),
    order_counts,
)
def result_first(subject: Subject, random: Random) -> Damage | None:
    if not subject.pairs:
        return None
    call, result = random.choice(subject.pairs)
    if result.message == call.message:
        return None
    patch = (move(subject.message(result.message), subject.message(call.message)),)
    here = structs.replace(result, message=call.message)
    return Damage(patch, (subject.at(here), subject.message(call.message)))


@fault(
    "words-between",
    "Typed while the tool ran",
    "A user message is put between a call and its result.",
    ("tool-result-not-adjacent", "tool-count-mismatch"),
    order_counts,
)
def words_between(subject: Subject, random: Random) -> Damage | None:
    words = subject.say("Are you still there?")
    pairs = [(call, result) for call, result in subject.pairs if result.message == call.message + 1]
    if words is None or not pairs:
        return None
    call, result = random.choice(pairs)
    here = structs.replace(result, message=result.message + 1)
    patch = (add(subject.message(call.message + 1), words),)
    return Damage(patch, (subject.at(here), subject.message(here.message)))


@fault(
    "trim-head",
    "Cut in the middle of a pair",
    "The beginning is cut off between a call and its result, as when a history is trimmed to its last messages.",
    ("tool-result-orphan", "history-trimmed-mid-pair"),
    results_apart,
)
def trim_head(subject: Subject, random: Random) -> Damage | None:
    results = [result for call, result in subject.pairs if result.message > call.message]
    if not results:
        return None
    result = random.choice(results)
    patch = (remove(subject.message(0)),) * result.message
    here = subject.at(structs.replace(result, message=0))
    return Damage(patch, (here, subject.message(0)))


@fault(
    "split-results",
    "Answers in two envelopes",
    "The results of parallel calls are split into two messages.",
    ("tool-result-split", "role-consecutive"),
    home_names("tool-result-split"),
)
def split_results(subject: Subject, random: Random) -> Damage | None:
    envelope = subject.format.envelope
    shared = [
        result
        for _, result in subject.pairs
        if len(result.path) == 2 and result.path[1] and len(subject.chat.of_message(result.message)) > 1
    ]
    if envelope is None or not shared:
        return None
    result = random.choice(shared)
    apart = subject.message(result.message + 1)
    patch = (add(apart, envelope([result.raw])), remove(subject.at(result)))
    return Damage(patch, (apart,))
