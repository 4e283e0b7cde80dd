"""The interface of a writer: add a missing result, remove an orphaned one, or turn it into a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.json.pointer import Path
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.draft import Draft


def no_place_for_text(draft: Draft, at: Path, text: str) -> None:
    raise CannotBeWrittenError("such a file has no other place for a result without its call")


@dataclass(frozen=True, slots=True)
class Writer:
    add: Callable[[Draft, AddedResult], None]
    """Adds a missing result."""
    remove: Callable[[Draft, Path], None]
    """Removes the result at a place."""
    say: Callable[[Draft, Path, str], None] = no_place_for_text
    """Replaces a result without its call by a user's text."""
    result_id: Path = ()
    """The path from a result to the id of its call; empty if a result does not name its call."""
    removes_records: bool = False
    """Whether `remove` removes the record of a block that is the only one in it, whatever the block is."""
    reorders: bool = False
    """Whether the program puts results after their calls itself, so that a repair changes the order of messages."""
