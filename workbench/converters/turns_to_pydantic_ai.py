"""Parts in the order of a history → pydantic-ai's messages: everything between two responses is one request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from workbench.converters.contract import Converted
from workbench.json.media import split_data_url
from workbench.json.text import Json


class Piece(NamedTuple):
    """The parts of one message of the history."""

    kind: str
    """`request` or `response`."""
    parts: Sequence[Json]
    sources: tuple[int, ...]


def merged_messages(pieces: Iterable[Piece]) -> Iterator[Converted]:
    """Merge adjacent requests, as pydantic-ai does. Each response stays a separate message."""
    parts: list[Json] = []
    sources: list[int] = []
    for piece in pieces:
        if piece.kind == "request":
            parts += piece.parts
            sources += [source for source in piece.sources if source not in sources]
            continue
        if parts:
            yield Converted({"parts": parts, "kind": "request"}, tuple(sources))
            parts, sources = [], []
        yield Converted({"parts": piece.parts, "kind": "response"}, piece.sources)
    if parts:
        yield Converted({"parts": parts, "kind": "request"}, tuple(sources))


def image_item(url: object) -> Json:
    """Return an image as `binary` if it is a data URL, else as its address."""
    parts = split_data_url(url)
    if parts and parts.base64:
        return {"data": parts.data, "media_type": parts.media_type, "kind": "binary"}
    return {"url": url, "kind": "image-url"}


def prompt(items: list[Json]) -> Json:
    """Return a user prompt. A single text becomes a string."""
    is_single_text = len(items) == 1 and isinstance(items[0], str)
    return {"content": items[0] if is_single_text else items, "part_kind": "user-prompt"}


def tool_return(call_id: object, content: object, names: Mapping[str, Json], failed: bool = False) -> Json:
    """Return the result of a tool. Its name comes from the call; if there is none, it is left out, and reported."""
    name = names.get(call_id) if isinstance(call_id, str) else None
    name_field = {"tool_name": name} if isinstance(name, str) else {}
    outcome = {"outcome": "failed"} if failed else {}
    return {**name_field, "content": content, "tool_call_id": call_id, **outcome, "part_kind": "tool-return"}
