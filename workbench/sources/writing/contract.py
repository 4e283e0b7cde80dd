"""What a source has to know to write a result that was lost, and to take out or reword one that answers nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.json.pointer import Path
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.draft import Draft


def no_place_for_text(draft: Draft, at: Path, text: str) -> None:
    raise CannotBeWrittenError("a result without its call has no other place in such a file")


@dataclass(frozen=True, slots=True)
class Writer:
    add: Callable[[Draft, AddedResult], None]
    remove: Callable[[Draft, Path], None]
    """The draft and where the result is."""
    say: Callable[[Draft, Path, str], None] = no_place_for_text
    """Puts a text of the user in the place of a result whose call is missing."""
    result_id: Path = ()
    """Leads from a result to the id of its call; empty where a result does not name its call."""
    reorders: bool = False
    """Whether the program brings calls and results together itself, so that a repair changes the order it reads."""
