"""LangChain messages in their three spellings → the flat one, which the format reads.

`dumps` writes constructors, `messages_to_dict` a type beside its data, and `model_dump`, LangSmith and LangGraph's API
one flat object. A call's `args` is an object here, which tells it from Chat Completions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.formats.contract import LIKELY
from workbench.formats.langchain.recognition import recognise
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.shapes import shape_of
from workbench.sources.contract import Found
from workbench.sources.reading import as_text, member
from workbench.sources.transcript import Transcript

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
"""Of which every record has one that is a message in any spelling."""


class _Opened(NamedTuple):
    message: Json
    inside: Path
    """Where its fields are in the value."""


def is_langchain(value: object) -> bool:
    """Whether this is a LangChain message in one of its spellings."""
    return _is_flat(value) or _opened(value) is not None


def _is_flat(value: object) -> bool:
    """A cheap yes, for most of them."""
    if not isinstance(value, dict) or not _NOT_FLAT.isdisjoint(value):
        return False
    kind = value.get("type")
    return isinstance(kind, str) and kind in _TYPES and "content" in value


def is_sign(value: object) -> bool:
    """Whether a message is surely LangChain's. Others have records of the type `system` or `tool` with a content."""
    opened = _opened(value)
    return opened is not None and (bool(opened.inside) or recognise(shape_of(opened.message)) >= LIKELY)


def langchain_in(values: Sequence[Json], at: Path) -> Found | None:
    """The messages of a list, each with its place; None if it holds none."""
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
    said = as_text(value.get("type"))
    if isinstance(fields := value.get("data"), dict) and "content" in fields:
        return _with_type(_kind(said), fields, "data")
    is_flat = (said in _TYPES or said in _CHUNKS) and "content" in value
    spoken = "role" not in value or said == "chat"
    return _Opened(value, ()) if is_flat and spoken else None


def _kind(word: str) -> str:
    """The type that a class, a chunk of it or a type stands for; empty if it is none of LangChain's."""
    return word if word in _TYPES else _CLASSES.get(word) or _CHUNKS.get(word, "")


def _with_type(kind: str, fields: dict[str, Json], key: str) -> _Opened | None:
    return _Opened({**fields, "type": kind}, (key,)) if kind else None
