"""What is true of every message of a format, where formats differ. Others ask this, never a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Traits:
    parts_key: str = "content"
    """The key of a message's parts, or of its text."""
    arguments_are_text: bool = False
    """Whether the arguments of a call are a string that holds JSON."""
    arguments_may_be_text: bool = False
    """Whether they may be an object or such a string, as the model gave them."""
    images_are_urls: bool = False
    """Whether an image is one URL, so that bytes need a data URL. Others keep bytes and type apart."""
    ids_are_optional: bool = False
    """Whether calls and results may lack ids, and then pair by name and order."""
    dots_in_definitions: bool = False
    """Whether some models take dots in the name of a tool's definition, which no name in a call may hold."""
    calls_beside_content: bool = False
    """Whether calls are in a list beside the content, and not among the parts."""
    messages_are_items: bool = False
    """Whether calls, results and thoughts are items of the list, as messages are; a message may be a bare text."""
    results_lead_user_turns: bool = False
    """Whether results and the user's next words share one turn, results first."""
    results_stand_alone: bool = False
    """Whether what is beside a result in its message is not carried on."""
    waiting_state: str | None = None
    """What a part that is call and result in one says while its call waits."""
    kinds_by_key: frozenset[str] = frozenset()
    """Keys of which a part has exactly one, where the key says what the part is."""
    is_framework: bool = False
    """Whether it is a framework's own shape that no provider takes: whoever has the model receives it, and an answer
    comes back by the format's own edge, not through the internal history."""
    sent_keys: frozenset[str] | None = None
    """The keys of an answer that are sent back; what else it has are facts about the response. None: all are sent."""

    variants: Mapping[str, str] = field(default_factory=dict)
    """Types of a block that say something about it → the type of a block of the same shape that does not say it."""


USUAL = Traits()
