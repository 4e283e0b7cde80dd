"""Observe what a converter does with every field, and where it differs from the workbench's own converter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from workbench.conversation import Conversation
from workbench.converters import Route, route
from workbench.json.pointer import to_pointer
from workbench.json.text import Json, JsonObject
from workbench.lessons.example import conversation_of, example_in
from workbench.lessons.link_phrases import SHAPES
from workbench.lessons.mapping import FieldRow, observed_mappings, rows_of
from workbench.provenance.shape import is_id
from workbench.samples import samples
from workbench.sequence_difference import opcodes
from workbench.stages import Column, columns_along, compare
from workbench.xray.custom_converter import CustomConverter

Sources = tuple[int, ...]
"""The source messages that a target message came from."""
_MAX_VALUES = 40
_UNCHANGED_LABELS = ("copied", "renamed", SHAPES)


def xray(converter: CustomConverter) -> JsonObject:
    """Return all observations as JSON."""
    edge = converter.edge
    reference = route(edge.source, edge.target)
    probed = probed_conversations(edge.source)
    failures = {name: error for name, chat in probed.items() if (error := converter.first_failure(chat.messages))}
    convertible = {name: chat for name, chat in probed.items() if name not in failures}
    own = _table(convertible, (edge,))
    expected = _table(convertible, reference)
    values = list(_differing_values(convertible, (edge,), reference))
    return {
        "from": edge.source,
        "to": edge.target,
        "conversations": list(probed),
        "failures": [{"conversation": name, "error": error} for name, error in failures.items()],
        "raised_while_probed": list(converter.raised),
        "fields": [_row(row) for row in own.values()],
        "losses": sorted({row.source for row in own.values() if row.is_lost}),
        "inventions": sorted({row.target for row in own.values() if not row.source}),
        "id_rewrites": [_row(row) for row in own.values() if _rewrites_id(row)],
        "departures": {
            "fields": list(_differing_fields(own, expected)),
            "values": values[:_MAX_VALUES],
            "more_values": max(0, len(values) - _MAX_VALUES),
        },
    }


def probed_conversations(source: str) -> dict[str, Conversation]:
    """Return the example and every healthy sample of a format, by name."""
    healthy = {sample.name: sample.load() for sample in samples() if sample.format == source and not sample.expected}
    return {"example": conversation_of(example_in(source), source)} | healthy


def _table(conversations: dict[str, Conversation], hops: Route) -> dict[tuple[str, str], FieldRow]:
    chats = conversations.values()
    rows = rows_of(mapping for conversation in chats for mapping in observed_mappings(conversation, hops))
    return {(row.source, row.target): row for row in rows}


def _row(row: FieldRow) -> Json:
    return {"from": row.source, "to": row.target, "what": row.description}


def _rewrites_id(row: FieldRow) -> bool:
    key = row.source.rpartition(".")[2]
    return is_id((key,)) and bool(row.target) and not all(label in _UNCHANGED_LABELS for label in row.labels)


def _differing_fields(
    own: dict[tuple[str, str], FieldRow], expected: dict[tuple[str, str], FieldRow]
) -> Iterator[Json]:
    """Yield the rows that only one of the two tables has, and those whose descriptions differ."""
    for key in dict.fromkeys([*expected, *own]):
        own_row, expected_row = own.get(key), expected.get(key)
        yours, reference = (row.description if row else None for row in (own_row, expected_row))
        if yours != reference:
            yield {"from": key[0], "to": key[1], "yours": yours, "reference": reference}


def _differing_values(conversations: dict[str, Conversation], own: Route, reference: Route) -> Iterator[Json]:
    for name, conversation in conversations.items():
        yours, expected = (columns_along(conversation, hops)[-1] for hops in (own, reference))
        for position, expected_position in _align(yours.sources, expected.sources):
            for row in _differences(yours, position, expected, expected_position):
                yield {"conversation": name, **row}


def _align(yours: Sequence[Sources], expected: Sequence[Sources]) -> Iterator[tuple[int | None, int | None]]:
    """Pair the positions of messages with the same sources. An extra or missing message does not shift the rest."""
    for _, start, end, expected_start, expected_end in opcodes(yours, expected):
        yield from zip_longest(range(start, end), range(expected_start, expected_end))


def _differences(yours: Column, position: int | None, expected: Column, expected_position: int | None) -> Iterator[Any]:
    """Yield the differences of two messages.

    `at` points into the output of the user's converter, or into the reference if the user's converter has no such
    message.
    """
    if position is None and expected_position is not None:
        reference = expected.messages[expected_position]
        yield {"at": f"/{expected_position}", "yours": None, "reference": reference, "kind": "missing"}
    elif position is not None and expected_position is None:
        yield {"at": f"/{position}", "yours": yours.messages[position], "reference": None, "kind": "added"}
    elif position is not None and expected_position is not None:
        for row in compare(expected.messages[expected_position], yours.messages[position]):
            pointer = f"/{position}{to_pointer(row.path)}"
            yield {"at": pointer, "yours": row.after, "reference": row.before, "kind": row.kind}
