"""Break a healthy conversation in one named way: for those who learn, and to prove that checks and repair hold.

`inject` is pure: the same conversation, fault and seed give the same broken conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

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
    """Where the fault is: a pointer, or several where it can be seen from either side."""
    fault: Mutation

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of which one names it."""
        return self.fault.rules


def inject(conversation: Conversation, fault: Mutation, seed: int = 0) -> Broken | None:
    """The conversation with this fault, or None if it has nothing that could break so."""
    if not fault.fits(FORMATS[conversation.format]) or conversation.places is not None:
        return None
    damage = fault.breaks(Subject(conversation), Random(seed))
    if damage is None:
        return None
    broken = conversation.with_payload(apply(conversation.payload, damage.patch))
    return Broken(detected(broken, format=conversation.format), damage.places, fault)


__all__ = ["MUTATIONS", "Broken", "Mutation", "inject"]
