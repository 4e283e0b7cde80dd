"""Write a place in a conversation as providers and users write it."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import readable

WHOLE = "the whole file"


def readable_place(conversation: Conversation, at: str) -> str:
    """Return a pointer as `messages[3].tool_call_id`, even if the file is only a list and does not name it."""
    place = readable(at)
    if conversation.base or conversation.places is not None or not isinstance(conversation.payload, list):
        return place or WHOLE
    return (FORMATS[conversation.format].list_key if not place or place.startswith("[") else "") + place


def readable_message(conversation: Conversation, index: int) -> str:
    exists = 0 <= index < len(conversation.messages)
    return readable_place(conversation, conversation.pointer(index) if exists else conversation.base)
