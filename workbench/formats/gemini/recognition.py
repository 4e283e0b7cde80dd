"""Does a message or a request body look like a Gemini content?"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Shape
from workbench.formats.gemini.parts import PAYLOADS
from workbench.formats.gemini.writing import declarations
from workbench.json.text import Json

_OWN_PART_KEYS = frozenset(PAYLOADS) - {"text"} | {"thought", "thoughtSignature", "thought_signature"}
_A2A_KEYS = {"messageId", "message_id", "contextId", "context_id", "taskId", "task_id", "kind"}
_FOREIGN_PART_KEYS = {"type", "kind", "data", "raw", "url", "mediaType", "state"}


def recognise(shape: Shape) -> Evidence:
    """A2A 1.0 also has parts without a discriminator, but a message id and `ROLE_USER`; Vercel's have a `type`."""
    if shape.keys & _A2A_KEYS or shape.kinds or shape.type or shape.role not in ("user", "model", "function", ""):
        return NO_EVIDENCE
    if shape.parts_key != "parts":
        return POSSIBLE if shape.keys == {"role"} and shape.role == "model" else NO_EVIDENCE
    if shape.part_keys & _FOREIGN_PART_KEYS or "content" in shape.keys or "speaker" in shape.keys:
        return NO_EVIDENCE
    if shape.part_keys & _OWN_PART_KEYS or shape.role == "model":
        return CERTAIN
    if "text" in shape.part_keys:
        return LIKELY
    return NO_EVIDENCE if shape.part_keys else POSSIBLE


_OWN_SETTINGS = {"generationConfig", "systemInstruction", "safetySettings", "cachedContent"}
_SNAKE_SETTINGS = {"generation_config", "system_instruction", "safety_settings", "cached_content"}


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    if settings.keys() & (_OWN_SETTINGS | _SNAKE_SETTINGS) or declarations(settings):
        return CERTAIN
    choice = settings.get("toolConfig", settings.get("tool_config"))
    named = isinstance(choice, dict) and choice.keys() & {"functionCallingConfig", "function_calling_config"}
    return CERTAIN if named else NO_EVIDENCE
