"""Events of a framework's messages → parts of Chat Completions messages.

Frameworks send ids unchanged, so nothing is rewritten here. Missing fields stay missing, so that the error shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.converters.file_names import named_file
from workbench.formats.contract import Event
from workbench.json.media import split_data_url
from workbench.json.text import Json, JsonObject, compact

AUDIO_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/x-wav": "wav"}
"""Media types of the audio that Chat Completions accepts → its name for them."""
PartOf = Callable[[Event], JsonObject | None]


def part_of(event: Event) -> JsonObject | None:
    """Return the content part of a text, an image or a file, or None if Chat Completions has no such part."""
    if event.kind == "text":
        return None if event.value is None else {"type": "text", "text": _text(event.value)}
    if event.kind not in ("image", "file") or not isinstance(event.value, str):
        return None
    url, is_file_id = as_url(event), _key(event) == "file_id"
    if event.kind == "image":
        return None if is_file_id else {"type": "image_url", "image_url": {"url": url, **_detail(event.raw)}}
    if is_file_id:
        return {"type": "file", "file": {"file_id": event.value}}
    data = split_data_url(url)
    if data and data.base64 and data.media_type in AUDIO_FORMATS:
        return {"type": "input_audio", "input_audio": {"data": data.data, "format": AUDIO_FORMATS[data.media_type]}}
    return {"type": "file", "file": named_file(_name(event.raw), url)} if data else None


def _detail(raw: object) -> dict[str, Json]:
    """Return the detail level of an image, which pydantic-ai stores in `vendor_metadata`."""
    metadata = raw.get("vendor_metadata") if isinstance(raw, dict) else None
    detail = metadata.get("detail") if isinstance(metadata, dict) else None
    return {"detail": detail} if isinstance(detail, str) else {}


def _name(raw: object) -> Json:
    """Return the name of a file from the block or its `extras`, where LangChain stores fields its blocks lack."""
    if not isinstance(raw, dict):
        return None
    value = raw.get("extras")
    extras: Any = value if isinstance(value, dict) else {}
    return raw.get("filename", extras.get("filename"))


def as_url(event: Event) -> str:
    """Return a web address unchanged, and bytes as a data URL."""
    value = str(event.value)
    if _key(event) in ("url", "uri", "file_id") or value.startswith(("http://", "https://", "data:")):
        return value
    return f"data:{event.media_type or 'application/octet-stream'};base64,{value}"


def _key(event: Event) -> Json:
    path = event.places.get("value", ())
    return path[-1] if path else None


def content_of(events: Sequence[Event], part: PartOf = part_of) -> Json:
    """Return a single text as a string, which every compatible server accepts, and anything else as parts."""
    if len(events) == 1 and events[0].kind == "text" and (part is part_of or not events[0].path):
        return _text(events[0].value)
    parts = [content_part for event in events if (content_part := part(event)) is not None]
    if not parts:
        return ""
    is_one_text = len(parts) == 1 and parts[0].get("type") == "text" and "text" in parts[0]
    return parts[0]["text"] if is_one_text else parts


def answer_message(events: Sequence[Event], part: PartOf = part_of) -> dict[str, Json]:
    """Return an assistant message. Its content is null only with calls; otherwise OpenAI expects a text."""
    if len(events) == 1 and events[0].kind == "text":  # most answers
        value = events[0].value
        is_plain = isinstance(value, str) and not events[0].path
        return {"role": "assistant", "content": value if is_plain else content_of(events, part)}
    calls: list[Json] = []
    content_events: list[Event] = []
    thoughts: list[str] = []
    for event in events:
        kind = event.kind
        if kind == "call":
            calls.append(call_of(event))
        elif kind == "thought":
            if not event.name and isinstance(event.value, str) and event.value:  # a redacted one has no text
                thoughts.append(event.value)
        elif kind != "result":
            content_events.append(event)
    if calls and content_events:
        content_events = [event for event in content_events if event.kind != "text" or event.value]
    message: dict[str, Json] = {
        "role": "assistant",
        "content": content_of(content_events, part) if content_events or not calls else None,
    }
    if thoughts:
        message["reasoning_content"] = "\n".join(thoughts)
    if calls:
        message["tool_calls"] = calls
    return message


def call_of(event: Event) -> Json:
    call_id, name, value = event.id, event.name, event.value
    arguments = value if isinstance(value, str) else "{}" if value is None else compact(value)
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    call = {"type": "function", "function": function}
    return call if call_id is None else {"id": call_id, **call}


def result_message(event: Event, content: object = None) -> Json:
    call_id, value = event.id, event.value
    if content is None:
        content = value if isinstance(value, str) else _text(value)
    if call_id is None:
        return {"role": "tool", "content": content}
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else compact(value)
