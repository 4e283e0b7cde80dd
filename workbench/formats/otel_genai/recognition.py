"""Does a message look like one of OpenTelemetry's GenAI convention?"""

from __future__ import annotations

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, Evidence, Shape

_OWN_KINDS = frozenset(
    {"tool_call", "tool_call_response", "blob", "uri", "server_tool_call", "server_tool_call_response"}
)
_TEXT_KINDS = frozenset({"text", "reasoning", "thinking"})
_MEDIA = frozenset({"file", "generic"})


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
