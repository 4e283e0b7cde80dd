"""Collect notes on the oddities of a document, limited to what a person would read.

Each note has a pointer, which is as long as its place is deep. In a deeply nested document with an oddity on every
level, the pointers alone would be many times as long as the document. One last note reports that the limit was reached.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.conversation import Note
from workbench.json.pointer import to_pointer

_MAX_LENGTH = 100_000
"""The limit, in characters. The note that reaches it is the last."""
_SENTENCE = 100
"""The length that a note counts in addition to its pointer."""


class Notes:
    """The notes so far are in `listed`; after it is `full`, nothing is added."""

    def __init__(self) -> None:
        self.listed: list[Note] = []
        self.full = False
        self._remaining = _MAX_LENGTH

    def add(self, kind: str, text: str, place: Iterable[str | int] = ()) -> None:
        """Add a note, unless the limit has been reached; then `place` is not even iterated."""
        if self.full:
            return
        at = to_pointer(place)
        self.listed.append(Note(kind, text, at))
        self._remaining -= len(at) + _SENTENCE
        if self._remaining <= 0:
            self.full = True
            sentence = f"only the first {len(self.listed):,} unusual places are listed; there may be more"
            self.listed.append(Note("more", sentence))

    def repeated_key(self, place: Iterable[str | int], key: str) -> None:
        self.add(
            "duplicate-key", f"the key {key!r} appears more than once in this object; the last one was kept", place
        )
