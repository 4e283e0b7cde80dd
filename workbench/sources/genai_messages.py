"""OpenTelemetry's GenAI messages (`role` and `parts` with `content`), in the attributes of a span or on their own."""

from __future__ import annotations

from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.reading import member
from workbench.sources.transcript import Transcript
from workbench.votes import is_likely

FORMAT = "otel-genai"


def is_genai(value: object) -> bool:
    return isinstance(value, dict) and _may_have_parts(value.get("parts")) and is_likely(value, FORMAT)


def _may_have_parts(parts: object) -> bool:
    """Reject most other formats cheaply, because this runs for every file with `parts`."""
    if not isinstance(parts, list):
        return False
    typed = False
    for part in parts:
        if isinstance(part, dict):
            if "text" in part or "kind" in part:
                return False
            typed = typed or "type" in part or "modality" in part
    return typed


def add_genai(transcript: Transcript, values: object, at: Path) -> None:
    items: list[Any] = values if isinstance(values, list) else []
    indexes = [index for index, item in enumerate(items) if isinstance(item, dict)]
    transcript.add_items([_with_sent_ids(items[index]) for index in indexes], at, indexes)


def _with_sent_ids(message: dict[str, Json]) -> Json:
    """Keep the last id of each part: some frameworks record the id of the run before the id of the call."""
    parts = message.get("parts")
    if not isinstance(parts, list):
        return message
    for part in parts:
        if isinstance(part, dict) and isinstance(part.get("id"), list):
            return {**message, "parts": [_with_last_id(part) for part in parts]}
    return message


def _with_last_id(part: Any) -> Json:
    named = member(part, "id")
    return {**part, "id": named[-1]} if isinstance(named, list) and named else part


def add_instructions(transcript: Transcript, parts: object, at: Path) -> None:
    """Add `gen_ai.system_instructions` as a system message. They are parts or a text."""
    if isinstance(parts, str) and parts:
        transcript.add({"role": "system", "parts": [{"type": "text", "content": parts}]}, at, [(("parts", 0), at)])
    elif isinstance(parts, list) and parts:
        transcript.add({"role": "system", "parts": parts}, at, [(("parts",), at)])
