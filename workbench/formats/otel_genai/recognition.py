"""Does a message look like one of OpenTelemetry's GenAI convention?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, Evidence, Shape

_OWN_KINDS = frozenset(
    {"tool_call", "tool_call_response", "blob", "uri", "server_tool_call", "server_tool_call_response"}
)
_TEXT_KINDS = frozenset({"text", "reasoning", "thinking"})
_MEDIA = frozenset({"file", "generic"})


_OF_OTHERS = frozenset({"type", "kind", "content"})
_OF_OTHER_PARTS = frozenset({"text", "kind"})


def are_certain(messages: Sequence[Any]) -> bool:
    """Whether all parts are texts with their text in `content`, calls or results."""
    for message in messages:
        parts = message["parts"]
        if not message["role"] or type(message["role"]) is not str or not _OF_OTHERS.isdisjoint(message):
            return False
        if not parts or type(parts) is not list:
            return False
        for part in parts:
            kind = part["type"]
            is_certain = kind in _OWN_KINDS or (kind in _TEXT_KINDS and "content" in part)
            if not is_certain or not _OF_OTHER_PARTS.isdisjoint(part):
                return False
    return True


def recognise(shape: Shape) -> Evidence:
    """The text of a part is in `content`, while parts of the AI SDK have `text` and parts of A2A have a `kind`."""
    if not shape.role or shape.type or shape.parts_key != "parts" or "content" in shape.keys:
        return NO_EVIDENCE
    if shape.kinds - _OWN_KINDS - _TEXT_KINDS - _MEDIA or "text" in shape.part_keys or "kind" in shape.part_keys:
        return NO_EVIDENCE
    if shape.kinds & _OWN_KINDS:
        return CERTAIN
    if shape.kinds & _TEXT_KINDS:
        return CERTAIN if "content" in shape.part_keys else NO_EVIDENCE
    return LIKELY if "modality" in shape.part_keys else NO_EVIDENCE
