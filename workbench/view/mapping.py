"""The mapping explorer: an example in both formats with its links, and a table of how every field is converted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters import Route
from workbench.converters.tool_ids import strip_prefixes
from workbench.formats import FORMATS
from workbench.json.pointer import Path, containers, to_pointer
from workbench.json.text import Json, JsonContainer, compact
from workbench.lessons.example import conversation_of
from workbench.lessons.fields import role_in
from workbench.lessons.mapping import FieldRow, mapping_table
from workbench.outputs.as_json import indented
from workbench.provenance import Spot, Trace, Tracer
from workbench.provenance.route_as_edge import route_as_edge
from workbench.stages import Column, columns_along
from workbench.view.drawn_rows import DrawnMessage
from workbench.view.lines import Drawing, message_lines
from workbench.view.protocol import FieldData, MappingData

_UNCHANGED = ("copied", "renamed", "looked up")
_MAX_DRAWN = 40
"""The maximum number of messages of a pasted example."""
_ONE_LINE = 72


@dataclass(frozen=True)
class Marks:
    """The lost values on the left, and the invented or changed ones on the right: message → path → mark."""

    left: dict[int, dict[Path, str]]
    right: dict[int, dict[Path, str]]


def mapping_data(messages: list[Json], source: str, hops: Route, text: str = "", problem: str = "") -> MappingData:
    """Return an example and its conversion. `text` is the editor's content; `problem` reports that it is not JSON."""
    example = conversation_of(messages[:_MAX_DRAWN], source)
    columns = columns_along(example, hops)
    tracer = Tracer(route_as_edge(hops), example.messages, example.settings)
    traces = [tracer.trace(index) for index in range(len(example.messages))]
    marks = _marks(traces)
    threads: dict[str, int] = {}
    return {
        "part": "mapping",
        "titles": [FORMATS[columns[0].format].title, FORMATS[columns[-1].format].title],
        "roles": [_roles(columns[0]), _roles(columns[-1])],
        "left": _drawn(columns[0], marks.left, threads, range(len(columns[0].messages))),
        "right": _drawn(columns[-1], marks.right, threads, range(len(columns[-1].messages))),
        "links": _links(traces),
        "fields": [_field(row) for row in mapping_table(example, hops)],
        "text": text or indented(messages),
        "problem": problem or _not_drawn(len(messages)),
    }


def _not_drawn(count: int) -> str:
    return f"Only the first {_MAX_DRAWN} of {count:,} messages are shown." if count > _MAX_DRAWN else ""


def message_data(report: Report, index: int) -> MappingData:
    """Return one message of a checked conversation and its conversion, without the table and the editor."""
    columns = report.journey.stages.columns
    first, last = columns[0], columns[-1]
    hops = tuple(column.edge for column in columns if column.edge is not None)
    traces = []
    if hops:
        traces = [Tracer(route_as_edge(hops), first.messages, first.settings).trace(index)]
    marks = _marks(traces)
    threads: dict[str, int] = {}
    converted = [position for position, origins in enumerate(last.sources) if index in origins]
    return {
        "part": "mapping",
        "titles": [FORMATS[first.format].title, FORMATS[last.format].title],
        "roles": [_roles(first), _roles(last)],
        "left": _drawn(first, marks.left, threads, [index]),
        "right": _drawn(last, marks.right, threads, converted) if hops else [],
        "links": _links(traces),
        "fields": [],
        "text": "",
        "problem": "",
    }


def conversation_data(conversation: Conversation) -> MappingData:
    """Return a conversation for reading only."""
    sources = [(index,) for index in range(len(conversation.messages))]
    column = Column("internal", conversation.format, conversation.messages, sources, settings=conversation.settings)
    return {
        "part": "mapping",
        "titles": [FORMATS[conversation.format].title],
        "roles": [[f"{index}  {role}" for index, role in enumerate(_roles(column))]],
        "left": _drawn(column, {}, {}, range(len(column.messages))),
        "right": [],
        "links": [],
        "fields": [],
        "text": "",
        "problem": "",
    }


def _links(traces: Sequence[Trace]) -> list[Json]:
    return [[_place(0, link.source), _place(1, link.target), link.how] for trace in traces for link in trace.links]


def _field(row: FieldRow) -> FieldData:
    return {
        "source": row.source,
        "target": row.target,
        "words": row.description,
        "lost": row.is_lost,
        "why": row.why,
        "places": [_place(side, spot) for side, spot in row.places],
    }


def _place(side: int, spot: Spot) -> str:
    return f"{side}:{spot.message}:{to_pointer(spot.path)}"


def _marks(traces: Sequence[Trace]) -> Marks:
    marks = Marks({}, {})
    for trace in traces:
        for link in trace.links:
            if not link.how.startswith(_UNCHANGED):
                marks.right.setdefault(link.target.message, {})[link.target.path] = "changed"
        for loss in trace.losses:
            marks.left.setdefault(loss.source.message, {})[loss.source.path] = "lost"
        for spot in trace.inventions:
            marks.right.setdefault(spot.message, {})[spot.path] = "invented"
    return marks


def _roles(column: Column) -> list[str]:
    return [role_in(message, FORMATS[column.format].role_key) for message in column.messages]


def _drawn(
    column: Column, marks: dict[int, dict[Path, str]], threads: dict[str, int], positions: Iterable[int]
) -> list[DrawnMessage]:
    return [
        {
            "position": position,
            "lines": message_lines(
                column.messages[position], _drawing(column, position, marks.get(position, {}), threads)
            ),
        }
        for position in positions
    ]


def _drawing(column: Column, position: int, marks: dict[Path, str], threads: dict[str, int]) -> Drawing:
    """Return a drawing with everything unfolded: the example is small, and links need visible values."""
    opened = frozenset(
        to_pointer(path)
        for path, value in containers(column.messages[position])
        if path and (len(compact(value)) > _ONE_LINE or any(_is_container(member) for member in _members(value)))
    )
    return Drawing(_thread_numbers(column, position, threads), marks, opened)


def _members(container: JsonContainer) -> Iterable[Json]:
    return container.values() if isinstance(container, dict) else container


def _is_container(value: object) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def _thread_numbers(column: Column, position: int, threads: dict[str, int]) -> dict[Path, int]:
    """Return the threads of the ids. Ids that differ only in known prefixes have the same colour on both sides."""
    events = FORMATS[column.format].read(column.messages[position], position)
    return {
        event.at("id"): threads.setdefault(strip_prefixes(event.id), len(threads))
        for event in events
        if event.kind in ("call", "result") and isinstance(event.id, str) and "id" in event.places
    }
