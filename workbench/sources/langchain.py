"""LangChain messages in a file: dumped, as dictionaries, or in the `messages` of a LangGraph state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from workbench.formats.langchain import FORMAT
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import RECORDS, TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.langchain_messages import (
    SIGNS,
    are_flat,
    flat_in,
    is_certainly_langchain,
    is_langchain,
    langchain_in,
)
from workbench.sources.reading import as_text, at_least, has, in_text, member, objects, opened

_SAMPLE = 20
_STATE_PATHS: tuple[Path, ...] = (
    ("messages",), ("values", "messages"), ("channel_values", "messages"), ("checkpoint", "channel_values", "messages"),
)  # fmt: skip


_PIECES = "it contains the pieces of an answer; join them, or open the messages of the graph or the chain"
_MEMORY_KEYS = ("chat_history", "history")
_TABLE = "message_store"
"""The table of `SQLChatMessageHistory`."""


def recognise(material: Material) -> bool:
    """Whether this is a list of messages, a single message, the memory of a chain, or the table of a chain."""
    if material.kind == TABLES:
        return any(is_langchain(opened(member(row, "message"))) for _, row in _table_rows(material))
    if not material.object:
        return _holds_messages(material.value)
    return _holds_messages([material.value]) or _memory_key(material) is not None


def _memory_key(material: Material) -> str | None:
    return next((key for key in _MEMORY_KEYS if _holds_messages(material.object.get(key))), None)


def recognise_state(material: Material) -> bool:
    """Whether this is the state of a graph, or a list of snapshots from `get_state_history`."""
    return any(_state_path(record) is not None for record in material.sample[:5])


def _holds_messages(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    if FORMAT.holds_only(value[:_SAMPLE]):
        return True
    if not is_langchain(value[0]) and not is_langchain(value[-1]):
        return False
    first = value[:_SAMPLE]
    is_most = are_flat(first) or at_least((len(first) + 1) // 2, first, is_langchain)
    return is_most and any(map(is_certainly_langchain, first))


def _state_path(value: object) -> Path | None:
    return next((path for path in _STATE_PATHS if _holds_messages(member(value, *path))), None)


def read(material: Material) -> Iterator[Found]:
    """Read the conversations. A single message is a conversation too, placed at the top of the file."""
    if material.kind == TABLES:
        yield from _read_table(material)
        return
    if material.object and (key := _memory_key(material)) is not None:
        memory = langchain_in(material.object[key], (key,))
        yield from [memory] if memory else []
        return
    alone = isinstance(material.value, dict)
    values = [material.value] if alone else material.value
    found = flat_in(values, ())  # most files; a piece is never flat
    if found is None and _are_pieces(values):
        raise NothingToJudgeError(_PIECES)
    found = found or langchain_in(values, ())
    if found is not None and alone:
        found = replace(found, places={(0,): found.places[(0,)][1:]})
    if found is not None:
        yield found


def _are_pieces(values: list[Json]) -> bool:
    """Whether an answer is in several pieces of the same message, as a model streams them."""
    ids = [_id_of_piece(value) for value in values]
    return any(one and one == other for one, other in pairwise(ids))


def _id_of_piece(value: object) -> str:
    held = member(value, "kwargs") or member(value, "data") or value
    kind = (
        as_text(member(value, "type")) if held is value else as_text(member(value, "id", -1) or member(value, "type"))
    )
    return as_text(member(held, "id")) if kind.endswith("MessageChunk") else ""


def _table_rows(material: Material) -> Iterator[tuple[Path, dict[str, Json]]]:
    return objects(material.object.get(_TABLE), (_TABLE,))


def _read_table(material: Material) -> Iterator[Found]:
    """Read a conversation for each session. Rows are messages, in the order in which they were added."""
    by_session: dict[str, list[tuple[Path, Json]]] = {}
    for place, row in _table_rows(material):
        by_session.setdefault(in_text(row.get("session_id")), []).append(
            ((*place, "message"), opened(row.get("message")))
        )
    for session, rows in by_session.items():
        found = langchain_in([message for _, message in rows], ())
        if found is not None:
            places = {path: (*rows[int(at[0])][0], *at[1:]) for path, at in found.places.items()}
            yield replace(found, places=places, label=session, facts=Facts(session))


def read_state(material: Material) -> Iterator[Found]:
    """Read a conversation for each state. The newest snapshot comes first."""
    for place, record in material.records:
        path = _state_path(record)
        if path is None:
            continue
        found = langchain_in(member(record, *path), (*place, *path))
        thread = member(record, "config", "configurable", "thread_id") or record.get("thread_id")
        label = as_text(thread) or as_text(record.get("checkpoint_id"))
        is_older = bool(place) and place != (0,) and has(record, "config")
        if found is not None:
            yield replace(found, label=label or str(place or ""), side=is_older)


SOURCE = Source(
    "langchain",
    "list of LangChain messages",
    recognise,
    read,
    RECORDS | {TABLES},
    signs=SIGNS.union(_MEMORY_KEYS),
)
LANGGRAPH = Source(
    "langgraph",
    "LangGraph state",
    recognise_state,
    read_state,
    signs=frozenset({"messages", "values", "channel_values", "checkpoint"}),
)
