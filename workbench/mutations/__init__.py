"""Break a healthy conversation in one named way, for puzzles and for tests of checks and repairs.

`inject` is pure: the same conversation, mutation and seed give the same broken conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.patch import apply
from workbench.mutations import content, ids, pairs, tools
from workbench.mutations.contract import MUTATIONS, Mutation, Subject

MODULES = (pairs, ids, tools, content)


@dataclass(frozen=True, slots=True)
class Broken:
    conversation: Conversation
    places: tuple[str, ...]
    """Pointers to the fault. There are several if it is visible in more than one place."""
    mutation: Mutation

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that may report the fault; one of them does."""
        return self.mutation.rules


def inject(conversation: Conversation, mutation: Mutation, seed: int = 0) -> Broken | None:
    """Return the conversation with this fault, or None if the mutation cannot be applied to it."""
    if not mutation.applies_to(FORMATS[conversation.format]) or conversation.places is not None:
        return None
    damage = mutation.damage(Subject(conversation), Random(seed))
    if damage is None:
        return None
    broken = conversation.with_payload(apply(conversation.payload, damage.patch))
    broken = replace(broken, response=None)  # an answer to the healthy request is no answer to this one
    return Broken(detected(broken, format=conversation.format), damage.places, mutation)


__all__ = ["MUTATIONS", "Broken", "Mutation", "inject"]
