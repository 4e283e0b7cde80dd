"""Does a message or a request body look like a Converse message?"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Shape
from workbench.json.text import Json

_ROLES = {"user", "assistant", "system"}
_OWN_KEYS = {
    "toolUse",
    "toolResult",
    "reasoningContent",
    "cachePoint",
    "guardContent",
    "citationsContent",
    "searchResult",
}
_SHARED_KEYS = {"text", "image", "document", "video", "audio"}
_OWN_SETTINGS = {
    "toolConfig",
    "inferenceConfig",
    "additionalModelRequestFields",
    "additionalModelResponseFieldPaths",
    "guardrailConfig",
    "modelId",
    "performanceConfig",
}


def recognise(shape: Shape) -> Evidence:
    if shape.role not in _ROLES or shape.parts_key != "content" or shape.kinds:
        return NO_EVIDENCE
    if shape.part_keys & _OWN_KEYS:
        return CERTAIN
    if not shape.part_keys:
        return POSSIBLE
    # No other format has a content list with untyped parts.
    return LIKELY if shape.part_keys & _SHARED_KEYS else NO_EVIDENCE


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    if settings.keys() & _OWN_SETTINGS:
        return CERTAIN
    system = settings.get("system")
    if isinstance(system, list) and system and all(_is_untyped(block) for block in system):
        return LIKELY
    return NO_EVIDENCE


def _is_untyped(block: object) -> bool:
    return isinstance(block, dict) and "type" not in block
