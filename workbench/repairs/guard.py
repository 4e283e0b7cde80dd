"""What a repair promises, checked in one place: by the repair itself, by the page for ticked fixes, and by the tests.

No word of the file is lost, whether or not a format reader knows where it is. Calls keep their results. The target
finds no more errors than before, and neither does the provider of the file's own format. The file can be loaded again,
and is recognised as what it was. Settings that only steer the answer hold no words.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from workbench.checks.chat import read_chat
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.patch_set import removed_values
from workbench.json.pointer import resolve
from workbench.json.text import Json
from workbench.json.vocabulary import lost_words
from workbench.repairs.reloading import reloaded
from workbench.repairs.steering import steering_places
from workbench.targets import default_target


def words_lost_by(conversation: Conversation, fix: Fix) -> list[str]:
    """The words that a fix takes out and writes nowhere."""
    payload = conversation.payload
    steering = {pointer for pointer, _, _ in steering_places(conversation)}
    taken = removed_values(payload, fix.patch)
    removed = [_with_key(pointer, value) for pointer, value in taken if pointer not in steering]
    added = [operation["value"] for operation in fix.patch if "value" in operation]
    return lost_words(removed, [*added, *(resolve(payload, pointer) for pointer in fix.keeps)])


def _with_key(pointer: str, value: object) -> Json:
    """The value under the key that tells what it is."""
    key = next((step for step in reversed(pointer.split("/")) if not step.isdigit()), "")
    return {key: value}


def broken_promises(before: Report, after: Conversation) -> Iterator[str]:
    """Each promise that a change breaks, in a sentence."""
    conversation, target = before.conversation, before.target.name
    if lost := lost_since(conversation, after):
        yield f"It would lose words: {', '.join(lost[:5])}."
    if parted := list(parted_pairs(conversation, after)):
        yield f"It would separate calls from their results: {', '.join(parted[:5])}."
    if reloaded(conversation, after.payload, target) is None:
        yield "The file would no longer be read as the same conversation."
    if len(check(after, target, with_information=False).errors) > len(before.errors):
        yield f"It would leave more errors for {before.target.title} than before."
    if errors_at_home(after) > errors_at_home(conversation):
        yield "It would leave more errors for the provider of its own format than before."


def lost_since(before: Conversation, after: Conversation) -> list[str]:
    """The words of the document that are nowhere in it any more. What was not copied has not changed."""
    stayed = _containers(after.payload)
    steering = {(id(holder), key) for _, holder, key in steering_places(before)}
    changed = list(_leaves_outside(before.payload, stayed, steering))
    if not (lost := lost_words(changed, _leaves_outside(after.payload, _containers(before.payload)))):
        return []
    anywhere = lost_words(changed, [after.payload])
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


def _leaves_outside(document: object, known: set[int], steering: Set[tuple[int, str]] = frozenset()) -> Iterator[Json]:
    """Every leaf, under its key, of the lists and objects that are not known, and not of settings that steer."""
    left: list[tuple[str, Json]] = [("", document)]
    while left:
        key, value = left.pop()
        if not isinstance(value, (dict, list)):
            yield {key: value}
        elif id(value) not in known:
            items = value.items() if isinstance(value, dict) else ((key, item) for item in value)
            kept = key if key in ("role", "speaker") else None  # what is inside of a role is no more than a role
            left.extend((kept or str(name), item) for name, item in items if (id(value), name) not in steering)


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


def errors_at_home(conversation: Conversation) -> int:
    """How many errors the provider of the file's own format finds."""
    return len(check(conversation, default_target(conversation), with_information=False, exact=False).errors)
