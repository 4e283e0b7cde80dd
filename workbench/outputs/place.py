"""Where something is, in words: as the provider and the user write it."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import in_words

WHOLE = "the whole file"


def place_in_words(conversation: Conversation, at: str) -> str:
    """`messages[3].tool_call_id`, also where the file is only the list and has no word for it."""
    words = in_words(at)
    if conversation.base or conversation.places is not None or not isinstance(conversation.payload, list):
        return words or WHOLE
    return (FORMATS[conversation.format].list_key if not words or words.startswith("[") else "") + words


def message_in_words(conversation: Conversation, index: int) -> str:
    known = 0 <= index < len(conversation.messages)
    return place_in_words(conversation, conversation.pointer(index) if known else conversation.base)
