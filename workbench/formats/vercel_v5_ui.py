"""UI messages of the Vercel AI SDK 5, 6 and 7 (`uiMessagesSchema` of `ai` 5.0.277, 6.0.326 and 7.0.169).

A call and its result are one part, `tool-<name>` or `dynamic-tool`, whose `state` tells how far it got. 6 added the
approval states; 7 added custom, reasoning-file and steering-message parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.formats import vercel_v5_model
from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    TELLING,
    Event,
    Format,
    Shape,
)
from workbench.formats.vercel_request import read_tools, write_system
from workbench.formats.vercel_v5_ui_models import model
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- recognition ------------------------------------------------------------------------------------------------

_ROLES = frozenset({"system", "user", "assistant"})
_FOREIGN_KEYS = frozenset(
    {"tool_calls", "tool_call_id", "toolInvocations", "experimental_attachments", "speaker"}
    | {"messageId", "contextId", "taskId", "message_id"}
)
_FOREIGN_PART_KEYS = frozenset({"toolInvocation", "details", "mimeType", "file", "source"})
_OWN_KINDS = frozenset({"dynamic-tool", "source-url", "source-document", "reasoning", "reasoning-file"})
_V6_STATES = frozenset({"approval-requested", "approval-responded", "output-denied"})
_V7_KINDS = frozenset({"custom", "reasoning-file", "steering-message"})


def recognise(shape: Shape) -> int:
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
    told = "id" in shape.keys or "state" in shape.part_keys or "step-start" in shape.kinds
    # Texts of a user without any other sign could be A2A of the time when its parts had a `type`.
    return LIKELY if told or shape.role != "user" else POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> int:
    """What the SDK's own chat transport sends beside the messages."""
    return LIKELY if settings.get("trigger") in ("submit-message", "regenerate-message") else NO_EVIDENCE


def dialect(messages: Sequence[Json]) -> str | None:
    """The newest SDK whose own part or state is seen; None where every part is one that all three know."""
    return max((version for message in messages[:TELLING] for version in _versions(message)), default=None)


def _versions(message: Json) -> Iterator[str]:
    parts = message.get("parts") if isinstance(message, dict) else None
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict):
            if isinstance(kind := part.get("type"), str) and kind in _V7_KINDS:
                yield "7"
            elif isinstance(state := part.get("state"), str) and state in _V6_STATES:
                yield "6"


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_FILE: Mapping[str, Path] = {"value": ("url",), "media_type": ("mediaType",)}
# A static tool has its name inside `type`, where nothing else could be written; so `name` has no place of its own.
_STATIC: Mapping[str, Path] = {"id": ("toolCallId",), "state": ("state",)}
_DYNAMIC: Mapping[str, Path] = {**_STATIC, "name": ("toolName",)}
_VALUES: Mapping[str, Path] = {
    "input": ("input",),
    "rawInput": ("rawInput",),
    "output": ("output",),
    "errorText": ("errorText",),
    "reason": ("approval", "reason"),
}
_PLACES: Mapping[tuple[bool, str], Mapping[str, Path]] = {
    (dynamic, key): {**(_DYNAMIC if dynamic else _STATIC), "value": path}
    for dynamic in (False, True)
    for key, path in _VALUES.items()
}
_WHOLE: Mapping[str, Path] = {}


def read(message: Json, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return vercel_v5_model.read(message, index)  # a ModelMessage of a mixed history
    return [event for at, part in enumerate(parts) for event in _events(part, index, ("parts", at))]


def tool_name(part: dict[str, Json]) -> Json:
    """`toolName` of a dynamic tool; of a static one what follows `tool-` in its type."""
    kind = part.get("type")
    return kind[5:] if isinstance(kind, str) and kind.startswith("tool-") else part.get("toolName")


def _events(part: Json, index: int, path: Path) -> list[Event]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return [Event("text", index, path, _TEXT, part, value=part.get("text"))]
    if kind == "dynamic-tool" or (isinstance(kind, str) and kind.startswith("tool-")):
        return _tool_events(part, index, path)
    if kind == "reasoning":
        return [Event("thought", index, path, _TEXT, part, value=part.get("text"))]
    if kind in ("file", "reasoning-file"):
        url = part.get("url")
        media_type = media_type_of(part.get("mediaType"), url)
        shown = "image" if is_image(media_type) else "file"
        return [Event(shown, index, path, _FILE, part, value=url, media_type=media_type)]
    if kind == "step-start":  # a mark between two steps, which says nothing
        return []
    return [Event("other", index, path, _WHOLE, part, name=kind)]


def _tool_events(part: dict[str, Json], index: int, path: Path) -> list[Event]:
    """The call, and the result if the state says that there is one."""
    dynamic, server = part.get("type") == "dynamic-tool", part.get("providerExecuted") is True
    call_id, name, state = part.get("toolCallId"), tool_name(part), part.get("state")
    key = "rawInput" if part.get("input") is None and "rawInput" in part else "input"
    kind = "server_call" if server else "call"
    call = Event(kind, index, path, _PLACES[dynamic, key], part, call_id, name, part.get(key))
    if state == "output-available":
        key, value = "output", part.get("output")
    elif state == "output-error":
        key, value = "errorText", part.get("errorText")
    elif state == "output-denied":
        approval = part.get("approval")
        key, value = "reason", approval.get("reason") if isinstance(approval, dict) else None
    else:
        return [call]
    kind, failed = "server_result" if server else "result", key != "output"
    return [call, Event(kind, index, path, _PLACES[dynamic, key], part, call_id, name, value, failed)]


# --- repair -----------------------------------------------------------------------------------------------------


def complete(part: Json, text: str) -> Json:
    """As an error, because there is no output; the state says that the call is over."""
    return {**part, "state": "output-error", "errorText": text}


FORMAT = Format(
    name="vercel-v5-ui",
    title="Vercel AI SDK 5 to 7 UIMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model,
    complete=complete,
    own_target="openai",
    body_evidence=body_evidence,
    dialect=dialect,
    read_tools=read_tools,
    write_tools=vercel_v5_model.write_tools,
    write_system=write_system,
    # No `answer`: a result is not a block of its own here, it is part of its call.
)
