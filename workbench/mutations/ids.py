"""Faults of ids: a switched prefix, none, a number, too many characters."""

from __future__ import annotations

from random import Random

from workbench.checks.similar_ids import prefix_of
from workbench.formats.contract import Event
from workbench.json.patch import replace
from workbench.mutations.contract import Damage, Subject, fault
from workbench.mutations.formats import both, home_names, ids_pair


@fault(
    "switch-prefix",
    "The same call under another name",
    "The prefix of the id is rewritten on the result but not on the call, as when somebody switches providers.",
    ("tool-id-mismatch", "tool-id-mismatch-created", "tool-id-mismatch-healed"),
    ids_pair,
)
def switch_prefix(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_of_texts(subject, random)
    if pair is None:
        return None
    _, result = pair
    old = prefix_of(result.id)
    new = random.choice([prefix for prefix in ("hist_tool_", "call_", "toolu_", "tooluse_") if prefix != old])
    rest = result.id[len(old) :]
    place = subject.at(result, "id")
    return Damage((replace(place, new + rest),), (place,))


@fault(
    "lose-id",
    "An answer without a name",
    "The id of a result is set to null, as when the first piece of a stream is lost.",
    ("tool-id-missing",),
    ids_pair,
)
def lose_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_of_texts(subject, random)
    if pair is None:
        return None
    place = subject.at(pair[1], "id")
    return Damage((replace(place, None),), (place,))


@fault(
    "number-id",
    "A number for a name",
    "The id of a call becomes a number, as in a database that numbers its rows.",
    ("tool-id-not-string",),
    ids_pair,
)
def number_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_of_texts(subject, random)
    if pair is None:
        return None
    place = subject.at(pair[0], "id")
    return Damage((replace(place, random.randrange(1, 1000)),), (place,))


@fault(
    "long-id",
    "Too long a name",
    "An id is made longer than the provider allows, on the call and on its results.",
    ("tool-id-too-long",),
    both(ids_pair, home_names("tool-id-too-long")),
)
def long_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_of_texts(subject, random)
    if pair is None:
        return None
    tools = (*subject.chat.calls, *subject.chat.results)
    same = [event for event in tools if event.id == pair[0].id and subject.has(event, "id")]
    patch = tuple(replace(subject.at(event, "id"), f"{event.id}{'0' * 70}") for event in same)
    return Damage(patch, tuple(subject.at(event, "id") for event in same))


def _pair_of_texts(subject: Subject, random: Random) -> tuple[Event, Event] | None:
    """A pair whose ids are texts that can be changed, each on its own side."""
    pairs = [
        (call, result)
        for call, result in subject.pairs
        if isinstance(call.id, str) and subject.has(call, "id") and subject.has(result, "id")
    ]
    return random.choice(pairs) if pairs else None
