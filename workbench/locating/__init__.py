"""A provider's error text → the rule, and the place in this file that it means.

The error counts messages as the provider saw them. The file may be in another format, or have been trimmed since,
so the place is looked for by what the check finds, by id, by the provider's index taken back along the route, and
last by the rule alone; how it was found is told, and how sure that is. Never raises on any text.
"""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.locating.clean import clean
from workbench.locating.found import Located, explained, located_in_file
from workbench.locating.mentions import mentions_in
from workbench.locating.recognise import recognise

__all__ = ["Located", "locate"]


def locate(conversation: Conversation | None, error_text: str) -> Located:
    """Without a conversation it explains the error."""
    text = clean(error_text)
    mentions = mentions_in(text)
    known = recognise(text, mentions, conversation.format if conversation else None)
    if conversation is None:
        return explained(known, mentions)
    return located_in_file(conversation, known, mentions)
