"""An API response as lines: the answer itself first, why it ended, and the rest folded."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.json.pointer import Path, PointerError, follow, to_pointer
from workbench.json.text import Json
from workbench.stages import Response, Stages
from workbench.view.lines import Drawing, Line, message_lines
from workbench.view.threads import Threads

_ANSWER: dict[str, Path] = {
    "openai-chat": ("choices", 0, "message"),
    "gemini": ("candidates", 0, "content"),
    "bedrock-converse": ("output", "message"),
}
"""Where the assistant's message stands in the body; in the others the body is the message or a list of items."""
_ENDED: dict[str, Path] = {
    "openai-chat": ("choices", 0, "finish_reason"),
    "gemini": ("candidates", 0, "finishReason"),
    "bedrock-converse": ("stopReason",),
    "anthropic": ("stop_reason",),
    "openai-responses": ("status",),
}


def response_at(stages: Stages, index: int, live: Json = None) -> Response | None:
    """The response in a message's row: a live one, else the one it once was; after the last, the one recorded."""
    response = stages.response(index, live)
    if response is None and index == len(stages.conversation.messages) - 1:
        return stages.recorded_answer()
    return response


def given_by(stages: Stages, response: Response) -> str:
    """The wire whose API gave a body. One that was recorded need not be the target's."""
    own = stages.conversation.format
    reads = FORMATS[own].messages_of_response
    if response.origin == "recorded" and reads is not None and reads(response.body):
        return own
    return stages.wire.format


def response_lines(wire: str, body: Json, drawing: Drawing, threads: Threads) -> list[Line]:
    """The lines of a response in the form that this wire's API gives."""
    lines: list[Line] = []
    for path, message in _answers(wire, body):
        ids = {(*path, *place): number for place, number in threads.places(FORMATS[wire].read(message, 0)).items()}
        lines += _shifted(path, message, drawing, ids)
    if wire in _ENDED:
        lines += _ending(_ENDED[wire], body, drawing)
    return lines or message_lines(body, drawing)


def _answers(wire: str, body: Json) -> list[tuple[Path, Json]]:
    if wire == "openai-responses":
        items = body.get("output") if isinstance(body, dict) else None
        return [(("output", n), item) for n, item in enumerate(items)] if isinstance(items, list) else []
    path = _ANSWER.get(wire, ())
    try:
        message = follow(body, path)
    except PointerError:
        return []
    if not path and isinstance(message, dict):
        message = {key: value for key, value in message.items() if key in ("role", "content", "parts", "blocks")}
    return [(path, message)]


def _shifted(path: Path, message: Json, drawing: Drawing, ids: dict[Path, int]) -> list[Line]:
    """The message drawn as if it stood alone, with pointers from the body's root."""
    start, size = to_pointer(path), len(path)
    inner = Drawing(
        {place[size:]: number for place, number in ids.items()},
        {place[size:]: mark for place, mark in drawing.marks.items() if place[:size] == path},
        frozenset(name.removeprefix(start) for name in drawing.opened if name.startswith(start) or name == "more"),
    )
    lines = message_lines(message, inner)
    for line in lines:
        for segment in line["s"]:
            if "p" in segment and segment["p"] != "more":
                segment["p"] = start + segment["p"]
    return lines


def _ending(path: Path, body: Json, drawing: Drawing) -> list[Line]:
    try:
        value = follow(body, path)
    except PointerError:
        return []
    inner = Drawing({}, {path[-1:]: drawing.marks[path]} if path in drawing.marks else {})
    lines = message_lines({path[-1]: value}, inner)
    for line in lines:
        for segment in line["s"]:
            segment["p"] = to_pointer(path)
    return lines
