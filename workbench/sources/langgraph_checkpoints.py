"""LangGraph checkpoints in SQLite, read-only: the newest checkpoint of each thread has its messages.

Blobs are msgpack with extension types for objects. Only names and fields of messages are read; nothing is imported or
executed. A live thread is repaired with `graph.update_state`, never in the database.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from workbench.json.description import listed
from workbench.json.plain_values import plain
from workbench.json.pointer import Path
from workbench.json.text import Json, is_too_deep, parse_or_none
from workbench.origin import Facts
from workbench.sources.contract import TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.langchain_messages import langchain_in
from workbench.sources.reading import Object, as_object, as_text, has, in_text, member, objects

_CONSTRUCTORS = frozenset({0, 1, 2, 3, 4, 5})
"""LangGraph's extension codes for objects: module, class, then arguments or fields."""


def recognise(material: Material) -> bool:
    rows = material.object.get("checkpoints")
    if not isinstance(rows, list) or not rows:
        return isinstance(rows, list)
    return has(rows[0], "thread_id", "checkpoint") and (has(rows[0], "checkpoint_id") or has(rows[0], "thread_ts"))


def read(material: Material) -> Iterator[Found]:
    newest: dict[tuple[str, str], tuple[str, int, dict[str, Json]]] = {}
    rows = list(objects(material.object["checkpoints"]))
    for number, (_, row) in enumerate(rows):
        key = (as_text(row.get("thread_id")), as_text(row.get("checkpoint_ns")))
        id_ = as_text(row.get("checkpoint_id") or row.get("thread_ts"))
        if key not in newest or id_ > newest[key][0]:
            newest[key] = (id_, number, row)
    if not newest:
        raise NothingToJudgeError("it contains no checkpoint")
    channels: set[str] = set()
    silent = True
    for (thread, namespace), (_, number, row) in newest.items():
        checkpoint = unpacked(row.get("checkpoint"))
        values = as_object(member(checkpoint, "channel_values"))
        channels.update(values)
        at = ("checkpoints", number, "checkpoint")
        found = _state_messages(values, (*at, "channel_values"))
        silent = silent and found is None
        count = sum(as_text(other.get("thread_id")) == thread for _, other in rows)
        if found is not None:
            yield replace(
                found,
                label=f"{thread} {namespace}".strip(),
                facts=Facts(title=thread),
                remark=f"{count} checkpoints, the newest one shown",
                side=bool(namespace),
                decoded={at: checkpoint},
            )
    if silent:
        held = listed(sorted(channels)) if channels else "nothing"
        raise NothingToJudgeError(f"the state of its graph contains no messages ({held})")


def _state_messages(values: Object, at: Path) -> Found | None:
    """Return the messages of a state, from the usual channel or any other."""
    for key in ("messages", *(key for key in values if key != "messages")):
        held = values.get(key)
        found = langchain_in(held, (*at, key)) if isinstance(held, list) else None
        if found is not None and found.messages:
            return found
    return None


def unpacked(blob: object) -> Json:
    """Decode a checkpoint to plain values. A message becomes the constructor that `dumps` would write."""
    if isinstance(blob, str):
        return parse_or_none(blob)
    if not isinstance(blob, bytes):
        return blob
    try:
        value = plain(msgspec.msgpack.decode(blob, ext_hook=_opened))
    except (msgspec.DecodeError, RecursionError, ValueError):
        return parse_or_none(blob.decode("utf-8", "replace"))
    return None if is_too_deep(value) else value


def _opened(code: int, data: memoryview) -> Json:
    inner = unpacked(bytes(data))
    if code not in _CONSTRUCTORS or not isinstance(inner, (list, tuple)) or len(inner) < 3:
        return inner
    name, held = in_text(inner[1]), inner[2]
    fields = held if isinstance(held, dict) else member(inner, 3)
    return {"lc": 1, "type": "constructor", "id": [name], "kwargs": fields} if isinstance(fields, dict) else held


SOURCE = Source(
    "langgraph", "LangGraph checkpoint store", recognise, read, frozenset({TABLES}), signs=frozenset({"checkpoints"})
)
