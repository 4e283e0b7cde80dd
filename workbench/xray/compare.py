"""What a converter does with every field, and where that departs from the workbench's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from workbench.conversation import Conversation
from workbench.converters import Route, route
from workbench.json.pointer import to_pointer
from workbench.json.text import Json
from workbench.lessons.example import conversation_of, example_in
from workbench.lessons.link_phrases import SHAPES
from workbench.lessons.mapping import FieldRow, observed_mappings, rows_of
from workbench.provenance.shape import is_id
from workbench.samples import samples
from workbench.stages import Column, columns_along, compare
from workbench.xray.own_converter import OwnConverter

Sources = tuple[int, ...]
"""The messages that a message was made of."""
_MOST_VALUES = 40
_SAME = ("copied", "renamed", SHAPES)


def xray(converter: OwnConverter) -> Json:
    """Everything that was observed, as JSON."""
    edge = converter.edge
    reference = route(edge.source, edge.target)
    probed = probed_conversations(edge.source)
    failures = {name: fault for name, one in probed.items() if (fault := converter.first_failure(one.messages))}
    sound = {name: one for name, one in probed.items() if name not in failures}
    own = _table(sound, (edge,))
    expected = _table(sound, reference)
    values = list(_departing_values(sound, (edge,), reference))
    return {
        "from": edge.source,
        "to": edge.target,
        "conversations": list(probed),
        "failures": [{"conversation": name, "error": fault} for name, fault in failures.items()],
        "raised_while_probed": list(converter.raised),
        "fields": [_row(row) for row in own.values()],
        "losses": sorted({row.source for row in own.values() if row.is_lost}),
        "inventions": sorted({row.target for row in own.values() if not row.source}),
        "id_rewrites": [_row(row) for row in own.values() if _rewrites_id(row)],
        "departures": {
            "fields": list(_departing_fields(own, expected)),
            "values": values[:_MOST_VALUES],
            "more_values": max(0, len(values) - _MOST_VALUES),
        },
    }


def probed_conversations(source: str) -> dict[str, Conversation]:
    """The example and every healthy sample of a format, by name."""
    healthy = {sample.name: sample.load() for sample in samples() if sample.format == source and not sample.expected}
    return {"example": conversation_of(example_in(source), source)} | healthy


def _table(conversations: dict[str, Conversation], hops: Route) -> dict[tuple[str, str], FieldRow]:
    rows = rows_of(seen for conversation in conversations.values() for seen in observed_mappings(conversation, hops))
    return {(row.source, row.target): row for row in rows}


def _row(row: FieldRow) -> Json:
    return {"from": row.source, "to": row.target, "what": row.description}


def _rewrites_id(row: FieldRow) -> bool:
    key = row.source.rpartition(".")[2]
    return is_id((key,)) and bool(row.target) and not all(how in _SAME for how in row.labels)


def _departing_fields(
    own: dict[tuple[str, str], FieldRow], expected: dict[tuple[str, str], FieldRow]
) -> Iterator[Json]:
    """Rows that only one of the two has, and those in which something else happens."""
    for key in dict.fromkeys([*expected, *own]):
        mine, reference = own.get(key), expected.get(key)
        yours, theirs = (row.description if row else None for row in (mine, reference))
        if yours != theirs:
            yield {"from": key[0], "to": key[1], "yours": yours, "reference": theirs}


def _departing_values(conversations: dict[str, Conversation], own: Route, reference: Route) -> Iterator[Json]:
    for name, conversation in conversations.items():
        mine, theirs = (columns_along(conversation, hops)[-1] for hops in (own, reference))
        for one, other in _side_by_side(mine.sources, theirs.sources):
            for row in _differences(mine, one, theirs, other):
                yield {"conversation": name, **row}


def _side_by_side(mine: Sequence[Sources], theirs: Sequence[Sources]) -> Iterator[tuple[int | None, int | None]]:
    """Positions of messages that were made of the same messages. One more or less shifts nothing behind it."""
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for _, start, end, other_start, other_end in matcher.get_opcodes():
        yield from zip_longest(range(start, end), range(other_start, other_end))


def _differences(mine: Column, one: int | None, theirs: Column, other: int | None) -> Iterator[Json]:
    """`at` is a place in what your converter made; in what the reference made, where yours made nothing."""
    if one is None and other is not None:
        yield {"at": f"/{other}", "yours": None, "reference": theirs.messages[other], "kind": "missing"}
    elif one is not None and other is None:
        yield {"at": f"/{one}", "yours": mine.messages[one], "reference": None, "kind": "added"}
    elif one is not None and other is not None:
        for row in compare(theirs.messages[other], mine.messages[one]):
            place = f"/{one}{to_pointer(row.path)}"
            yield {"at": place, "yours": row.after, "reference": row.before, "kind": row.kind}
