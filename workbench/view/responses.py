"""An API response as lines: first the answer, then the reason why it ended."""

from __future__ import annotations

from typing import Any, NamedTuple

from workbench.formats import FORMATS, Format
from workbench.json.pointer import Path, PointerError, follow, to_pointer
from workbench.json.text import Json
from workbench.stages import Response, Stages
from workbench.view.drawn_rows import Line
from workbench.view.lines import Drawing, message_lines
from workbench.view.threads import Threads


class ReplayAnswer(NamedTuple):
    body: Any
    wire: str
    """The format of the request, which may differ from the format of the target that is shown now."""
    rehearsed: bool = False
    """Whether the embedded model gave the answer, not a live model."""


def response_at(stages: Stages, index: int, replayed: ReplayAnswer | None) -> Response | None:
    """Return the response in a message's row: a replay's, the one that the message came from, or the recorded one."""
    if replayed is not None:
        return stages.build_response("rehearsed" if replayed.rehearsed else "live", replayed.body, replayed.wire)
    response = stages.response(index)
    if response is None and index == len(stages.conversation.messages) - 1:
        return stages.recorded_answer()
    return response


def response_lines(wire: str, body: object, drawing: Drawing, threads: Threads) -> list[Line]:
    """Draw a response of this wire's API."""
    lines: list[Line] = []
    form = FORMATS[wire]
    for path, message in _answers(form, body):
        ids = {(*path, *place): number for place, number in threads.places(form.read(message, 0)).items()}
        lines += _shifted(path, message, drawing, ids)
    if form.response is not None and form.response.finish is not None:
        lines += _ending(form.response.finish, body, drawing)
    return lines or message_lines(body, drawing)


def _answers(form: Format, body: object) -> list[tuple[Path, Json]]:
    """Return the assistant's messages in the body. If the body itself is the message, facts about it are removed."""
    places = form.response.places(body) if form.response else []
    return [(place, follow(body, place) if place else _as_sent(form, body)) for place in places]


def _as_sent(form: Format, message: Any) -> Json:
    keys = form.traits.sent_keys
    return message if keys is None else {key: value for key, value in message.items() if key in keys}


def _shifted(path: Path, message: object, drawing: Drawing, ids: dict[Path, int]) -> list[Line]:
    """Draw a message by itself, with pointers that start at the root of the body."""
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
