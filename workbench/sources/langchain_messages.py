"""LangChain messages in their three notations → the flat notation, which the format reads.

`dumps` writes constructors, `messages_to_dict` writes `type` and `data`, and `model_dump`, LangSmith and LangGraph's
API write one flat object. The `args` of a call are an object, unlike in Chat Completions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Found
from workbench.sources.reading import as_text, member
from workbench.sources.transcript import Transcript
from workbench.votes import is_likely

FORMAT = "langchain"
_TYPES = frozenset({"human", "ai", "system", "developer", "tool", "function", "chat", "remove"})
_CLASSES = {
    "HumanMessage": "human",
    "AIMessage": "ai",
    "SystemMessage": "system",
    "ToolMessage": "tool",
    "FunctionMessage": "function",
    "ChatMessage": "chat",
    "RemoveMessage": "remove",
}
_CHUNKS = {f"{name}Chunk": kind for name, kind in _CLASSES.items()}
_NOT_FLAT = frozenset({"lc", "data", "role"})
SIGNS = frozenset({"lc", *_TYPES, *_CLASSES, *_CHUNKS})
"""Every message in any notation has one of these keys or types."""


class _Opened(NamedTuple):
    message: Json
    inside: Path
    """The path to its fields in the value."""


def is_langchain(value: object) -> bool:
    """Whether this is a LangChain message in any notation."""
    return _is_flat(value) or _opened(value) is not None


def _is_flat(value: object) -> bool:
    """Whether this is a message in the flat notation: a cheap test that accepts most messages."""
    if not isinstance(value, dict) or not _NOT_FLAT.isdisjoint(value):
        return False
    kind = value.get("type")
    return isinstance(kind, str) and kind in _TYPES and "content" in value


def are_flat(values: Sequence[Json]) -> bool:
    """Whether all of these are messages in the flat notation."""
    try:
        kinds = [value["type"] for value in values if "content" in value and _NOT_FLAT.isdisjoint(value)]  # type: ignore[operator, index, arg-type]
        return len(kinds) == len(values) and _TYPES.issuperset(kinds)
    except (KeyError, TypeError):  # one of them is not an object, or has no type
        return False


def is_certainly_langchain(value: object) -> bool:
    """Whether this is certainly a LangChain message. Other programs also use the types `system` and `tool`."""
    opened = _opened(value)
    return opened is not None and (bool(opened.inside) or is_likely(opened.message, FORMAT))


def flat_in(values: Sequence[Json], at: Path) -> Found | None:
    """Return the messages of a list, or None if any of them is in another notation."""
    if not values or not are_flat(values):
        return None
    transcript = Transcript()
    transcript.add_items(values, at, range(len(values)))
    return Found(transcript.messages, transcript.places, FORMAT)


def langchain_in(values: Sequence[Json], at: Path) -> Found | None:
    """Return the messages of a list, each with its place, or None if there are none. Usually all are flat."""
    if (flat := flat_in(values, at)) is not None:
        return flat
    transcript = Transcript()
    for number, value in enumerate(values):
        if _is_flat(value):
            transcript.add(value, (*at, number))
        elif (opened := _opened(value)) is not None:
            transcript.add(opened.message, (*at, number, *opened.inside))
    return Found(transcript.messages, transcript.places, FORMAT) if transcript.messages else None


def _opened(value: object) -> _Opened | None:
    if not isinstance(value, dict):
        return None
    if value.get("lc") is not None and isinstance(fields := value.get("kwargs"), dict):
        return _with_type(_kind(as_text(member(value, "id", -1))), fields, "kwargs")
    type_name = as_text(value.get("type"))
    if isinstance(fields := value.get("data"), dict) and "content" in fields:
        return _with_type(_kind(type_name), fields, "data")
    is_flat = (type_name in _TYPES or type_name in _CHUNKS) and "content" in value
    is_langchain_role = "role" not in value or type_name == "chat"
    return _Opened(value, ()) if is_flat and is_langchain_role else None


def _kind(word: str) -> str:
    """Return the type of a class name, chunk class name or type name; empty if LangChain has none."""
    return word if word in _TYPES else _CLASSES.get(word) or _CHUNKS.get(word, "")


def _with_type(kind: str, fields: dict[str, Json], key: str) -> _Opened | None:
    return _Opened({**fields, "type": kind}, (key,)) if kind else None
