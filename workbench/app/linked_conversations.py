"""Links between conversations of one file: from a call to the subagent that it started, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.app.store import STORE, Opened
from workbench.view.drawn_rows import LinkedConversation
from workbench.view.linked_conversations import call_at, link_title
from workbench.view.window import View

_MAX_SEARCHED = 100
"""How many conversations of one file are searched for links."""


class Links(NamedTuple):
    started: dict[str, LinkedConversation]
    """Id of a call → the conversation that it started."""
    starter: tuple[LinkedConversation, int] | None
    """The conversation whose call started this one, and the message with the call."""


def links_of(opened: Opened, view: View) -> Links:
    """Return the links of a conversation. They are cached per view, because all messages are searched."""
    if "links" not in view.cache:
        view.cache["links"] = Links(_started(opened), starter_of(opened))
    found: Links = view.cache["links"]
    return found


def _started(opened: Opened) -> dict[str, LinkedConversation]:
    found: dict[str, LinkedConversation] = {}
    for other in _others(opened):
        origin = other.conversation.origin
        if origin and origin.started_by:
            found[origin.started_by] = {"key": other.key, "title": link_title(other.conversation)}
    return found


def starter_of(opened: Opened) -> tuple[LinkedConversation, int] | None:
    """Return the conversation whose call started this one, and the message with the call."""
    origin = opened.conversation.origin
    if origin is None or not origin.started_by:
        return None
    for other in _others(opened):
        index = call_at(other.conversation, origin.started_by)
        if index is not None:
            return {"key": other.key, "title": link_title(other.conversation)}, index
    return None


def _others(opened: Opened) -> Iterator[Opened]:
    for key, _ in opened.group[:_MAX_SEARCHED]:
        other = STORE.get(key) if key != opened.key else None
        if other is not None:
            yield other
