"""The promises of a repair. The repair itself, the page (for ticked fixes) and the tests check them here.

No word of the file is lost, whether or not the format reads the field that contains it. Calls keep their results. The
target finds no more errors than before and its verdict is no worse, also if the file is then opened in another format
that fits it, and the provider of the file's own format finds no more errors either. The file can be loaded again, and
is recognised as the same format or fits it. Settings that only control how an answer is generated contain no words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set

from msgspec.structs import replace

from workbench.checks.chat import Chat
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.detection import detected, for_target
from workbench.json.leaves import Leaf, PartOf, child_leaf, items_of, leaves_of
from workbench.json.lost_words import missing_words
from workbench.json.patch_set import removed_values
from workbench.json.pointer import follow, follow_or_none, resolve, to_path
from workbench.json.text import Json
from workbench.repairs.reloading import reloaded
from workbench.repairs.steering import is_steering, steering_places
from workbench.targets import default_target

_MAX_NAMED = 5
_RANKS = {Outcome.ACCEPTED: 0, Outcome.MAY_REFUSE: 1, Outcome.REFUSED: 2, Outcome.NOT_JUDGED: 3}
"""A higher rank is a worse verdict."""


def words_lost_by(conversation: Conversation, fix: Fix) -> list[str]:
    """Return the words that a fix removes without writing them elsewhere.

    A place that the fix declares as kept counts only if the fix does not remove it too, and if it is not a setting
    that another fix may leave out.
    """
    payload, around = conversation.payload, _lists_around(conversation)
    removed = [value for value in removed_values(payload, fix.patch) if not is_steering(conversation, value[0])]
    added = [(operation["path"], operation["value"]) for operation in fix.patch if "value" in operation]
    gone = tuple(f"{pointer}/" for pointer, _ in removed)
    lasting = (pointer for pointer in fix.keeps if not is_steering(conversation, pointer))
    kept = [(pointer, resolve(payload, pointer)) for pointer in lasting if not f"{pointer}/".startswith(gone)]
    return missing_words(_leaves_at(payload, removed, around), _leaves_at(payload, [*added, *kept], around))


def _leaves_at(payload: object, values: Iterable[tuple[str, Json]], around: Set[int]) -> Iterator[Leaf]:
    """Yield every leaf of the values that are at these places, or will be."""
    for pointer, value in values:
        holder = Leaf("", PartOf.DOCUMENT, payload)
        *parents, last = to_path(pointer) or ("",)
        for step in parents:
            holder = child_leaf(holder, step, follow(holder.value, (step,)), around)
        leaf = child_leaf(holder, last, value, around) if pointer else holder._replace(value=value)
        yield from leaves_of(leaf.value, leaf.key, leaf.part_of)


def broken_promises(before: Report, after: Report, unsafe: bool = False) -> Iterator[str]:
    """Yield a sentence for each promise that a change breaks. With `unsafe`, the user agreed that words may be lost
    and that the format may change."""
    original, changed = before.conversation, after.conversation
    openings = _openings(before, after)
    reports = [(before, after)]
    reports += [(_report_as_opened(before, old), _report_as_opened(after, new)) for old, new in openings]
    if any(len(new.errors) > len(old.errors) for old, new in reports):
        yield f"It would leave more errors for {before.target.title} than before."
    elif any(_rank(new) > _rank(old) for old, new in reports):
        yield f"It would make the verdict of {before.target.title} worse."
    if separated := list(separated_pairs(before.journey.internal, after.journey.internal)):
        yield f"It would separate calls from their results: {', '.join(separated[:_MAX_NAMED])}."
    if not unsafe and (lost := lost_since(original, changed)):
        yield f"It would lose words: {', '.join(lost[:_MAX_NAMED])}."
    is_read = reloaded(original, changed.payload, before.target.name, any_format=unsafe) is not None
    if not is_read or not (unsafe or all(old is None or new is not None for old, new in openings)):
        yield "The file would no longer be read as the same conversation."
    for_own = [for_own_provider(before, after)]
    for old, new in openings:
        if old and new and not (old is original and new is changed):
            targets = _own_targets(old, new)
            for_own.append((_quick_report(old, targets[0]), _quick_report(new, targets[1])))
    if any(len(new.errors) > len(old.errors) for old, new in for_own):
        yield "It would leave more errors for the provider of its own format than before."
    elif any(new.verdict.refused and not old.verdict.refused for old, new in for_own if old is not before):
        yield "The provider of its own format would refuse it then."


def for_own_provider(before: Report, after: Report) -> tuple[Report, Report]:
    """Return what the provider of the conversation's own format finds before and after."""
    own_before, own_after = _own_targets(before.conversation, after.conversation)
    return _report_for(own_before, before), _report_for(own_after, after)


def worsened_messages(reports: Iterable[tuple[Report, Report]]) -> Iterator[int]:
    """Yield the index of each message with more errors than before. A fix may reveal what its finding had hidden.

    Nothing if a change added or removed messages: their indexes no longer say which is which.
    """
    for before, after in reports:
        if len(before.conversation.messages) == len(after.conversation.messages):
            old, new = (Counter(error.message_index for error in report.errors) for report in (before, after))
            yield from (index for index, number in new.items() if index is not None and number > old[index])


def lost_since(before: Conversation, after: Conversation) -> list[str]:
    """Return the words that are no longer in the document. Only values that were copied can have changed.

    A word in a setting that a safe fix may leave out cannot get lost. Nor does such a setting, if it was there before,
    keep the same word of the content.
    """
    settings = {pointer: (id(holder), key) for pointer, holder, key in steering_places(before)}
    changed = list(_leaves_outside(before, _containers(after.payload), set(settings.values())))
    if not changed:
        return []
    left = steering_places(after, with_holders=False)  # a fix may add a setting to a holder
    steering = {(id(holder), key) for pointer, holder, key in left if pointer in settings}
    if not (lost := missing_words(changed, _leaves_outside(after, _containers(before.payload), steering))):
        return []
    anywhere = missing_words(changed, _leaves_outside(after, frozenset(), steering))
    return [word for word in lost if word in anywhere]


def _containers(document: object) -> set[int]:
    """Return the identities of all lists and objects."""
    identities: set[int] = set()
    pending = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, (dict, list)) and id(value) not in identities:
            identities.add(id(value))
            pending.extend(value.values() if isinstance(value, dict) else value)
    return identities


def _leaves_outside(
    conversation: Conversation, known: Set[int], steering: Set[tuple[int, str | int]] = frozenset()
) -> Iterator[Leaf]:
    """Yield every leaf outside the known lists and objects and outside the settings in `steering`."""
    around = _lists_around(conversation)
    pending = [Leaf("", PartOf.DOCUMENT, conversation.payload)]
    while pending:
        leaf = pending.pop()
        value = leaf.value
        if not isinstance(value, (dict, list)):
            yield leaf
        elif id(value) not in known:
            items = ((step, item) for step, item in items_of(value) if (id(value), step) not in steering)
            pending.extend(child_leaf(leaf, step, item, around) for step, item in items)


def _lists_around(conversation: Conversation) -> set[int]:
    """Return the identities of the lists around the list of messages: lists of records, one of which is this one."""
    places = conversation.places
    lists = {place.rpartition("/")[0] for place in places} if places is not None else {conversation.base}
    identities: set[int] = set()
    for pointer in lists:
        value = conversation.payload
        for step in to_path(pointer):
            if isinstance(value, list):
                identities.add(id(value))
            value = follow_or_none(value, (step,))
    return identities


def separated_pairs(before: Chat, after: Chat) -> Iterator[str]:
    """Yield the ids that had both a call and a result, and now have only one of the two."""
    calls_before, results_before = _call_and_result_ids(before)
    calls_after, results_after = _call_and_result_ids(after)
    for tool_id in calls_before & results_before:
        if (tool_id in calls_after) != (tool_id in results_after):
            yield tool_id


def _call_and_result_ids(chat: Chat) -> tuple[set[str], set[str]]:
    calls = {call.id for call in chat.calls if isinstance(call.id, str)}
    return calls, {result.id for result in chat.results if isinstance(result.id, str)}


_Opened = Conversation | None


def _openings(before: Report, after: Report) -> list[tuple[_Opened, _Opened]]:
    """Return both conversations as their documents alone are opened: without a target, and for this target if that
    decides for another format."""
    (plain_before, chosen_before), (plain_after, chosen_after) = map(_opened_both_ways, (before, after))
    plain, chosen = (plain_before, plain_after), (chosen_before, chosen_after)
    return [plain] if list(map(_format_of, plain)) == list(map(_format_of, chosen)) else [plain, chosen]


def _opened_both_ways(report: Report) -> tuple[_Opened, _Opened]:
    """Return the conversation as its document alone is opened, without a target and with it; computed once, because a
    repair compares one report with many."""
    conversation, target = report.conversation, report.target.name
    return report.repair_context.once("opened", lambda: (_as_opened(conversation), _as_opened(conversation, target)))


def _format_of(opened: _Opened) -> str | None:
    return None if opened is None else opened.format


def _as_opened(conversation: Conversation, target: str | None = None) -> Conversation | None:
    """Return the conversation in the format that its document alone is read in, if its own format fits that document
    too; otherwise None. A session is read by its source, so only another format counts there."""
    opened = for_target(detected(replace(conversation, origin=None)), target)
    if not opened.detection.recognised:
        return conversation if conversation.origin is not None else None
    if opened.format == conversation.format:
        return conversation
    fits_too = opened.detection.ambiguous and conversation.format in opened.detection.candidates
    return opened if fits_too else None


def _report_as_opened(report: Report, opened: Conversation | None) -> Report:
    """Return the report for the same target on the file as it is opened, which may be in another format."""
    if opened is None or opened is report.conversation:
        return report
    return check(opened, report.target.name, with_information=False)


def _rank(report: Report) -> int:
    return _RANKS[report.verdict.outcome]


def _own_targets(original: Conversation, changed: Conversation) -> tuple[str, str]:
    """Return the providers of the conversations' own formats. That of one format stays the same, although another
    version of a message may usually go to another provider: the errors of two providers cannot be compared."""
    own_before = default_target(original)
    return own_before, own_before if changed.format == original.format else default_target(changed)


def _report_for(target: str, report: Report) -> Report:
    """Return what another provider finds in the conversation; computed once."""
    if report.target.name == target:
        return report
    return report.repair_context.once(("report for", target), lambda: _quick_report(report.conversation, target))


def _quick_report(conversation: Conversation, target: str) -> Report:
    return check(conversation, target, with_information=False, exact=False)
