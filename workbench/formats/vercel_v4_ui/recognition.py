"""Does a message or a request body look like a UI message of SDK 4?"""

from __future__ import annotations

from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Evidence,
    Shape,
)

_ROLES = frozenset({"system", "user", "assistant", "data"})
_OWN_KEYS = frozenset({"toolInvocations", "experimental_attachments"})
_FOREIGN_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "reasoning_content", "speaker", "messageId"})
_OWN_PART_KEYS = frozenset({"toolInvocation", "details", "mimeType"})
_SHARED_KINDS = frozenset({"text", "step-start"})


def recognise(shape: Shape) -> Evidence:
    if shape.role not in _ROLES or shape.type or not shape.keys.isdisjoint(_FOREIGN_KEYS):
        return NO_EVIDENCE
    if not shape.keys.isdisjoint(_OWN_KEYS):
        return CERTAIN
    if "parts" not in shape.keys:
        if shape.role == "data" or (shape.content == "string" and {"id", "createdAt"} <= shape.keys):
            return LIKELY
        return POSSIBLE if shape.content == "string" else NO_EVIDENCE
    if shape.part_keys and "type" not in shape.part_keys:
        return NO_EVIDENCE  # Gemini and A2A use another key for the kind of a part, or none at all
    if not shape.part_keys.isdisjoint(_OWN_PART_KEYS) and "file" not in shape.part_keys:
        return CERTAIN
    if "source" in shape.kinds and "source" in shape.part_keys:
        return CERTAIN
    return LIKELY if shape.content == "string" and shape.kinds <= _SHARED_KINDS else NO_EVIDENCE
