"""Find the message in a provider's response body. The entire body becomes the recorded response."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow
from workbench.json.text import Json
from workbench.loading.message_list import MessageList


def messages_in_response(value: dict[str, Json], path: Path) -> MessageList | None:
    """Return the messages of the first format that recognises a response of its API."""
    for form in FORMATS.values():
        place = form.response.answer(value) if form.wire is not None and form.response is not None else None
        if place is not None:
            return replace(_message_list_at(value, path, place), response=value, is_answer=True, format=form.name)
    return None


def _message_list_at(value: object, path: Path, place: Path) -> MessageList:
    """Return the message or list at `place`. A list keeps its own path, so that messages can be added to it."""
    found = follow(value, place)
    if isinstance(found, list):
        return MessageList(found, (*path, *place))
    return MessageList([found], path, ((*path, *place),))
