"""Save the complete messages of a truncated document."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.conversation import Conversation, Note
from workbench.loading.find_messages import find_messages
from workbench.loading.open_containers import Frame

_DEPTH = 6


def salvage(stack: Sequence[Frame], notes: list[Note]) -> Conversation | None:
    """Close the open containers, outermost first, until the document has messages that are all complete."""
    unfinished = {id(frame.container) for frame in stack}
    for depth, frame in enumerate(stack[:_DEPTH]):
        if depth:
            stack[depth - 1].place(frame.container)
        message_list = find_messages(stack[0].container)
        messages = message_list.messages if message_list else []
        if message_list and messages and all(_is_complete(message, unfinished) for message in messages):
            cut = Note("cut", "the document is cut off after the last of these messages")
            return message_list.conversation("", stack[0].container, [*notes, cut])
    return None


def _is_complete(message: object, unfinished: set[int]) -> bool:
    return isinstance(message, dict) and id(message) not in unfinished
