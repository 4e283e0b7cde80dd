"""Mutations of ids: another prefix, no id, a number, too many characters."""

from __future__ import annotations

from random import Random

from workbench.checks.similar_ids import prefix_of
from workbench.formats.contract import Event
from workbench.json.patch import replace
from workbench.mutations.contract import Damage, Subject, mutation
from workbench.mutations.format_conditions import both, own_target_enforces, pairs_by_id


@mutation(
    "switch-prefix",
    "Another id prefix on the result",
    "The prefix of the id is rewritten on the result but not on the call, as when a user switches providers.",
    ("tool-id-mismatch", "tool-id-mismatch-created", "tool-id-mismatch-healed"),
    pairs_by_id,
)
def switch_prefix(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_with_text_ids(subject, random)
    if pair is None:
        return None
    _, result = pair
    wire_id = str(result.id)
    old = prefix_of(wire_id)
    new = random.choice([prefix for prefix in ("hist_tool_", "call_", "toolu_", "tooluse_") if prefix != old])
    rest = wire_id[len(old) :]
    pointer = subject.at(result, "id")
    return Damage((replace(pointer, new + rest),), (pointer,))


@mutation(
    "lose-id",
    "A result without an id",
    "The id of a result is set to null, as when the first chunk of a stream is lost.",
    ("tool-id-missing",),
    pairs_by_id,
)
def lose_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_with_text_ids(subject, random)
    if pair is None:
        return None
    pointer = subject.at(pair[1], "id")
    return Damage((replace(pointer, None),), (pointer,))


@mutation(
    "number-id",
    "A number as id",
    "The id of a call becomes a number, as in a database that numbers its rows.",
    ("tool-id-not-string",),
    pairs_by_id,
)
def number_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_with_text_ids(subject, random)
    if pair is None:
        return None
    pointer = subject.at(pair[0], "id")
    return Damage((replace(pointer, random.randrange(1, 1000)),), (pointer,))


@mutation(
    "long-id",
    "An id that is too long",
    "An id becomes longer than the provider allows, on the call and on its results.",
    ("tool-id-too-long",),
    both(pairs_by_id, own_target_enforces("tool-id-too-long")),
)
def long_id(subject: Subject, random: Random) -> Damage | None:
    pair = _pair_with_text_ids(subject, random)
    if pair is None:
        return None
    tools = (*subject.chat.calls, *subject.chat.results)
    same_id = [event for event in tools if event.id == pair[0].id and subject.has(event, "id")]
    patch = tuple(replace(subject.at(event, "id"), f"{event.id}{'0' * 70}") for event in same_id)
    return Damage(patch, tuple(subject.at(event, "id") for event in same_id))


def _pair_with_text_ids(subject: Subject, random: Random) -> tuple[Event, Event] | None:
    """Return a pair whose ids are strings that can be changed independently, or None."""
    pairs = [
        (call, result)
        for call, result in subject.pairs
        if isinstance(call.id, str) and subject.has(call, "id") and subject.has(result, "id")
    ]
    return random.choice(pairs) if pairs else None
