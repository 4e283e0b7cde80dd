"""Does a message or a request body look like an IContent?"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.formats.contract import (
    CERTAIN,
    DIALECT_SAMPLE_SIZE,
    LIKELY,
    NO_EVIDENCE,
    Evidence,
    Shape,
)
from workbench.json.text import Json

_SPEAKERS = {"human", "ai", "tool", "system"}
_REAL_KINDS = {"media", "thinking", "code"}
_REAL_KEYS = {"toolName", "isComplete", "encoding"}


def recognise(shape: Shape) -> Evidence:
    if "speaker" in shape.keys and "blocks" in shape.keys:
        return CERTAIN
    return LIKELY if "speaker" in shape.keys and shape.role in _SPEAKERS else NO_EVIDENCE


def dialect(messages: Sequence[Json]) -> str | None:
    """Return `llxprt` if a message has a block or key of the shipped format, `spec` if one that only the spec has."""
    for message in messages[:DIALECT_SAMPLE_SIZE]:
        blocks = message.get("blocks") if isinstance(message, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict):
                kind = block.get("type")
                if (isinstance(kind, str) and kind in _REAL_KINDS) or not _REAL_KEYS.isdisjoint(block):
                    return "llxprt"
                if kind == "image" or "status" in block:
                    return "spec"
    return None
