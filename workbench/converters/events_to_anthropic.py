"""Events of a framework's messages → Anthropic's blocks. Ids stay unchanged."""

from __future__ import annotations

from workbench.converters.anthropic_sources import document_source, image_source, is_audio_or_video
from workbench.converters.events_to_openai_chat import as_url
from workbench.converters.icontent_to_anthropic import text_block
from workbench.formats.contract import Event
from workbench.json.media import split_data_url
from workbench.json.text import Json, object_or_none


def block_of(event: Event) -> Json | None:
    """Return the block of a text, image, document or call, or None if the text is empty or there is no such block."""
    if event.kind == "text":
        return text_block(event.value) if event.value else None
    if event.kind == "call":
        return {"type": "tool_use", "id": event.id, "name": event.name, "input": _input(event.value)}
    if event.kind not in ("image", "file") or not isinstance(event.value, str) or is_audio_or_video(event.media_type):
        return None
    if event.places.get("value", ("",))[-1] == "file_id":
        source: Json = {"type": "file", "file_id": event.value}
    elif event.kind == "file" and event.media_type == "text/plain" and not split_data_url(as_url(event)):
        source = {"type": "url", "url": event.value}
    elif event.kind == "file" and (data := split_data_url(as_url(event))) and data.base64:
        source = document_source(data.media_type, data.data)
        if source is None:
            return None
    else:
        source = image_source(as_url(event))
    return {"type": "image" if event.kind == "image" else "document", "source": source}


def _input(arguments: object) -> Json:
    """Return the arguments as an object. Arguments that are not one stay as they are, so the provider's error shows."""
    if arguments is None or arguments == "":
        return {}
    parsed = object_or_none(arguments)
    return arguments if parsed is None else parsed


def result_block(event: Event, content: object) -> Json:
    block: dict[str, Json] = {"type": "tool_result", "tool_use_id": event.id, "content": content}
    return {**block, "is_error": True} if event.failed else block
