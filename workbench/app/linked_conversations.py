"""Conversations of one file that belong together: a call that started a subagent, and the way back to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.app.store import STORE, Opened
from workbench.view.linked_conversations import call_at, title_of_relative
from workbench.view.protocol import Relative
from workbench.view.window import View

_MOST_LOOKED_AT = 100
"""Conversations of one file that are looked through for relatives."""


class Relatives(NamedTuple):
    started: dict[str, Relative]
    """Id of a call → the conversation that it started."""
    starter: tuple[Relative, int] | None
    """The conversation whose call started this one, and the message that holds the call."""


def relatives_of(opened: Opened, view: View) -> Relatives:
    """Found once for each view: for a long conversation all its messages are looked through."""
    if "relatives" not in view.kept:
        view.kept["relatives"] = Relatives(_started(opened), starter_of(opened))
    found: Relatives = view.kept["relatives"]
    return found


def _started(opened: Opened) -> dict[str, Relative]:
    found: dict[str, Relative] = {}
    for other in _others(opened):
        origin = other.conversation.origin
        if origin and origin.started_by:
            found[origin.started_by] = {"key": other.key, "title": title_of_relative(other.conversation)}
    return found


def starter_of(opened: Opened) -> tuple[Relative, int] | None:
    """Return the conversation whose call started this one, and the message that holds the call."""
    origin = opened.conversation.origin
    if origin is None or not origin.started_by:
        return None
    for other in _others(opened):
        index = call_at(other.conversation, origin.started_by)
        if index is not None:
            return {"key": other.key, "title": title_of_relative(other.conversation)}, index
    return None


def _others(opened: Opened) -> Iterator[Opened]:
    for key, _ in opened.group[:_MOST_LOOKED_AT]:
        other = STORE.get(key) if key != opened.key else None
        if other is not None:
            yield other
