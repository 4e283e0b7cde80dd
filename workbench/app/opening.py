"""Open the conversations of one upload or file: the worst first, each with its file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.app.store import STORE, Opened
from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all
from workbench.view.picker import labels_of, other_branches, unopened_branches, worst_first
from workbench.view.unreadable_parts import with_failures

if TYPE_CHECKING:
    from workbench.doctor.previewed_repair import OpenedFile

MOST_AT_ONCE = 64
"""Up to this many conversations of one file are a list to choose from; more become a batch."""


def open_together(
    loaded: Sequence[Conversation],
    failures: Sequence[LoadError] = (),
    target: str = "",
    file: bytes | OpenedFile | None = None,
) -> list[Opened]:
    """Add conversations to the store: those that providers refuse first, other branches last."""
    unopened: list[LoadError | str] = [*failures, *unopened_branches(loaded)]
    shown = with_failures([*worst_first(loaded), *other_branches(loaded)], unopened)
    opened = STORE.put(shown, target, labels=labels_of(shown) if len(shown) > 1 else ())
    for one in opened:
        one.file = file
    return opened


def open_path(path: Path, name: str, wanted: Callable[[int, Conversation], bool], target: str = "") -> Opened | None:
    """Open a conversation of a file on this computer, together with the others of the file if they are few.

    `wanted` gets each conversation with its number. Returns None if the file does not contain it any more."""
    from workbench.doctor.previewed_repair import (
        opened_file,  # imports the repairs, which the first screen does not need
    )

    try:
        file = opened_file(path)  # first, so that a change while reading is detected
    except OSError:
        return None
    conversations: list[Conversation] = []
    chosen: Conversation | None = None
    for number, item in enumerate(load_all(path, name)):
        if isinstance(item, Conversation):
            conversations.append(item)
            chosen = item if chosen is None and wanted(number, item) else chosen
        if chosen is not None and len(conversations) > MOST_AT_ONCE:
            break
    if chosen is None:
        return None
    together = conversations if len(conversations) <= MOST_AT_ONCE else [chosen]
    opened = open_together(together, target=target, file=file)
    return next((one for one in opened if _is_same(one.conversation, chosen)), opened[0])


def _is_same(one: Conversation, other: Conversation) -> bool:
    return one.messages is other.messages
