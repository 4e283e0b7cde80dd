"""Merge the lines of two versions of a cell: equal lines once, removed lines struck, and new lines added."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from workbench.sequence_difference import opcodes
from workbench.view.drawn_rows import Cell, DrawnMessage, Line, Segment

Change = Literal["struck", "added"]
Item = TypeVar("Item")
STRUCK: Change = "struck"
ADDED: Change = "added"


@dataclass(frozen=True, slots=True)
class Side:
    """How values that only one version has are marked."""

    change: Change
    place: Callable[[Segment, str], Segment]
    """Adds the place to a segment, given its column and message."""


def merged_cell(before: Cell, after: Cell, sides: tuple[Side, Side], column: int) -> Cell:
    """Merge two cells. Messages are paired in order; one that only one version has is struck or added."""
    olds, news = before["messages"], after["messages"]
    messages: list[DrawnMessage] = []
    for number in range(max(len(olds), len(news))):
        old, new = (drawn[number] if number < len(drawn) else None for drawn in (olds, news))
        messages.append(_merged_message(old, new, sides, column))
    kept = after if after.get("origin") else before
    cell: Cell = {**kept, "messages": messages}
    if messages:
        cell.pop("why", None)
    return cell


def one_sided(cell: Cell, side: Side, column: int) -> Cell:
    """Mark a cell of a message that the other version does not have."""
    marked: list[DrawnMessage] = [
        {
            "position": drawn["position"],
            "lines": [_marked(line, side, f"{column}:{drawn['position']}:") for line in drawn["lines"]],
        }
        for drawn in cell["messages"]
    ]
    return {**cell, "messages": marked}


def _merged_message(
    old: DrawnMessage | None, new: DrawnMessage | None, sides: tuple[Side, Side], column: int
) -> DrawnMessage:
    struck, added = sides
    drawn = old or new
    assert drawn is not None
    olds, news = (message["lines"] if message else [] for message in (old, new))
    places = [f"{column}:{message['position']}:" if message else "" for message in (old, new)]
    lines: list[Line] = []
    for one, two in paired(olds, news, _line_key, _skeleton):
        if one is not None and two is not None:
            lines.append(one if _line_key(one) == _line_key(two) else _merged_line(one, two, sides, places))
        elif one is not None:
            lines.append(_marked(one, struck, places[0]))
        elif two is not None:
            lines.append(_marked(two, added, places[1]))
    return {"position": drawn["position"], "lines": lines}


def _merged_line(one: Line, two: Line, sides: tuple[Side, Side], places: list[str]) -> Line:
    segments: list[Segment] = []
    for old, new in paired(one["segments"], two["segments"], _segment_key, lambda segment: None):
        if old is not None and new is not None:
            segments.append(old)
        elif old is not None:
            segments.append(_changed(old, sides[0], places[0]))
        elif new is not None:
            segments.append(_changed(new, sides[1], places[1]))
    return {**one, "segments": segments}


def paired(
    olds: Sequence[Item],
    news: Sequence[Item],
    key: Callable[[Item], Hashable],
    likeness: Callable[[Item], Hashable | None],
) -> Iterator[tuple[Item | None, Item | None]]:
    """Yield pairs of equal items, then of similar items, then unpaired items, in the order of both sequences."""
    for kind, one, two, three, four in opcodes([key(old) for old in olds], [key(new) for new in news]):
        if kind == "equal":
            yield from zip(olds[one:two], news[three:four], strict=True)
            continue
        left, right = [likeness(old) for old in olds[one:two]], [likeness(new) for new in news[three:four]]
        for inner, a, b, c, d in opcodes(left, right):
            some_old, some_new = olds[one + a : one + b], news[three + c : three + d]
            if inner == "equal" and None not in left[a:b]:
                yield from zip(some_old, some_new, strict=True)
            else:
                yield from ((old, None) for old in some_old)
                yield from ((None, new) for new in some_new)


def _line_key(line: Line) -> Hashable:
    return line["depth"], line.get("tag"), tuple(map(_segment_key, line["segments"]))


def _segment_key(segment: Segment) -> Hashable:
    return segment["kind"], segment["text"], segment.get("size"), segment.get("url")


def _skeleton(line: Line) -> Hashable:
    """Return the keys of a line without its values, to compare lines about the same thing."""
    keys = tuple(segment["text"] for segment in line["segments"] if segment["kind"] == "key")
    return line["depth"], line.get("tag"), keys


def _marked(line: Line, side: Side, place: str) -> Line:
    segments = [_changed(segment, side, place) for segment in line["segments"]]
    return {**line, "change": side.change, "segments": segments}


def _changed(segment: Segment, side: Side, place: str) -> Segment:
    return {**side.place(segment, place), "change": side.change}
