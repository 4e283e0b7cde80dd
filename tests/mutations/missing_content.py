"""The contents of a conversation, and which of them another conversation no longer has."""

from __future__ import annotations

from typing import Any

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import leaves
from workbench.json.text import glued_objects, parse_or_none


def contents_of(conversation: Conversation) -> list[str]:
    """Return every text of a user or a model, every argument value and every output of a tool."""
    form = FORMATS[conversation.format]
    contents: list[str] = []
    for index, message in enumerate(conversation.messages):
        for event in form.read(message, index):
            if event.kind == "thought" and isinstance(event.value, str):
                contents += event.value.split("\n\n")  # readers join the parts of a summary this way
            elif event.kind in ("text", "call", "result"):
                contents += _values(event.value)
    return contents


def _values(value: Any) -> list[str]:
    """Return single values. JSON inside a string is parsed; a string that is not JSON is one value.

    The kind of a part with a text is no content: a result that is one empty text says nothing.
    """
    if isinstance(value, dict) and value.keys() == {"type", "text"} and value["type"] == "text":
        return _values(value["text"])
    if isinstance(value, (dict, list)):
        return [inner for item in (value.values() if isinstance(value, dict) else value) for inner in _values(item)]
    if not isinstance(value, str):
        return [] if value is None or isinstance(value, bool) else [str(value)]
    parsed = parse_or_none(value) if value[:1] in ("{", "[", '"') else None
    if isinstance(parsed, (dict, list, str)):
        return _values(parsed)
    if pieces := glued_objects(value) if value[:1] == "{" else []:
        return [value for piece in pieces for value in _values(piece)]
    return [value] if value else []


def lost(before: Conversation, after: Conversation) -> list[str]:
    """Return the contents of `before` that `after` has neither as a value nor inside one."""
    texts = [str(leaf) for _, leaf in leaves(after.payload)]
    all_text = "\n".join(texts)
    unescaped = "\n".join(value for text in texts for value in _values(text))
    return [
        value for value in contents_of(before) if value.strip() and value not in all_text and value not in unescaped
    ]
