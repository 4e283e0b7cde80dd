"""Show a value in its context: one message per line, with its index as line number and the value marked."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from workbench.conversation import Conversation
from workbench.json.pointer import to_path
from workbench.outputs.one_line import one_line


class Line(NamedTuple):
    number: int | None
    """The index of the message; None for a value outside the messages."""
    text: str
    start: int = 0
    """The columns of the mark under the text; there is no mark if `end` equals `start`."""
    end: int = 0
    mark: str = "^"


def excerpt(conversation: Conversation, at: str, partner: str | None, width: int) -> list[Line]:
    """Return the message with the value, and the message with its partner or else the neighbouring messages."""
    index = conversation.index_of(at)
    if index is None:
        return _outside_messages(conversation, at, width)
    lines = {index: _marked(conversation, index, at, width, "^")}
    partner_index = conversation.index_of(partner) if partner is not None else None
    if partner_index is not None and partner_index != index:
        lines[partner_index] = _marked(conversation, partner_index, partner or "", width, "-")
    else:
        for neighbour in (index - 1, index + 1):
            if 0 <= neighbour < len(conversation.messages):
                lines[neighbour] = Line(neighbour, one_line(conversation.messages[neighbour], (), width).text)
    return [lines[number] for number in sorted(lines)]


def _marked(conversation: Conversation, index: int, at: str, width: int, mark: str) -> Line:
    path = to_path(at[len(conversation.pointer(index)) :])
    return _line(index, conversation.messages[index], path, width, mark)


def _line(number: int | None, value: object, path: tuple[str | int, ...], width: int, mark: str) -> Line:
    marked = one_line(value, path, width)
    start = cell_len(marked.text[: marked.start])
    return Line(number, marked.text, start, start + cell_len(marked.text[marked.start : marked.end]), mark)


def _outside_messages(conversation: Conversation, at: str, width: int) -> list[Line]:
    path = to_path(at)
    return [_line(None, conversation.payload, path, width, "^")] if path else []
