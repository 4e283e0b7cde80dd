"""Assemble the message from the events of a Messages stream. An interrupted stream yields the part that arrived."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.json.text import Json, JsonObject, parse_or_none

_GROWING = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}


def assembled(events: Sequence[Json]) -> Any:
    """Return the message that the events form, or None if they are not events of this API."""
    first = events[0] if events else None
    start = first.get("message") if isinstance(first, dict) and first.get("type") == "message_start" else None
    if not isinstance(start, dict):
        return None
    message: dict[str, Json] = dict(start)
    blocks: dict[int, dict[str, Json]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        if isinstance(event, dict):
            _add(event, message, blocks, inputs)
    for index, text in inputs.items():
        parsed = parse_or_none(text)
        blocks[index]["input"] = text if parsed is None else parsed  # an interrupted input stays text
    return {**message, "content": [blocks[index] for index in sorted(blocks)]}


def _add(
    event: JsonObject, message: dict[str, Json], blocks: dict[int, dict[str, Json]], inputs: dict[int, str]
) -> None:
    kind, index, delta = event.get("type"), event.get("index"), event.get("delta")
    if kind == "content_block_start" and isinstance(index, int) and isinstance(event.get("content_block"), dict):
        blocks[index] = dict(event["content_block"])
    elif kind == "content_block_delta" and isinstance(index, int) and isinstance(delta, dict) and index in blocks:
        _grow(blocks[index], index, delta, inputs)
    elif kind == "message_delta":
        message.update(delta if isinstance(delta, dict) else {})
        usage, more = message.get("usage"), event.get("usage")
        if isinstance(more, dict):
            message["usage"] = {**usage, **more} if isinstance(usage, dict) else more


def _grow(block: dict[str, Json], index: int, delta: dict[str, Json], inputs: dict[int, str]) -> None:
    kind = delta.get("type")
    if kind == "input_json_delta" and isinstance(piece := delta.get("partial_json"), str):
        if piece:
            inputs[index] = inputs.get(index, "") + piece
    elif isinstance(kind, str) and kind in _GROWING:
        key = _GROWING[kind]
        before, piece = block.get(key), delta.get(key)
        block[key] = (before if isinstance(before, str) else "") + (piece if isinstance(piece, str) else "")
    elif kind == "citations_delta":
        citations = block.get("citations")
        block["citations"] = [*(citations if isinstance(citations, list) else []), delta.get("citation")]
