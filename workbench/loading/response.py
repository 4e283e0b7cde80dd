"""A provider's response body → the message in it, with the whole body kept as the recorded response."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow
from workbench.json.text import Json
from workbench.loading.message_list import Framed


def frame_response(value: dict[str, Json], path: Path) -> Framed | None:
    """As the first format that sees an answer of its API in it."""
    for form in FORMATS.values():
        place = form.response.answer(value) if form.wire is not None and form.response is not None else None
        if place is not None:
            return replace(_framed(value, path, place), response=value, is_answer=True, format=form.name)
    return None


def _framed(value: object, path: Path, place: Path) -> Framed:
    """A list of messages is framed as the list it is, so that messages can be added to it."""
    held = follow(value, place)
    if isinstance(held, list):
        return Framed(held, (*path, *place))
    return Framed([held], path, ((*path, *place),))
