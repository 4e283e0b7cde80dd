"""A provider's error text → the rule, and the place in this file that it means.

The error counts messages as the provider saw them. The file may be in another format, or have been trimmed since,
so everything the error names is looked for in the whole document. The answer explains how the place
was found, and how sure that is. Never raises on any text.
"""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.locating.envelopes import unwrap
from workbench.locating.evidence import evidence_of
from workbench.locating.found import Located, explained, located_in_file
from workbench.locating.recognise import recognise
from workbench.targets import default_target
from workbench.targets.signs import GENERAL, targets_that_speak_so

__all__ = ["Located", "locate"]


def locate(conversation: Conversation | None, error_text: str) -> Located:
    """Without a conversation it explains the error."""
    unwrapped = unwrap(error_text)
    evidence = evidence_of(unwrapped)
    speaking = tuple(targets_that_speak_so(unwrapped.whole))
    own = (default_target(conversation),) if conversation else ()
    known = recognise(unwrapped, (*speaking, *own, *GENERAL))
    if conversation is None:
        return explained(known, evidence)
    if conversation.detection.ambiguous:  # whoever refused it knows what it was meant to be
        conversation = detected(conversation, target=next(iter((*speaking, *known.targets)), None))
    return located_in_file(conversation, known, evidence, unwrapped, speaking)
