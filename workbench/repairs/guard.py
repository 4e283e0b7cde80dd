"""What a repair promises, checked in one place: by the repair itself, by the page for ticked fixes, and by the tests.

No word of the file is lost, whether or not a format reader knows where it is. Calls keep their results. The target
finds no more errors than before, and neither does the provider of the file's own format. The file can be loaded again,
and is recognised as what it was. Settings that only steer the answer hold no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from workbench.checks.chat import read_chat
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.leaves import Leaf, PartOf, child_leaf, items_of, leaves_of
from workbench.json.lost_words import missing_words
from workbench.json.patch_set import removed_values
from workbench.json.pointer import follow, follow_or_none, resolve, to_path
from workbench.json.text import Json
from workbench.repairs.reloading import as_another, reloaded
from workbench.repairs.steering import is_steering, steering_places
from workbench.targets import default_target

_MOST_NAMED = 5


def words_lost_by(conversation: Conversation, fix: Fix) -> list[str]:
    """The words that a fix takes out and writes nowhere."""
    payload, around = conversation.payload, _lists_around(conversation)
    removed = [taken for taken in removed_values(payload, fix.patch) if not is_steering(conversation, taken[0])]
    added = [(operation["path"], operation["value"]) for operation in fix.patch if "value" in operation]
    kept = [(pointer, resolve(payload, pointer)) for pointer in fix.keeps]
    return missing_words(_leaves_at(payload, removed, around), _leaves_at(payload, [*added, *kept], around))


def _leaves_at(payload: object, values: Iterable[tuple[str, Json]], around: Set[int]) -> Iterator[Leaf]:
    """Every leaf of values that are, or are to be, at these places."""
    for pointer, value in values:
        holder = Leaf("", PartOf.DOCUMENT, payload)
        *way, last = to_path(pointer) or ("",)
        for step in way:
            holder = child_leaf(holder, step, follow(holder.value, (step,)), around)
        leaf = child_leaf(holder, last, value, around) if pointer else holder._replace(value=value)
        yield from leaves_of(leaf.value, leaf.key, leaf.part_of)


def broken_promises(before: Report, after: Report, unsafe: bool = False) -> Iterator[str]:
    """Each promise that a change breaks, in a sentence. With `unsafe`, the user agreed that words may be lost and that
    the format may change."""
    given, made = before.conversation, after.conversation
    if len(after.errors) > len(before.errors):
        yield f"It would leave more errors for {before.target.title} than before."
    if parted := list(parted_pairs(given, made)):
        yield f"It would separate calls from their results: {', '.join(parted[:_MOST_NAMED])}."
    if not unsafe and (lost := lost_since(given, made)):
        yield f"It would lose words: {', '.join(lost[:_MOST_NAMED])}."
    as_opened, made_opened = _as_opened(given), _as_opened(made)
    is_read = reloaded(given, made.payload, before.target.name, any_format=unsafe) is not None
    if not is_read or not (unsafe or as_opened is None or made_opened is not None):
        yield "The file would no longer be read as the same conversation."
    at_home = _errors_at_home(made, after) > _errors_at_home(given, before)
    if at_home or (as_opened and made_opened and _errors_at_home(made_opened) > _errors_at_home(as_opened)):
        yield "It would leave more errors for the provider of its own format than before."


def lost_since(before: Conversation, after: Conversation) -> list[str]:
    """The words of the document that are nowhere in it any more. What was not copied has not changed."""
    steering = {(id(holder), key) for _, holder, key in steering_places(before)}
    changed = list(_leaves_outside(before, _containers(after.payload), steering))
    if not (lost := missing_words(changed, _leaves_outside(after, _containers(before.payload)))):
        return []
    anywhere = missing_words(changed, _leaves_outside(after, frozenset()))
    return [word for word in lost if word in anywhere]


def _containers(document: object) -> set[int]:
    """The identities of all lists and objects."""
    found: set[int] = set()
    left = [document]
    while left:
        value = left.pop()
        if isinstance(value, (dict, list)) and id(value) not in found:
            found.add(id(value))
            left.extend(value.values() if isinstance(value, dict) else value)
    return found


def _leaves_outside(
    conversation: Conversation, known: Set[int], steering: Set[tuple[int, str | int]] = frozenset()
) -> Iterator[Leaf]:
    """Every leaf of the lists and objects that are not known, and not of settings that steer."""
    around = _lists_around(conversation)
    left = [Leaf("", PartOf.DOCUMENT, conversation.payload)]
    while left:
        leaf = left.pop()
        value = leaf.value
        if not isinstance(value, (dict, list)):
            yield leaf
        elif id(value) not in known:
            items = ((step, item) for step, item in items_of(value) if (id(value), step) not in steering)
            left.extend(child_leaf(leaf, step, item, around) for step, item in items)


def _lists_around(conversation: Conversation) -> set[int]:
    """The identities of the lists that hold the one of the messages: records, of which the conversation is one."""
    places = conversation.places
    lists = {place.rpartition("/")[0] for place in places} if places is not None else {conversation.base}
    found: set[int] = set()
    for pointer in lists:
        value = conversation.payload
        for step in to_path(pointer):
            if isinstance(value, list):
                found.add(id(value))
            value = follow_or_none(value, (step,))
    return found


def parted_pairs(before: Conversation, after: Conversation) -> Iterator[str]:
    """Ids by which a call had its result and that, with neither of them rewritten, now have only one of the two."""
    there, here = _sides(before), _sides(after)
    for one in there[0] & there[1]:
        if (one in here[0]) != (one in here[1]):
            yield one


def _sides(conversation: Conversation) -> tuple[set[str], set[str]]:
    chat = read_chat(conversation.format, conversation.messages, conversation.settings)
    calls = {call.id for call in chat.calls if isinstance(call.id, str)}
    return calls, {result.id for result in chat.results if isinstance(result.id, str)}


def _as_opened(conversation: Conversation) -> Conversation | None:
    """In the format that its document alone is read in, if it could as well be its own; None if it could not."""
    opened = as_another(conversation)
    if opened is None:
        return conversation
    fits_too = opened.detection.ambiguous and conversation.format in opened.detection.candidates
    return opened if fits_too else None


def _errors_at_home(conversation: Conversation, known: Report | None = None) -> int:
    """How many errors the provider of its own format finds; nothing new where that is what is known."""
    home = default_target(conversation)
    if known is not None and known.target.name == home:
        return len(known.errors)
    return len(check(conversation, home, with_information=False, exact=False).errors)
