"""The parts of a document that could not be read, shown under the verdict, which only covers the rest."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.loading import LoadError
from workbench.outputs.visible import shortened

_OTHER = "unreadable-member"
_PART = frozenset({"cut", "elided", "unreadable-part", "unreadable-line"})
_MOST, _LONGEST = 3, 300


def is_partial(conversation: Conversation) -> bool:
    """Whether messages, or pieces of them, could not be read."""
    return any(note.kind in _PART for note in conversation.notes)


def unread(conversation: Conversation) -> list[str]:
    """Return a sentence for each of the first missing parts."""
    texts = [f"Only a part was read: {note.text}" for note in conversation.notes if note.kind in _PART]
    texts += [f"Not opened: {note.text}" for note in conversation.notes if note.kind == _OTHER]
    rest = len(texts) - _MOST
    return [shortened(sentence, _LONGEST) for sentence in texts[:_MOST]] + ([f"And {rest:,} more."] if rest > 0 else [])


def with_failures(loaded: Sequence[Conversation], failures: Sequence[LoadError | str]) -> list[Conversation]:
    """Return the conversations; the first, which is shown first, lists what was not opened."""
    notes = tuple(Note(_OTHER, str(failure)) for failure in failures)
    return [replace(loaded[0], notes=(*loaded[0].notes, *notes)), *loaded[1:]] if loaded else []
