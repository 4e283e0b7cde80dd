"""Does a message or a request body look like a Chat Completions message?"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Evidence,
    Shape,
)
from workbench.json.text import Json

_ROLES = {"system", "developer", "user", "assistant", "tool", "function"}
_OWN_PARTS = frozenset({"image_url", "input_audio", "refusal", "video_url", "audio_url"})
_SHARED_PARTS = frozenset({"text", "file", "image"})
_MISTRAL_PARTS = frozenset({"text", "thinking", "reference"})
"""The parts of an answer of Mistral's reasoning models. Unlike Anthropic's, its thoughts have no signature."""


def recognise(shape: Shape) -> Evidence:
    if shape.role not in _ROLES or shape.parts_key in ("parts", "blocks") or "toolInvocations" in shape.keys:
        return NO_EVIDENCE
    if shape.content == "object":  # no API has it; a single broken message is recognised by the others
        return NO_EVIDENCE
    if shape.keys & {"tool_calls", "tool_call_id", "function_call", "reasoning_content"}:
        return CERTAIN
    if shape.kinds == {"refusal"}:  # the Responses API has the same part
        return POSSIBLE
    if shape.kinds & _OWN_PARTS:
        return CERTAIN if shape.kinds <= _OWN_PARTS | _SHARED_PARTS else LIKELY
    if "thinking" in shape.kinds and "signature" not in shape.part_keys:
        return POSSIBLE if shape.kinds <= _MISTRAL_PARTS else NO_EVIDENCE
    if shape.kinds - _SHARED_PARTS or shape.part_keys & {"image", "mimeType", "mediaType", "source"}:
        return NO_EVIDENCE
    if shape.role in ("developer", "function"):
        return LIKELY
    return POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    tools = settings.get("tools")
    if isinstance(tools, list) and tools and isinstance(tools[0], dict) and isinstance(tools[0].get("function"), dict):
        return CERTAIN
    if settings.keys() & {"response_format", "max_completion_tokens", "stream_options", "logprobs", "n"}:
        return LIKELY
    return POSSIBLE if settings.keys() & {"model", "stop", "stream"} else NO_EVIDENCE
