"""Decide whether a value looks like a message. The test is lenient, because faulty messages must be loaded too."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.formats.contract import LIKELY
from workbench.json.text import Json
from workbench.shapes import shape_of

EXPECTED = "a conversation (a list of messages, or an object with messages, contents, input or history)"
_ROLES = frozenset({
    "user", "assistant", "system", "tool", "developer", "function", "model", "agent", "human", "ai", "data",
    "ROLE_USER", "ROLE_AGENT", "ROLE_UNSPECIFIED",
})  # fmt: skip
_ROLE_KEYS = ("role", "speaker")
_BODY_KEYS = frozenset({
    "content", "parts", "blocks", "text", "tool_calls", "toolInvocations", "function_call", "refusal", "reasoning",
})  # fmt: skip
_MESSAGE_KEYS = _BODY_KEYS | {
    "id", "role", "speaker", "name", "tool_call_id", "toolCallId", "messageId", "metadata", "type", "kind", "status",
    "createdAt", "created_at", "timestamp", "model", "usage", "stop_reason", "annotations", "audio",
    "experimental_attachments",
}  # fmt: skip
_DISTINCTIVE_KEYS = frozenset({"tool_calls", "tool_call_id", "toolInvocations"})
_ITEM_TYPES = frozenset({
    "message", "function_call", "function_call_output", "reasoning", "item_reference", "compaction",
})  # fmt: skip
_ITEM_ENDINGS = ("_call", "_call_output", "_approval_request", "_approval_response", "_list_tools")


def looks_like_message(value: object) -> bool:
    """Whether the value has a role and a body, IContent's speaker, a Responses item's type, or only message keys."""
    if not isinstance(value, dict):
        return False
    role = value.get("role", value.get("speaker"))
    if isinstance(role, str) and (role in _ROLES or not _BODY_KEYS.isdisjoint(value)):
        return True
    kind = value.get("type")
    if isinstance(kind, str) and (kind in _ITEM_TYPES or kind.endswith(_ITEM_ENDINGS)):
        return True
    return _has_message_body(value) or _is_recognised(value)


def has_speaker(value: object) -> bool:
    """Whether somebody says this, in a role that may be a program's own: a message, but in an unknown format."""
    return isinstance(value, dict) and any(isinstance(value.get(key), str) for key in _ROLE_KEYS)


def _is_recognised(value: dict[str, Json]) -> bool:
    """Whether a format with its own key for roles recognises the value."""
    forms = [form for form in FORMATS.values() if form.role_key not in _ROLE_KEYS and form.role_key in value]
    return any(form.recognise(shape_of(value)) >= LIKELY for form in forms)


def _has_message_body(value: dict[str, Json]) -> bool:
    """Whether the keys alone show that this is a message. A missing role is a fault that a finding reports later."""
    if not _DISTINCTIVE_KEYS.isdisjoint(value):
        return True
    if any(_is_list_of_objects(value.get(key)) for key in ("parts", "blocks")):
        return True
    return "content" in value and _MESSAGE_KEYS.issuperset(value)


def holds_messages(value: object) -> bool:
    """Whether the value is a list with at least one message; the checks judge its other items."""
    return isinstance(value, list) and any(map(looks_like_message, value))


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
