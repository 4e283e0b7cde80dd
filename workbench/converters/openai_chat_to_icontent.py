"""OpenAI Chat Completions → IContent: ids by spec 001, every tool message as a separate content.

Arguments that are a JSON object are parsed; any other text stays as it is, so that nothing is repaired silently. A
result stays text. Whatever IContent cannot represent (`name`, `detail`, a file by id) is stored in `providerMetadata`
and restored on the way back. The tool name of a result is looked up in the calls. A legacy function call has no id, so
the function's name serves as the id of the call and of its result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.provider_metadata import inside_of, provider_block, with_other_fields
from workbench.converters.tool_ids import Rewrite, history_id, unchanged_id
from workbench.json.media import split_data_url
from workbench.json.text import Json, JsonObject, object_or_none

NAME = "openai-chat"
"""The key in `providerMetadata` for everything that IContent cannot represent."""

_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system", "developer": "system"}
_CONVERTED_KEYS = frozenset({"role", "content", "tool_calls", "tool_call_id", "reasoning_content", "function_call"})
_TEXT_KEYS = frozenset({"type", "text"})
_CALL_KEYS = frozenset({"id", "type", "function"})
_CUSTOM_KEYS = frozenset({"id", "custom"})
_RESULT_KEYS = frozenset({"role", "tool_call_id", "content"})
_URL_KEY = frozenset({"url"})
_AUDIO_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav"}


def openai_chat_to_icontent(
    messages: Sequence[Any], settings: Mapping[str, Json], rewrite: Rewrite = history_id
) -> Iterator[Converted]:
    call_names: dict[str, Json] = {}
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(role, str):
            continue
        if role in ("tool", "function"):
            yield Converted({"speaker": "tool", "blocks": _result_blocks(message, call_names, rewrite)}, (index,))
        elif role in _SPEAKERS:
            content: dict[str, Json] = {"speaker": _SPEAKERS[role], "blocks": _blocks(message, call_names, rewrite)}
            if metadata := _metadata(message, role):
                content["metadata"] = metadata
            yield Converted(content, (index,))


def _metadata(message: dict[str, Json], role: str) -> dict[str, Json]:
    metadata: dict[str, Json] = {"role": role} if role == "developer" else {}
    if others := message.keys() - _CONVERTED_KEYS:
        metadata["providerMetadata"] = {NAME: {key: message[key] for key in message if key in others}}
    return metadata


def _blocks(message: dict[str, Json], call_names: dict[str, Json], rewrite: Rewrite) -> list[Json]:
    """Return thought, text and calls, in the order in which a model produces them."""
    blocks: list[Json] = []
    if isinstance(reasoning := message.get("reasoning_content"), str):
        blocks.append({"type": "thinking", "thought": reasoning})
    content, calls = message.get("content"), message.get("tool_calls")
    if isinstance(content, list):
        blocks.extend(_block(part) for part in content)
    elif isinstance(content, str) and (content or not calls):  # an empty content next to calls is not a text
        blocks.append({"type": "text", "text": content})
    if isinstance(calls, list):
        blocks.extend(call_block(call, call_names, rewrite) for call in calls)
    if isinstance(legacy := message.get("function_call"), dict):
        blocks.append(call_block({"id": legacy.get("name"), "function": legacy}, call_names, rewrite))
    return blocks


def _block(part: object) -> dict[str, Json]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if not isinstance(part, dict):
        return provider_block(NAME, part)
    kind = part.get("type")
    if kind == "text":
        return with_other_fields({"type": "text", "text": part.get("text")}, NAME, part, _TEXT_KEYS)
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal"), "providerMetadata": {NAME: {"type": "refusal"}}}
    payload = part.get(kind) if kind in ("image_url", "input_audio", "file") else None
    if kind == "image_url" and isinstance(payload, str):  # some servers accept the address without the wrapper
        return {"type": "image", "data": payload}
    return (_media_block(kind, payload) if isinstance(payload, dict) else None) or provider_block(NAME, part)


def _media_block(kind: object, payload: JsonObject) -> dict[str, Json] | None:
    """Return an image or media block, or None if IContent cannot represent it: a file by id, unknown audio."""
    if kind == "image_url":
        return with_other_fields({"type": "image", "data": payload.get("url")}, NAME, payload, _URL_KEY)
    if kind == "input_audio":
        media_type = _AUDIO_TYPES.get(payload["format"]) if isinstance(payload.get("format"), str) else None
        return {"type": "media", "mimeType": media_type, **_base64(payload.get("data"))} if media_type else None
    data_url, name = split_data_url(payload.get("file_data")), payload.get("filename")
    if data_url is None or not data_url.base64:
        return None
    block = {"type": "media", "mimeType": data_url.media_type or "application/octet-stream", **_base64(data_url.data)}
    return {**block, "filename": name} if isinstance(name, str) else block


def _base64(data: object) -> dict[str, Json]:
    return {"data": data, "encoding": "base64"}


def call_block(call: object, call_names: dict[str, Json], rewrite: Rewrite) -> Json:
    """Return the block of one call and record its name for later results."""
    if not isinstance(call, dict):
        return {"type": "tool_call"}
    custom = call.get("custom")
    function = custom if isinstance(custom, dict) else call.get("function")
    if not isinstance(function, dict):
        function = {}
    call_id, name, raw_arguments = call.get("id"), function.get("name"), function.get("arguments")
    if isinstance(call_id, str):
        call_names[call_id] = name
    block = {"type": "tool_call", "id": rewrite(call_id), "name": name}
    if function is custom:
        block["parameters"] = custom.get("input")
        return with_other_fields(block, NAME, call, _CUSTOM_KEYS)
    arguments = object_or_none(raw_arguments)
    block["parameters"] = raw_arguments if arguments is None else arguments
    return with_other_fields(block, NAME, call, _CALL_KEYS)


def _result_blocks(message: dict[str, Json], call_names: Mapping[str, Json], rewrite: Rewrite) -> list[Json]:
    """Return the response block with the joined text parts, followed by the other parts."""
    name, content = message.get("name"), message.get("content")
    call_id = name if message["role"] == "function" else message.get("tool_call_id")
    if name is None and isinstance(call_id, str):
        name = call_names.get(call_id)
    history_call_id = rewrite(call_id)
    response = {"type": "tool_response", "callId": history_call_id, **({} if name is None else {"toolName": name})}
    with_other_fields(response, NAME, message, _RESULT_KEYS)
    if not isinstance(content, list):
        return [{**response, "result": content}]
    blocks = [_block(part) for part in content]
    texts = [block["text"] for block in blocks if block["type"] == "text" and isinstance(block["text"], str)]
    after = (inside_of(history_call_id, block) for block in blocks if block["type"] != "text")
    return [{**response, "result": "\n".join(texts)}, *after]


EDGE = Edge("openai-chat", "icontent", openai_chat_to_icontent, "ids as in spec 001, the rest as in spec 000, reversed")
IN_PASSING = replace(EDGE, convert=partial(openai_chat_to_icontent, rewrite=unchanged_id))
