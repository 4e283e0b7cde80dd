"""Vercel CoreMessage (AI SDK 4) → IContent: the reverse of spec 000, with ids in the history's form (spec 001).

`isError` becomes `status: error`, reasoning becomes a thinking block. Fields and parts that IContent cannot represent
are stored under `providerMetadata.vercel`. Base64 of an image with a declared type becomes a data URL, because an image
block has no field for the type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.provider_metadata import provider_block, with_other_fields
from workbench.converters.tool_ids import history_id
from workbench.formats.vercel_request import system_texts
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.media import looks_like_base64, split_data_url
from workbench.json.text import Json

_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}
_MESSAGE_FIELDS = frozenset({"role", "content", "tool_call_id", "name"})
_TEXT_FIELDS = frozenset({"type", "text"})
_IMAGE_FIELDS = frozenset({"type", "image", "mimeType"})
_FILE_FIELDS = frozenset({"type", "data", "mimeType", "filename"})
_THOUGHT_FIELDS = frozenset({"type", "text", "signature"})
_CALL_FIELDS = frozenset({"type", "toolCallId", "toolName", "args"})
_RESULT_FIELDS = frozenset({"type", "toolCallId", "toolName", "result", "isError"})


def vercel_v4_core_to_icontent(messages: Sequence[Any], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"speaker": "system", "blocks": [{"type": "text", "text": text}]}, ())
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(role, str) or role not in _SPEAKERS:
            continue
        blocks = _tool_blocks(message) if role == "tool" else _blocks(message.get("content"))
        content: dict[str, Json] = {"speaker": _SPEAKERS[role], "blocks": blocks}
        if not message.keys() <= _MESSAGE_FIELDS:
            content["metadata"] = with_other_fields({}, "vercel", message, _MESSAGE_FIELDS)
        yield Converted(content, (index,))


def _blocks(content: object) -> list[Json]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [_block(part) for part in content] if isinstance(content, list) else []


def _tool_blocks(message: dict[str, Json]) -> list[Json]:
    content = message.get("content")
    if isinstance(content, list):
        return [_block(part) for part in content]
    if "tool_call_id" not in message and (parts := stringified_results(content)):
        return [_block(part) for part in parts]
    block = {"type": "tool_response", "callId": history_id(message.get("tool_call_id")), "result": content}
    return [{**block, "toolName": message["name"]} if "name" in message else block]


def _block(part: Any) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return with_other_fields({"type": "text", "text": part.get("text")}, "vercel", part, _TEXT_FIELDS)
    if kind == "tool-call":
        call_id, name = history_id(part.get("toolCallId")), part.get("toolName")
        call = {"type": "tool_call", "id": call_id, "name": name, "parameters": part.get("args")}
        return with_other_fields(call, "vercel", part, _CALL_FIELDS)
    if kind == "tool-result":
        return _response(part)
    if kind == "image":
        image = {"type": "image", "data": _image_data(part.get("image"), part.get("mimeType"))}
        return with_other_fields(image, "vercel", part, _IMAGE_FIELDS)
    if kind == "file":
        return _media(part)
    if kind == "reasoning":
        thought = {"type": "thinking", "thought": part.get("text")}
        if "signature" in part:
            thought["signature"] = part["signature"]
        return with_other_fields(thought, "vercel", part, _THOUGHT_FIELDS)
    return provider_block("vercel", part)


def _response(part: dict[str, Json]) -> Json:
    response: dict[str, Json] = {"type": "tool_response", "callId": history_id(part.get("toolCallId"))}
    if "toolName" in part:
        response["toolName"] = part["toolName"]
    response["result"] = part.get("result")
    if part.get("isError") is True:
        response["status"] = "error"
    return with_other_fields(response, "vercel", part, _RESULT_FIELDS)


def _image_data(image: object, declared: object) -> Json:
    if isinstance(image, str) and isinstance(declared, str) and looks_like_base64(image):
        return f"data:{declared};base64,{image}"
    return image


def _media(part: dict[str, Json]) -> Json:
    data, media_type = part.get("data"), part.get("mimeType")
    url = split_data_url(data)
    if url and url.base64:
        data, media_type = url.data, url.media_type or media_type
    is_inline = isinstance(data, str) and "://" not in data[:12] and not data.startswith("data:")
    media = {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64" if is_inline else "url"}
    if "filename" in part:
        media["filename"] = part["filename"]
    return with_other_fields(media, "vercel", part, _FILE_FIELDS)


EDGE = Edge("vercel-v4-core", "icontent", vercel_v4_core_to_icontent, "the reverse of spec 000, ids by spec 001")
