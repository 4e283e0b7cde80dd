"""A few lines of a conversation around a value, with the value marked: one message a line, its index as line number."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from workbench.conversation import Conversation
from workbench.json.pointer import to_path
from workbench.outputs.one_line import one_line


class Line(NamedTuple):
    number: int | None
    """Index of the message; None for what is beside the messages."""
    text: str
    start: int = 0
    """Columns of the mark under the text; none if `end` is not beyond it."""
    end: int = 0
    mark: str = "^"


def excerpt(conversation: Conversation, at: str, partner: str | None, width: int) -> list[Line]:
    """The message that holds the value and the one that holds its partner, or else its neighbours."""
    index = conversation.index_of(at)
    if index is None:
        return _beside(conversation, at, width)
    lines = {index: _marked(conversation, index, at, width, "^")}
    other = conversation.index_of(partner) if partner is not None else None
    if other is not None and other != index:
        lines[other] = _marked(conversation, other, partner or "", width, "-")
    else:
        for near in (index - 1, index + 1):
            if 0 <= near < len(conversation.messages):
                lines[near] = Line(near, one_line(conversation.messages[near], (), width).text)
    return [lines[number] for number in sorted(lines)]


def _marked(conversation: Conversation, index: int, at: str, width: int, mark: str) -> Line:
    path = to_path(at[len(conversation.pointer(index)) :])
    return _line(index, conversation.messages[index], path, width, mark)


def _line(number: int | None, value: object, path: tuple[str | int, ...], width: int, mark: str) -> Line:
    written = one_line(value, path, width)
    start = cell_len(written.text[: written.start])
    return Line(number, written.text, start, start + cell_len(written.text[written.start : written.end]), mark)


def _beside(conversation: Conversation, at: str, width: int) -> list[Line]:
    path = to_path(at)
    return [_line(None, conversation.payload, path, width, "^")] if path else []
