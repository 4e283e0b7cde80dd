"""Does a message or a request body look like an A2A message?"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.formats.contract import (
    CERTAIN,
    DIALECT_SAMPLE_SIZE,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Evidence,
    Shape,
)
from workbench.json.text import Json

_OWN_ROLES = {"agent", "ROLE_USER", "ROLE_AGENT", "ROLE_UNSPECIFIED"}
_OWN_KEYS = {"messageId", "contextId", "taskId", "artifactId", "message_id", "context_id", "task_id", "artifact_id"}
_UI_KEYS = {"id", "content", "createdAt", "toolInvocations", "experimental_attachments"}
_KINDS = {"text", "file", "data"}


def recognise(shape: Shape) -> Evidence:
    """Only A2A's own marks decide: UI messages also have `parts` with a `type`, and Gemini's have bare `text` parts."""
    if shape.parts_key != "parts":
        is_own = shape.role in _OWN_ROLES and not shape.parts_key and shape.content == "absent"
        return LIKELY if is_own else NO_EVIDENCE
    if shape.role in _OWN_ROLES:
        return CERTAIN
    if shape.role not in ("", "user"):
        return NO_EVIDENCE
    if shape.keys & _OWN_KEYS or "kind" in shape.part_keys or shape.type == "message":
        return CERTAIN
    if shape.kinds - _KINDS or shape.keys & _UI_KEYS:
        return NO_EVIDENCE
    if "data" in shape.kinds or "file" in shape.part_keys:
        return LIKELY
    return POSSIBLE if shape.kinds == {"text"} and shape.role == "user" else NO_EVIDENCE


def dialect(messages: Sequence[Json]) -> str | None:
    """Return the dialect of the first message that shows one."""
    for message in messages[:DIALECT_SAMPLE_SIZE]:
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if isinstance(role, str) and role.startswith("ROLE_"):
            return "1.0"
        parts = message.get("parts")
        first = next((part for part in parts if isinstance(part, dict)), {}) if isinstance(parts, list) else {}
        if "kind" in first or message.get("kind") == "message":
            return "0.3"
        if "type" in first:
            return "0.2.1a1"
        if first.keys() & {"text", "raw", "url", "data"}:
            return "1.0"
    return None
