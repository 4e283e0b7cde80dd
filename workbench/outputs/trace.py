"""Show where a route carries every value of a conversation, for people (a table per message) and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table
from rich.text import Text

from workbench.conversation import Conversation
from workbench.credentials import quotable
from workbench.json.pointer import PointerError, follow, readable, to_pointer
from workbench.json.text import Json, JsonObject, compact
from workbench.outputs.visible import shortened, visible
from workbench.provenance import Spot
from workbench.provenance.losses import reported_losses
from workbench.provenance.route import RouteTracer
from workbench.readable_place import readable_message

_MAX_VALUE = 40


def trace_as_json(conversation: Conversation, tracer: RouteTracer, file: str, messages: Iterable[int]) -> JsonObject:
    """Return the trace as JSON.

    `from` and a loss's `at` point into the file, `to` and an invention's `at` into the converted messages. Values
    outside the converted messages, such as a system prompt, have the form `beside/0/…`.
    """
    columns = tracer.columns
    return {
        "file": file,
        "format": conversation.format,
        "to": columns[-1].format,
        "hops": [
            {"from": column.edge.source, "to": column.edge.target, "story": column.edge.story}
            for column in columns
            if column.edge
        ],
        "messages": [_message_as_json(conversation, tracer, index) for index in messages],
    }


def _message_as_json(conversation: Conversation, tracer: RouteTracer, index: int) -> Json:
    trace = tracer.composed(index)
    return {
        "index": index,
        "links": [
            {"from": conversation.pointer(*link.source), "to": _in_target(link.target), "how": link.how}
            for link in trace.links
        ],
        "losses": [
            {
                "at": conversation.pointer(*reported.loss.source),
                "presence_only": reported.loss.presence_only,
                "why": reported.why,
                "hop": reported.hop,
            }
            for reported in reported_losses(tracer, index)
        ],
        "moves": [
            {"at": conversation.pointer(*move.source), "before": conversation.pointer(*move.passed)}
            for move in tracer.moves(index)
        ],
        "inventions": [{"at": _in_target(spot)} for spot in trace.inventions],
    }


def trace_as_tables(conversation: Conversation, tracer: RouteTracer, messages: Iterable[int]) -> Iterator[Table | Text]:
    hops = [column.edge for column in tracer.columns if column.edge]
    yield Text(" → ".join(column.format for column in tracer.columns), "bold")
    for edge in hops:
        yield Text(f"  {edge.source} → {edge.target}: {edge.story}", "dim")
    for index in messages:
        yield _table(conversation, tracer, index)


def _table(conversation: Conversation, tracer: RouteTracer, index: int) -> Table:
    trace = tracer.composed(index)
    title = Text(f"\n{visible(readable_message(conversation, index))}", "bold")
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("from", "to", "how", "value"):
        table.add_column(heading, overflow="fold")
    for link in trace.links:
        value = _short(conversation, link.source)
        table.add_row(
            _place_name(conversation.pointer(*link.source)), _place_name(_in_target(link.target)), link.how, value
        )
    for reported in reported_losses(tracer, index):
        how = Text(f"{'only its presence is kept' if reported.loss.presence_only else 'lost'}: {reported.why}", "red")
        spot = reported.loss.source
        table.add_row(_place_name(conversation.pointer(*spot)), Text("–"), how, _short(conversation, spot))
    for move in tracer.moves(index):
        how = Text(f"moved: now before {visible(readable(conversation.pointer(*move.passed)))}", "red")
        table.add_row(_place_name(conversation.pointer(*move.source)), Text(""), how, Text(""))
    for spot in trace.inventions:
        table.add_row(Text("–"), _place_name(_in_target(spot)), Text("invented", "yellow"), Text(""))
    return table


def _in_target(spot: Spot) -> str:
    path = to_pointer(spot.path)
    return f"/{spot.message}{path}" if spot.message >= 0 else f"beside/{-1 - spot.message}{path}"


def _place_name(pointer: str) -> Text:
    return Text(visible(readable(pointer) if pointer.startswith("/") else pointer))


def _short(conversation: Conversation, spot: Spot) -> Text:
    try:
        value = quotable(follow(conversation.messages[spot.message], spot.path), spot.path)
    except PointerError:
        return Text("")
    return Text(visible(shortened(value if isinstance(value, str) else compact(value), _MAX_VALUE)))
