"""Assemble the answer from the events of ConverseStream. An interrupted stream yields the part that arrived."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.json.text import Json, JsonObject, parse_or_none

_EVENTS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata")


def assembled(events: Sequence[Json]) -> Any:
    """Return the response that the events form, or None if they are not events of this API.

    A recording may begin after the first event, so the name of any event of a block is enough. An event is an object
    whose only key is its name.
    """
    first = events[0] if events else None
    if (
        not isinstance(first, dict)
        or len(first) != 1
        or not any(isinstance(first.get(key), dict) for key in _EVENTS[:3])
    ):
        return None
    blocks: dict[int, dict[str, Any]] = {}
    response: dict[str, Json] = {}
    for event in events:
        if isinstance(event, dict):
            _add(event, blocks, response)
    for block in blocks.values():
        if isinstance(call := block.get("toolUse"), dict) and isinstance(text := call.get("input"), str):
            parsed = parse_or_none(text) if text else {}
            call["input"] = text if parsed is None else parsed  # an interrupted input stays text
    content: list[Json] = [blocks[index] for index in sorted(blocks)]
    return {"output": {"message": {"role": "assistant", "content": content}}, **response}


def _add(event: JsonObject, blocks: dict[int, dict[str, Any]], response: dict[str, Json]) -> None:
    for name in ("contentBlockStart", "contentBlockDelta"):
        if isinstance(piece := event.get(name), dict) and isinstance(index := piece.get("contentBlockIndex", 0), int):
            _grow(blocks.setdefault(index, {}), piece.get("start") or piece.get("delta"))
    if isinstance(end := event.get("messageStop"), dict):
        response["stopReason"] = end.get("stopReason")
    if isinstance(about := event.get("metadata"), dict):
        response["usage"] = about.get("usage")


def _grow(block: dict[str, Any], piece: object) -> None:
    """Add a piece of a block. Texts are appended to what has arrived, other values are set."""
    if not isinstance(piece, dict):
        return
    for kind, value in piece.items():
        if kind == "reasoningContent" and isinstance(value, dict):
            thought = block.setdefault(kind, {})
            if "redactedContent" in value:
                thought["redactedContent"] = value["redactedContent"]
            else:
                _append(thought.setdefault("reasoningText", {"text": ""}), value)
        elif isinstance(value, dict):
            _append(block.setdefault(kind, {}), value)
        elif isinstance(value, str):
            block[kind] = str(block.get(kind, "")) + value


def _append(held: object, more: dict[str, Json]) -> None:
    if not isinstance(held, dict):
        return
    for key, value in more.items():
        before = held.get(key)
        held[key] = before + value if isinstance(before, str) and isinstance(value, str) else value
