"""An API response as lines: the answer itself first, why it ended, and the rest folded."""

from __future__ import annotations

from typing import NamedTuple

from workbench.formats import FORMATS, Format
from workbench.json.pointer import Path, PointerError, follow, to_pointer
from workbench.json.text import Json
from workbench.stages import Response, Stages
from workbench.view.lines import Drawing, message_lines
from workbench.view.protocol import Line
from workbench.view.threads import Threads


class ReplayAnswer(NamedTuple):
    """What a replay brought back for one message."""

    body: Json
    wire: str
    """The format in which the endpoint was asked; it need not be the target's that is looked at now."""
    rehearsed: bool = False
    """The embedded model gave it; no live model was asked."""


def response_at(stages: Stages, index: int, replayed: ReplayAnswer | None = None) -> Response | None:
    """The response in a message's row: of a replay, else the one it once was; after the last, the one recorded."""
    if replayed is not None:
        return stages.build_response("rehearsed" if replayed.rehearsed else "live", replayed.body, replayed.wire)
    response = stages.response(index)
    if response is None and index == len(stages.conversation.messages) - 1:
        return stages.recorded_answer()
    return response


def response_lines(wire: str, body: object, drawing: Drawing, threads: Threads) -> list[Line]:
    """The lines of a response in the form that this wire's API gives."""
    lines: list[Line] = []
    form = FORMATS[wire]
    for path, message in _answers(form, body):
        ids = {(*path, *place): number for place, number in threads.places(form.read(message, 0)).items()}
        lines += _shifted(path, message, drawing, ids)
    if form.response is not None and form.response.finish is not None:
        lines += _ending(form.response.finish, body, drawing)
    return lines or message_lines(body, drawing)


def _answers(form: Format, body: object) -> list[tuple[Path, Json]]:
    """The assistant's messages in the body; a body that is itself the message, less what it says about the answer."""
    places = form.response.places(body) if form.response else []
    return [(place, follow(body, place) if place else _as_sent(form, body)) for place in places]


def _as_sent(form: Format, message: Json) -> Json:
    keys = form.traits.sent_keys
    return message if keys is None else {key: value for key, value in message.items() if key in keys}


def _shifted(path: Path, message: object, drawing: Drawing, ids: dict[Path, int]) -> list[Line]:
    """The message drawn as if it stood alone, with pointers from the body's root."""
    start, size = to_pointer(path), len(path)
    inner = Drawing(
        {place[size:]: number for place, number in ids.items()},
        {place[size:]: mark for place, mark in drawing.marks.items() if place[:size] == path},
        frozenset(name.removeprefix(start) for name in drawing.opened if name.startswith(start) or name == "more"),
    )
    lines = message_lines(message, inner)
    for line in lines:
        for segment in line["segments"]:
            if "pointer" in segment and segment["pointer"] != "more":
                segment["pointer"] = start + segment["pointer"]
    return lines


def _ending(path: Path, body: object, drawing: Drawing) -> list[Line]:
    try:
        value = follow(body, path)
    except PointerError:
        return []
    inner = Drawing({}, {path[-1:]: drawing.marks[path]} if path in drawing.marks else {})
    lines = message_lines({path[-1]: value}, inner)
    for line in lines:
        for segment in line["segments"]:
            segment["pointer"] = to_pointer(path)
    return lines
