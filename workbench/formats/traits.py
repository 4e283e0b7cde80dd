"""The properties in which the messages of formats differ. Other packages query these and never compare names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Traits:
    parts_key: str = "content"
    """The key that holds a message's parts or its text."""
    arguments_are_text: bool = False
    """Whether the arguments of a call are a string that contains JSON."""
    arguments_may_be_text: bool = False
    """Whether the arguments may be an object or a string that contains JSON, as the model wrote them."""
    images_are_urls: bool = False
    """Whether an image is a single URL, so bytes need a data URL. Other formats have separate fields for the type."""
    ids_are_optional: bool = False
    """Whether calls and results may lack ids, and then pair by name and order."""
    dots_in_definitions: bool = False
    """Whether some models accept dots in the name of a tool definition. No name in a call may contain a dot."""
    calls_beside_content: bool = False
    """Whether calls are in a list of their own instead of among the parts of the content."""
    messages_are_items: bool = False
    """Whether calls, results and thoughts are items of the list like messages; a message may be a bare string."""
    results_lead_user_turns: bool = False
    """Whether results and the user's next text share one turn, with the results first."""
    results_stand_alone: bool = False
    """Whether conversions drop the other blocks of a message that has a result."""
    waiting_state: str | None = None
    """The state of an unanswered call, in formats where one part is both call and result."""
    kinds_by_key: frozenset[str] = frozenset()
    """The keys that name the kind of a part, in formats where each part has exactly one of them."""
    is_framework: bool = False
    """Whether this is a framework's own format that no provider accepts. The provider of the conversation's model
    receives it, and an answer comes back by the format's own converter, not through the internal history."""
    sent_keys: frozenset[str] | None = None
    """The keys of an answer that are sent back; its other keys are facts about the response. None: all are sent."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Block types that add a meaning such as an error → the neutral type of a block of the same shape."""


DEFAULT_TRAITS = Traits()
