"""What a source has to know to write a result that was lost, or to take one out that answers nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.sources.writing.changes import AddedResult
from workbench.sources.writing.draft import Draft


@dataclass(frozen=True, slots=True)
class Writer:
    add: Callable[[Draft, AddedResult], None]
    remove: Callable[[Draft, tuple[str | int, ...]], None]
    """The draft and where the result is."""
