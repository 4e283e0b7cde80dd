"""Assemble the response from the pieces of a Gemini stream: parts in order, with adjacent texts joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.formats.gemini.stream_calls import continued, is_continuation
from workbench.json.text import Json, JsonObject

_Raw = JsonObject


def assembled(events: Sequence[Json]) -> Any:
    """Return the response, or None if these are not pieces of this API. Only the first candidate is an answer."""
    pieces = [event for event in events if isinstance(event, dict)]
    if not pieces or not any(isinstance(piece.get("candidates"), list) for piece in pieces):
        return None
    response: _Raw = {}
    candidate: _Raw = {}
    parts: list[Json] = []
    for piece in pieces:
        response |= {key: value for key, value in piece.items() if key != "candidates"}
        candidates = piece.get("candidates")
        first = candidates[0] if isinstance(candidates, list) and candidates else None
        if isinstance(first, dict):
            candidate |= {key: value for key, value in first.items() if key != "content"}
            content = first.get("content")
            added = content.get("parts") if isinstance(content, dict) else None
            for part in added if isinstance(added, list) else ():
                _add(parts, part)
    content = {"role": "model", "parts": parts}
    return {"candidates": [{"content": content, **candidate}], **response}


def _add(parts: list[Json], part: Any) -> None:
    last: Any = parts[-1] if parts else {}
    if _is_plain_text(last) and _is_plain_text(part) and last.get("thought") == part.get("thought"):
        parts[-1] = {**last, **part, "text": last["text"] + part["text"]}
    elif is_continuation(part) and isinstance(last, dict) and isinstance(last.get("functionCall"), dict):
        parts[-1] = {**last, "functionCall": continued(last["functionCall"], part["functionCall"])}
    else:
        parts.append(part)


def _is_plain_text(part: object) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), str) and part.keys() <= {"text", "thought"}
