"""Does a message look like one of LangChain's?"""

from __future__ import annotations

from collections.abc import Mapping

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


def recognise(shape: Shape) -> Evidence:
    if "content" not in shape.keys or "speaker" in shape.keys or shape.parts_key in ("parts", "blocks"):
        return NO_EVIDENCE
    if shape.type in _OTHERS:
        return CERTAIN if shape.keys & _OWN_KEYS else LIKELY
    if shape.type not in ROLES or shape.role:
        return NO_EVIDENCE
    is_distinctive = shape.type not in _SHARED or "tool_call_id" in shape.keys or shape.keys & _OWN_KEYS
    return CERTAIN if is_distinctive else NO_EVIDENCE
