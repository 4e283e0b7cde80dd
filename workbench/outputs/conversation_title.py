"""What a conversation is about: the title that its program stored, or else the first words of the user."""

from __future__ import annotations

import re

from workbench.conversation import Conversation
from workbench.formats import FORMATS

_LONGEST = 60
_SEARCHED = 20
_TAG = re.compile(r"</?[a-z][\w-]*(?:>|$)")
"""A tag around what a program wrote in the place of the user, such as `<command-message>`. The last may be cut off."""


def conversation_title(conversation: Conversation) -> str:
    stored = conversation.origin.facts.title if conversation.origin else ""
    return title_line(stored) or first_words(conversation)


def first_words(conversation: Conversation) -> str:
    """Return the first text from the user in one of the first messages."""
    form = FORMATS[conversation.format]
    for index, message in enumerate(conversation.messages[:_SEARCHED]):
        if form.role_of(message) == "user":
            texts = (event.value for event in form.read(message, index) if event.kind == "text")
            words = next((line for text in texts if isinstance(text, str) and (line := title_line(text))), "")
            if words:
                return words
    return ""


def title_line(text: str) -> str:
    """Return the text on one line, shortened. If it begins with a tag, all tags are left out."""
    words = " ".join(text[: 20 * _LONGEST].split())
    if _TAG.match(words):
        words = " ".join(_TAG.sub(" ", words).split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
