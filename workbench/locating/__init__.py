"""Find the rule that a provider's error text is about, and the place in this file that it refers to.

The error counts messages as the provider saw them. The file may be in another format or trimmed since, so the entire
document is searched for everything that the error names. The answer explains how the place was found and how certain
it is. No text makes `locate` raise.
"""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.locating.envelopes import unwrap
from workbench.locating.evidence import evidence_of
from workbench.locating.located import Located, explained, located_in_file
from workbench.locating.recognise import recognise
from workbench.targets import default_target
from workbench.targets.signs import GENERAL, targets_with_signs

__all__ = ["Located", "locate"]


def locate(conversation: Conversation | None, error_text: str) -> Located:
    """Locate an error in a conversation, or only explain it if there is no conversation."""
    unwrapped = unwrap(error_text)
    evidence = evidence_of(unwrapped)
    likely_targets = tuple(targets_with_signs(unwrapped.full_text))
    default_targets = (default_target(conversation),) if conversation else ()
    recognised = recognise(unwrapped, (*likely_targets, *default_targets, *GENERAL))
    if conversation is None:
        return explained(recognised, evidence)
    if conversation.detection.ambiguous:  # the format is the one that the refusing provider accepts
        conversation = detected(conversation, target=next(iter((*likely_targets, *recognised.targets)), None))
    return located_in_file(conversation, recognised, evidence, unwrapped, likely_targets)
