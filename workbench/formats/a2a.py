"""A2A messages in their three dialects, as the `a2a-sdk` package 1.3 and its older releases write them.

`0.2.1a1` marks a part by `type`, `0.3` by `kind`, `1.0` by which of text, raw, url and data it has; 1.0 also says
ROLE_USER and ROLE_AGENT. The protocol has no tool calls: they travel in data parts, under the keys of spec 002
(`tool_calls`, `tool_results`) or ADK's way (google-adk 1.x: one call or response per part, named by the part's
metadata). An artifact of a task has parts and no role; it is what the agent made, so it is read as the assistant's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.formats.a2a_dialects import in_dialect
from workbench.formats.a2a_models import model
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
from workbench.json.media import is_image, media_type_of
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- recognition ------------------------------------------------------------------------------------------------

_OWN_ROLES = {"agent", "ROLE_USER", "ROLE_AGENT", "ROLE_UNSPECIFIED"}
_OWN_KEYS = {"messageId", "contextId", "taskId", "artifactId", "message_id", "context_id", "task_id", "artifact_id"}
_UI_KEYS = {"id", "content", "createdAt", "toolInvocations", "experimental_attachments"}
_KINDS = {"text", "file", "data"}


def recognise(shape: Shape) -> int:
    """UI messages have `parts` with a `type` too, Gemini's have bare `text` parts: only marks of A2A's own decide."""
    if shape.parts_key != "parts":
        return LIKELY if shape.role in _OWN_ROLES and not shape.parts_key else NO_EVIDENCE
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
    """The dialect of the first message that shows one."""
    for message in messages[:TELLING]:
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


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CALL: Mapping[str, Path] = {"id": ("call_id",), "name": ("name",), "value": ("arguments",)}
_RESULT: Mapping[str, Path] = {"id": ("call_id",), "name": ("name",), "value": ("output",)}
_ADK_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("args",)}
_ADK_RESULT: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("response",), "error": ("response",)}
_DATA: Mapping[str, Path] = {"value": ("data",)}
_FILE: Mapping[str, Mapping[str, Path]] = {key: {"value": (key,)} for key in ("bytes", "uri", "raw", "url")}
_WHOLE: Mapping[str, Path] = {}


def read(message: Json, index: int) -> list[Event]:
    parts = message.get("parts") if isinstance(message, dict) else None
    events: list[Event] = []
    for at, part in enumerate(parts if isinstance(parts, list) else ()):
        _read_part(part, index, ("parts", at), events)
    return events


def _read_part(part: Json, index: int, path: Path, events: list[Event]) -> None:
    if not isinstance(part, dict):
        events.append(Event("other", index, path, _WHOLE, part))
        return
    kind = part.get("kind", part.get("type"))
    if kind == "text" or (kind is None and "text" in part):
        if "metadata" in part and _metadata(part, "thought") is True:
            events.append(Event("thought", index, path, _TEXT, part, value=part.get("text")))
        else:
            events.append(Event("text", index, path, _TEXT, part, value=part.get("text")))
    elif kind == "data" or (kind is None and "data" in part):
        _read_data(part, index, path, events)
    elif kind == "file" and isinstance(file := part.get("file"), dict):
        key = "bytes" if isinstance(file.get("bytes"), str) else "uri"
        events.append(_file(file, file.get("mimeType", file.get("mime_type")), key, index, (*path, "file")))
    elif kind is None and ("raw" in part or "url" in part):
        key = "raw" if isinstance(part.get("raw"), str) else "url"
        events.append(_file(part, part.get("mediaType", part.get("media_type")), key, index, path))
    else:
        events.append(Event("other", index, path, _WHOLE, part, name=kind))


def _file(holder: dict[str, Json], said: Json, key: str, index: int, path: Path) -> Event:
    data = holder.get(key)
    media_type = media_type_of(said, data)
    kind = "image" if is_image(media_type) else "file"
    return Event(kind, index, path, _FILE[key], holder, value=data, media_type=media_type)


def _read_data(part: dict[str, Json], index: int, path: Path, events: list[Event]) -> None:
    data, before = part.get("data"), len(events)
    if isinstance(data, dict):
        adk = _metadata(part, "type") if "metadata" in part else None
        if adk == "function_call":
            events.append(_row("call", _ADK_CALL, data, index, (*path, "data")))
        elif adk == "function_response":
            events.append(_row("result", _ADK_RESULT, data, index, (*path, "data")))
        else:
            for key, kind, places in (("tool_calls", "call", _CALL), ("tool_results", "result", _RESULT)):
                rows = data.get(key)
                for at, row in enumerate(rows if isinstance(rows, list) else ()):
                    events.append(_row(kind, places, row, index, (*path, "data", key, at)))
    if len(events) == before:
        events.append(Event("other", index, path, _DATA, part, name="data", value=data))


def _row(kind: str, places: Mapping[str, Path], row: Json, index: int, path: Path) -> Event:
    if not isinstance(row, dict):
        return Event(kind, index, path, _WHOLE, row)
    value = row.get(places["value"][0])
    failed = places is _ADK_RESULT and isinstance(value, dict) and "error" in value
    return Event(kind, index, path, places, row, row.get(places["id"][0]), row.get("name"), value, failed)


def _metadata(part: dict[str, Json], word: str) -> Json:
    """ADK's mark on a part: `adk_type`, `adk_thought`; bare in its first releases, prefixed by those that follow it."""
    metadata = part.get("metadata")
    if not isinstance(metadata, dict):
        return None
    if (marked := metadata.get("adk_" + word)) is not None:
        return marked
    return next((value for key, value in metadata.items() if key == word or key.endswith("_" + word)), None)


# --- repair and responses ---------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    named = {"name": name} if isinstance(name, str) else {}
    return {"kind": "data", "data": {"tool_results": [{"call_id": call_id, **named, "output": text}]}}


def envelope(parts: list[Json]) -> Json:
    """The id is made of the call's, because the SDK demands one and equal input must give equal output."""
    message_id = "-".join(["result-of", *(str(event.id) for event in read({"parts": parts}, 0))])
    return {"kind": "message", "messageId": message_id, "role": "user", "parts": parts}


def response_from(message: Json) -> Json:
    """The JSON-RPC answer that this message once was; its request's id is not told by the message."""
    return {"jsonrpc": "2.0", "result": message}


def messages_of_response(response: Json) -> list[Json]:
    """A message, or a task's status message and artifacts; 1.0 names which of the two it is."""
    result = response.get("result", response) if isinstance(response, dict) else None
    if isinstance(result, dict):
        result = result.get("message", result.get("task", result))
    if not isinstance(result, dict):
        return []
    if "parts" in result:
        return [result]
    status, artifacts = result.get("status"), result.get("artifacts")
    found = [status.get("message") if isinstance(status, dict) else None]
    found += artifacts if isinstance(artifacts, list) else []
    return [message for message in found if isinstance(message, dict)]


class _MessageFormat(Format):
    """What has parts and no role is an artifact, which the agent made."""

    def role_of(self, message: Json) -> str:
        if isinstance(message, dict) and "role" not in message and "parts" in message:
            return "assistant"
        return super().role_of(message)


def say(texts: list[str]) -> Json:
    """The SDK demands an id; equal texts get an equal one."""
    message_id = f"note-{len(''.join(texts))}"
    parts = [{"kind": "text", "text": text} for text in texts]
    return {"kind": "message", "messageId": message_id, "role": "user", "parts": parts}


FORMAT = _MessageFormat(
    name="a2a",
    title="A2A",
    recognise=recognise,
    read=read,
    roles={"user": "user", "ROLE_USER": "user", "agent": "assistant", "ROLE_AGENT": "assistant"},
    model=model,
    say=say,
    own_target="a2a-sdk@1",
    dialect=dialect,
    in_dialect=in_dialect,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
)
