"""Anthropic blocks of results, for the programs that keep messages in that shape."""

from __future__ import annotations

from workbench.json.text import Json
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import as_text, member

RESULT_ID = ("tool_use_id",)


def lost_result(call_id: Json) -> dict[str, Json]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": NO_RESULT, "is_error": True}


def text_block(text: str) -> dict[str, Json]:
    return {"type": "text", "text": text}


def is_result(block: object) -> bool:
    return as_text(member(block, "type")) == "tool_result"


def has_result(line: object) -> bool:
    """Whether the message of a line contains a result."""
    blocks = member(line, "message", "content")
    return isinstance(blocks, list) and any(map(is_result, blocks))
