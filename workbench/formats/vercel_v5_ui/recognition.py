"""Does a message or a request body look like a UI message of SDK 5 to 7?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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

_ROLES = frozenset({"system", "user", "assistant"})
_FOREIGN_KEYS = frozenset(
    {"tool_calls", "tool_call_id", "toolInvocations", "experimental_attachments", "speaker"}
    | {"messageId", "contextId", "taskId", "message_id"}
)
_FOREIGN_PART_KEYS = frozenset({"toolInvocation", "details", "mimeType", "file", "source", "content"})
_OWN_KINDS = frozenset({"dynamic-tool", "source-url", "source-document", "reasoning", "reasoning-file"})
_V6_STATES = frozenset({"approval-requested", "approval-responded", "output-denied"})
_V7_KINDS = frozenset({"custom", "reasoning-file", "steering-message"})


def recognise(shape: Shape) -> Evidence:
    if shape.role not in _ROLES or shape.type or "parts" not in shape.keys or not shape.keys.isdisjoint(_FOREIGN_KEYS):
        return NO_EVIDENCE
    if shape.part_keys and ("type" not in shape.part_keys or not shape.part_keys.isdisjoint(_FOREIGN_PART_KEYS)):
        return NO_EVIDENCE
    if any(kind in _OWN_KINDS or kind.startswith(("tool-", "data-")) for kind in shape.kinds):
        return CERTAIN
    if "file" in shape.kinds:
        return CERTAIN if "mediaType" in shape.part_keys else NO_EVIDENCE
    if shape.kinds - {"text", "step-start"} or shape.content == "string":
        return POSSIBLE
    distinctive = "id" in shape.keys or "state" in shape.part_keys or "step-start" in shape.kinds
    # A user message with only texts could also be A2A 0.2, whose parts have a `type`.
    return LIKELY if distinctive or shape.role != "user" else POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> Evidence:
    """The SDK's own chat transport sends a `trigger` in the request."""
    return LIKELY if settings.get("trigger") in ("submit-message", "regenerate-message") else NO_EVIDENCE


def dialect(messages: Sequence[Json]) -> str | None:
    """Return the newest SDK that introduced one of the parts or states, or None if all versions know them."""
    return max((version for message in messages[:DIALECT_SAMPLE_SIZE] for version in _versions(message)), default=None)


def _versions(message: object) -> Iterator[str]:
    parts = message.get("parts") if isinstance(message, dict) else None
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict):
            if isinstance(kind := part.get("type"), str) and kind in _V7_KINDS:
                yield "7"
            elif isinstance(state := part.get("state"), str) and state in _V6_STATES:
                yield "6"
