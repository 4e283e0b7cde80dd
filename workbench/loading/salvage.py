"""What can be saved of a document that breaks off: the whole messages before the place where it does."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.conversation import Conversation, Note
from workbench.loading.find_messages import find_messages
from workbench.loading.open_containers import Frame

_DEPTH = 6


def salvage(stack: Sequence[Frame], notes: list[Note]) -> Conversation | None:
    """The document with its open containers closed, outermost first, until it holds messages that are all whole."""
    unfinished = {id(frame.container) for frame in stack}
    for depth, frame in enumerate(stack[:_DEPTH]):
        if depth:
            stack[depth - 1].place(frame.container)
        framed = find_messages(stack[0].container)
        if framed and framed.messages and all(_is_whole(message, unfinished) for message in framed.messages):
            cut = Note("cut", "the document ends too early, after the last of these messages")
            return framed.conversation("", stack[0].container, [*notes, cut])
    return None


def _is_whole(message: object, unfinished: set[int]) -> bool:
    return isinstance(message, dict) and id(message) not in unfinished
