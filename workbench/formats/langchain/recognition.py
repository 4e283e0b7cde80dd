"""Does a message look like one of LangChain's?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, Evidence, Role, Shape

ROLES: Mapping[str, Role] = {
    "human": "user",
    "HumanMessageChunk": "user",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessageChunk": "system",
    "developer": "system",
    "tool": "tool",
    "ToolMessageChunk": "tool",
    "function": "tool",
    "FunctionMessageChunk": "tool",
}
_OTHERS = frozenset({"chat", "ChatMessageChunk", "remove"})
"""A message whose speaker is under `role`, and a command that makes a graph delete a message."""
_SHARED = frozenset({"system", "developer", "function", "tool"})
"""Types that other programs also use for their records, so they are not evidence on their own."""
_OWN_KEYS = frozenset({"additional_kwargs", "response_metadata", "invalid_tool_calls", "usage_metadata"})


_CERTAIN_TYPES = frozenset({"human", "ai", "tool"})
_OF_OTHERS = frozenset({"role", "speaker", "parts", "blocks", "lc", "data"})
"""Keys of other formats, and of what LangChain puts around a message."""


def are_certain(messages: Sequence[Any]) -> bool:
    """Whether all are messages of the usual types with only the keys of LangChain for their speaker and content."""
    kinds = [
        kind
        for message in messages
        if "content" in message
        and _OF_OTHERS.isdisjoint(message)
        and ((kind := message["type"]) != "tool" or "tool_call_id" in message)
    ]
    return len(kinds) == len(messages) and _CERTAIN_TYPES.issuperset(kinds)


def recognise(shape: Shape) -> Evidence:
    if "content" not in shape.keys or "speaker" in shape.keys or shape.parts_key in ("parts", "blocks"):
        return NO_EVIDENCE
    if shape.type in _OTHERS:
        return CERTAIN if shape.keys & _OWN_KEYS else LIKELY
    if shape.type not in ROLES or shape.role:
        return NO_EVIDENCE
    is_distinctive = shape.type not in _SHARED or "tool_call_id" in shape.keys or shape.keys & _OWN_KEYS
    return CERTAIN if is_distinctive else NO_EVIDENCE
