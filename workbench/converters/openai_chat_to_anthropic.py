"""OpenAI Chat → Anthropic Messages, the most common provider switch.

A run of tool messages becomes one user turn, together with the user message that follows. Arguments are parsed; those
that are not a JSON object stay as they are, so that the provider's error shows. An empty content next to calls is
treated as null. Dropped, because Anthropic does not accept them: audio, files that are neither PDF nor text, and
thoughts, which need Anthropic's own signature. A part of unknown kind stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.anthropic_sources import document_source, image_source
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_to_anthropic import text_block
from workbench.converters.legacy_function_calls import with_call_ids
from workbench.converters.provider_ids import ANTHROPIC_IDS, ProviderIds
from workbench.converters.turns import Turn, count_leading, merged_turns
from workbench.json.media import split_data_url
from workbench.json.text import Json, JsonObject, object_or_none

_SYSTEM_ROLES = ("system", "developer")
_Raw = JsonObject


def openai_chat_to_anthropic(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    messages = with_call_ids(messages)
    ids = ProviderIds(_ids(messages), *ANTHROPIC_IDS)
    leading = count_leading(messages, lambda message: message.get("role") in _SYSTEM_ROLES)
    for index in range(leading):
        system: Any = messages[index]
        for block in _as_blocks(_content(system.get("content"))):
            yield Converted(block, (index,), "system")
    yield from merged_turns(_turns(messages, leading, ids), text_block)


def _ids(messages: Sequence[Json]) -> Iterator[Json]:
    for message in messages:
        if isinstance(message, dict):
            yield message.get("tool_call_id")
            calls = message.get("tool_calls")
            for call in calls if isinstance(calls, list) else ():
                yield call.get("id") if isinstance(call, dict) else None


def _turns(messages: Sequence[Json], start: int, ids: ProviderIds) -> Iterator[Turn]:
    for index in range(start, len(messages)):
        message = messages[index]
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role == "tool":
            yield Turn("user", [_result(message, ids)], index)
        elif role == "assistant":
            yield Turn("assistant", _assistant(message, ids), index)
        else:
            yield Turn("system" if role in _SYSTEM_ROLES else role, _content(message.get("content")), index)


def _result(message: _Raw, ids: ProviderIds) -> Json:
    result: _Raw = {"type": "tool_result", "tool_use_id": ids(message.get("tool_call_id"))}
    if message.get("content") is not None:
        result["content"] = _content(message["content"])
    return result


def _assistant(message: _Raw, ids: ProviderIds) -> str | list[Json]:
    content, calls = _content(message.get("content")), message.get("tool_calls")
    if isinstance(content, str) and not calls and not _refusal(message):
        return content
    blocks = list(_as_blocks(content)) if content or not calls else []
    blocks.extend(_refusal(message))
    if isinstance(calls, list):
        blocks.extend(_call(call, ids) for call in calls if isinstance(call, dict))
    return blocks


def _refusal(message: _Raw) -> list[Json]:
    """Return the text block of a refusal, which is outside `content`."""
    refusal = message.get("refusal")
    return [text_block(refusal)] if isinstance(refusal, str) else []


def _call(call: _Raw, ids: ProviderIds) -> Json:
    call_id, function, custom = ids(call.get("id")), call.get("function"), call.get("custom")
    if isinstance(function, dict):
        return _tool_use(call_id, function.get("name"), function.get("arguments"))
    if isinstance(custom, dict):
        return {
            "type": "tool_use",
            "id": call_id,
            "name": custom.get("name"),
            "input": _custom_input(custom.get("input")),
        }
    return _tool_use(call_id, None, None)


def _custom_input(text: object) -> Json:
    """Return the free text of a custom tool as an object, the only form that Anthropic accepts."""
    return {"input": text} if isinstance(text, str) else text


def _tool_use(call_id: object, name: object, arguments: object) -> Json:
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        parsed: Json = {}
    else:
        parsed = object_or_none(arguments)
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments if parsed is None else parsed}


def _as_blocks(content: str | list[Json]) -> list[Json]:
    return [text_block(content)] if isinstance(content, str) else content


def _content(content: object) -> str | list[Json]:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return [] if content is None else [content]
    blocks = [_part(part) for part in content]
    return [block for block in blocks if block is not None]


def _part(part: object) -> Json:
    if not isinstance(part, dict):
        return text_block(part) if isinstance(part, str) else part
    kind = part.get("type")
    if kind == "image_url":
        image = part.get("image_url")
        block = {"type": "image", "source": image_source(image.get("url") if isinstance(image, dict) else image)}
        return {**block, "cache_control": part["cache_control"]} if "cache_control" in part else block
    if kind == "refusal":
        return text_block(part.get("refusal"))
    if kind == "file":
        return _file(part.get("file"))
    return None if kind == "input_audio" else part


def _file(file: object) -> Json:
    if not isinstance(file, dict):
        return None
    parts = split_data_url(file.get("file_data"))
    source: Json
    if parts and parts.base64:
        source = document_source(parts.media_type, parts.data)
        if source is None:
            return None
    elif "file_id" in file:
        source = {"type": "file", "file_id": file["file_id"]}
    else:
        source = {"type": "base64", "media_type": "application/pdf", "data": file.get("file_data")}
    document = {"type": "document", "source": source}
    return {**document, "title": file["filename"]} if "filename" in file else document


EDGE = Edge("openai-chat", "anthropic", openai_chat_to_anthropic, "Anthropic's rules for turns and ids")
