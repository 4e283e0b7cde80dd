"""What a conversation says, word for word, and whether another one still says all of it."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import leaves
from workbench.json.text import Json, glued_objects, parse_or_none


def said(conversation: Conversation) -> list[str]:
    """Every text that a user or a model wrote, every value of an argument and every output of a tool."""
    form = FORMATS[conversation.format]
    found: list[str] = []
    for index, message in enumerate(conversation.messages):
        for event in form.read(message, index):
            if event.kind == "thought" and isinstance(event.value, str):
                found += event.value.split("\n\n")  # a reader joins the parts of a summary so
            elif event.kind in ("text", "call", "result"):
                found += _words(event.value)
    return found


def _words(value: Json) -> list[str]:
    """Single values; what is written as JSON is read, and what cannot be read is taken as it is."""
    if isinstance(value, (dict, list)):
        return [word for _, leaf in leaves(value) if not isinstance(leaf, (dict, list)) for word in _words(leaf)]
    if not isinstance(value, str):
        return [] if value is None or isinstance(value, bool) else [str(value)]
    parsed = parse_or_none(value) if value[:1] in ("{", "[", '"') else None
    if isinstance(parsed, (dict, list, str)):
        return _words(parsed)
    if pieces := glued_objects(value) if value[:1] == "{" else []:
        return [word for piece in pieces for word in _words(piece)]
    return [value] if value else []


def lost(before: Conversation, after: Conversation) -> list[str]:
    """What the first says and the second does not: neither as a value of its own nor inside one."""
    texts = [str(leaf) for _, leaf in leaves(after.payload)]
    whole = "\n".join(texts)
    unescaped = "\n".join(word for text in texts for word in _words(text))
    return [word for word in said(before) if word.strip() and word not in whole and word not in unescaped]
