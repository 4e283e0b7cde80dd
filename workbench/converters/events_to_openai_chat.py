"""Events of a framework's messages → parts of Chat Completions messages.

Frameworks send ids unchanged, so nothing is rewritten here. Missing fields stay missing, so that the error shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from workbench.formats.contract import Event
from workbench.json.media import split_data_url
from workbench.json.text import Json, compact

AUDIO_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/x-wav": "wav"}
"""Media types of the audio that Chat Completions accepts → its name for them."""
PartOf = Callable[[Event], Json | None]


def part_of(event: Event) -> Json | None:
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
    return {"type": "file", "file": {**_name(event.raw), "file_data": url}} if data else None


def _detail(raw: object) -> dict[str, Json]:
    """Return the detail level of an image, which pydantic-ai stores in `vendor_metadata`."""
    metadata = raw.get("vendor_metadata") if isinstance(raw, dict) else None
    detail = metadata.get("detail") if isinstance(metadata, dict) else None
    return {"detail": detail} if isinstance(detail, str) else {}


def _name(raw: object) -> dict[str, Json]:
    """Return the name of a file from the block or its `extras`, where LangChain stores fields its blocks lack."""
    if not isinstance(raw, dict):
        return {}
    value = raw.get("extras")
    extras: Json = value if isinstance(value, dict) else {}
    name = raw.get("filename", extras.get("filename"))
    return {"filename": name} if isinstance(name, str) else {}


def as_url(event: Event) -> str:
    """Return a web address unchanged, and bytes as a data URL."""
    value = str(event.value)
    if _key(event) in ("url", "uri", "file_id") or value.startswith(("http://", "https://", "data:")):
        return value
    return f"data:{event.media_type or 'application/octet-stream'};base64,{value}"


def _key(event: Event) -> Json:
    path = event.places.get("value", ())
    return path[-1] if path else None


def content_of(events: Iterable[Event], part: PartOf = part_of) -> Json:
    """Return a single text as a string, which every compatible server accepts, and anything else as parts."""
    parts = [content_part for event in events if (content_part := part(event)) is not None]
    if not parts:
        return ""
    return parts[0]["text"] if len(parts) == 1 and parts[0].get("type") == "text" else parts


def answer_message(events: Sequence[Event], part: PartOf = part_of) -> dict[str, Json]:
    """Return an assistant message. Its content is null only with calls; otherwise OpenAI expects a text."""
    calls = [call_of(event) for event in events if event.kind == "call"]
    content_events = [event for event in events if event.kind not in ("call", "thought", "result")]
    if calls:
        content_events = [event for event in content_events if event.kind != "text" or event.value]
    message: dict[str, Json] = {
        "role": "assistant",
        "content": content_of(content_events, part) if content_events or not calls else None,
    }
    if thoughts := _thoughts(events):
        message["reasoning_content"] = "\n".join(thoughts)
    if calls:
        message["tool_calls"] = calls
    return message


def _thoughts(events: Iterable[Event]) -> list[str]:
    """Return the readable thoughts. A redacted one has no text."""
    return [event.value for event in events if event.kind == "thought" and not event.name and _is_text(event.value)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def call_of(event: Event) -> Json:
    name_field = {} if event.name is None else {"name": event.name}
    id_field = {} if event.id is None else {"id": event.id}
    arguments = event.value if isinstance(event.value, str) else compact({} if event.value is None else event.value)
    return {**id_field, "type": "function", "function": {**name_field, "arguments": arguments}}


def result_message(event: Event, content: object = None) -> Json:
    id_field = {} if event.id is None else {"tool_call_id": event.id}
    return {"role": "tool", **id_field, "content": _text(event.value) if content is None else content}


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else compact(value)
