"""Merge the findings of both versions in one row: those that the repair solves, those that stay, and new ones."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.view.drawn_rows import Note

SOLVED, NEW = "solved", "new"
_NOT_LISTED = -1
"""The cause number of a finding that is not in the open version's list."""


def merged_notes(before: Sequence[Note], after: Sequence[Note], own_is_before: bool) -> list[Note]:
    still, had = {note["rule"] for note in after}, {note["rule"] for note in before}
    solved = [note for note in before if note["rule"] and note["rule"] not in still]
    new = [note for note in after if note["rule"] not in had]
    own = [note for note in (before if own_is_before else after) if note not in solved and note not in new]
    return [
        *own,
        *one_sided_notes(solved, solved=True, own=own_is_before),
        *one_sided_notes(new, solved=False, own=not own_is_before),
    ]


def one_sided_notes(notes: Sequence[Note], solved: bool, own: bool) -> list[Note]:
    """Mark the notes that only one version has as solved or new. Notes of replays only concern the open version."""
    marked: list[Note] = []
    for note in notes:
        if not note["rule"] or (own and not solved):
            marked.append(note)
            continue
        marked.append({**note, "state": SOLVED if solved else NEW, "cause": note["cause"] if own else _NOT_LISTED})
    return marked
