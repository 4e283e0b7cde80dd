"""What was odd about a document, up to as much as a person would read.

Each note names its place, and a place is as long as it is deep: in a document of thousands of levels with something odd
on every one, the places alone would be many times the document. What goes beyond the room is reported in one last note.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.conversation import Note
from workbench.json.pointer import to_pointer

_ROOM = 100_000
"""Characters. The note that reaches it is the last."""
_SENTENCE = 100
"""What a note costs beside its place."""


class Notes:
    """`listed` is what was noted so far; once it is `full`, nothing is added."""

    def __init__(self) -> None:
        self.listed: list[Note] = []
        self.full = False
        self._room = _ROOM

    def add(self, kind: str, text: str, place: Iterable[str | int] = ()) -> None:
        """`place` is only walked along while there is room."""
        if self.full:
            return
        at = to_pointer(place)
        self.listed.append(Note(kind, text, at))
        self._room -= len(at) + _SENTENCE
        if self._room <= 0:
            self.full = True
            sentence = f"only the first {len(self.listed):,} unusual places are listed; there may be more"
            self.listed.append(Note("more", sentence))

    def repeated_key(self, place: Iterable[str | int], key: str) -> None:
        self.add(
            "duplicate-key", f"the key {key!r} appears more than once in this object; the last one was kept", place
        )
