"""OpenAI Chat Completions → IContent: ids by spec 001, every tool message a content of its own.

Arguments that hold an object become it; any other text is kept as it is, so that nothing is repaired in silence. A
result stays the text it was. What IContent has no place for (`name`, `detail`, a file by id) is kept in
`providerMetadata` and comes back on the way there. The tool's name is looked up in the calls. A function call of the
old kind has no id: the function's name serves for it on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from workbench.converters.contract import Converted, Edge
from workbench.converters.provider_metadata import inside_of, kept_whole, with_other_fields
from workbench.converters.tool_ids import Rewrite, history_id, unchanged_id
from workbench.json.media import split_data_url
from workbench.json.text import Json, object_or_none

NAME = "openai-chat"
"""Under this name is in `providerMetadata` what IContent has no place for."""

_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system", "developer": "system"}
_CARRIED = frozenset({"role", "content", "tool_calls", "tool_call_id", "reasoning_content", "function_call"})
_TEXT_KEYS = frozenset({"type", "text"})
_CALL_KEYS = frozenset({"id", "type", "function"})
_CUSTOM_KEYS = frozenset({"id", "custom"})
_RESULT_KEYS = frozenset({"role", "tool_call_id", "content"})
_URL_KEY = frozenset({"url"})
_AUDIO_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav"}


def openai_chat_to_icontent(
    messages: Sequence[Json], settings: Mapping[str, Json], rewrite: Rewrite = history_id
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
    if others := message.keys() - _CARRIED:
        metadata["providerMetadata"] = {NAME: {key: message[key] for key in message if key in others}}
    return metadata


def _blocks(message: dict[str, Json], call_names: dict[str, Json], rewrite: Rewrite) -> list[Json]:
    """Thought, text, calls: the order in which a model makes them."""
    blocks: list[Json] = []
    if isinstance(reasoning := message.get("reasoning_content"), str):
        blocks.append({"type": "thinking", "thought": reasoning})
    content, calls = message.get("content"), message.get("tool_calls")
    if isinstance(content, list):
        blocks.extend(_block(part) for part in content)
    elif isinstance(content, str) and (content or not calls):  # an empty content beside calls says nothing
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
        return kept_whole(NAME, part)
    kind = part.get("type")
    if kind == "text":
        return with_other_fields({"type": "text", "text": part.get("text")}, NAME, part, _TEXT_KEYS)
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal"), "providerMetadata": {NAME: {"type": "refusal"}}}
    held = part.get(kind) if kind in ("image_url", "input_audio", "file") else None
    if kind == "image_url" and isinstance(held, str):  # some servers take the address without its wrapping
        return {"type": "image", "data": held}
    return (_media_block(kind, held) if isinstance(held, dict) else None) or kept_whole(NAME, part)


def _media_block(kind: object, held: dict[str, Json]) -> dict[str, Json] | None:
    """None for what IContent cannot hold: a file by its id, sound in a format without a name here."""
    if kind == "image_url":
        return with_other_fields({"type": "image", "data": held.get("url")}, NAME, held, _URL_KEY)
    if kind == "input_audio":
        media_type = _AUDIO_TYPES.get(held["format"]) if isinstance(held.get("format"), str) else None
        return {"type": "media", "mimeType": media_type, **_base64(held.get("data"))} if media_type else None
    data_url, name = split_data_url(held.get("file_data")), held.get("filename")
    if data_url is None or not data_url.base64:
        return None
    block = {"type": "media", "mimeType": data_url.media_type or "application/octet-stream", **_base64(data_url.data)}
    return {**block, "filename": name} if isinstance(name, str) else block


def _base64(data: object) -> dict[str, Json]:
    return {"data": data, "encoding": "base64"}


def call_block(call: object, call_names: dict[str, Json], rewrite: Rewrite = history_id) -> Json:
    """One call of an assistant message; its name is noted for the results to come."""
    if not isinstance(call, dict):
        return {"type": "tool_call"}
    custom = call.get("custom")
    function = custom if isinstance(custom, dict) else call.get("function")
    if not isinstance(function, dict):
        function = {}
    call_id, name, written = call.get("id"), function.get("name"), function.get("arguments")
    if isinstance(call_id, str):
        call_names[call_id] = name
    block = {"type": "tool_call", "id": rewrite(call_id), "name": name}
    if function is custom:
        block["parameters"] = custom.get("input")
        return with_other_fields(block, NAME, call, _CUSTOM_KEYS)
    arguments = object_or_none(written)
    block["parameters"] = written if arguments is None else arguments
    return with_other_fields(block, NAME, call, _CALL_KEYS)


def _result_blocks(message: dict[str, Json], call_names: Mapping[str, Json], rewrite: Rewrite) -> list[Json]:
    """Text parts of a result are joined; other parts are after it."""
    name, content = message.get("name"), message.get("content")
    call_id = name if message["role"] == "function" else message.get("tool_call_id")
    if name is None and isinstance(call_id, str):
        name = call_names.get(call_id)
    answered = rewrite(call_id)
    response = {"type": "tool_response", "callId": answered, **({} if name is None else {"toolName": name})}
    with_other_fields(response, NAME, message, _RESULT_KEYS)
    if not isinstance(content, list):
        return [{**response, "result": content}]
    blocks = [_block(part) for part in content]
    texts = [block["text"] for block in blocks if block["type"] == "text" and isinstance(block["text"], str)]
    after = (inside_of(answered, block) for block in blocks if block["type"] != "text")
    return [{**response, "result": "\n".join(texts)}, *after]


EDGE = Edge("openai-chat", "icontent", openai_chat_to_icontent, "spec 001 for ids, spec 000 read the other way")
IN_PASSING = replace(EDGE, convert=partial(openai_chat_to_icontent, rewrite=unchanged_id))
