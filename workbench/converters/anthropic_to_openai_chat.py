"""Anthropic Messages → OpenAI Chat: each result becomes a tool message before the user's other content.

OpenAI accepts no image in a tool message, so images and documents of a result move to the user message after the
results. Other blocks of a result are written as JSON. `is_error`, signatures, cache marks, citations and the tools
that Anthropic runs itself have no equivalent in OpenAI Chat and are dropped, which the trace shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.file_names import named_file
from workbench.converters.provider_ids import OPENAI_IDS, ProviderIds
from workbench.json.text import Json, JsonObject, compact

_Raw = JsonObject


def anthropic_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    ids = ProviderIds(_ids(messages), *OPENAI_IDS)
    if system := settings.get("system"):
        yield Converted({"role": "system", "content": _content(_blocks(system))}, ())
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, blocks = message.get("role"), _blocks(message.get("content"))
        if role == "assistant":
            yield Converted(_assistant(blocks, ids), (index,))
        elif role == "user":
            for converted in _user(blocks, ids):
                yield Converted(converted, (index,))
        else:
            yield Converted({"role": role, "content": _content(blocks)}, (index,))


def _blocks(content: object) -> list[_Raw]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _ids(messages: Sequence[Json]) -> Iterator[Json]:
    for message in messages:
        for block in _blocks(message.get("content")) if isinstance(message, dict) else ():
            if block.get("type") in ("tool_use", "tool_result"):
                yield block.get("id", block.get("tool_use_id"))


def _assistant(blocks: list[_Raw], ids: ProviderIds) -> Json:
    texts = [block for block in blocks if block.get("type") == "text"]
    calls = [_call(block, ids) for block in blocks if block.get("type") == "tool_use"]
    thoughts = [block.get("thinking") for block in blocks if block.get("type") == "thinking"]
    # OpenAI accepts null only together with calls, but always accepts an empty text.
    message: _Raw = {"role": "assistant", "content": _content(texts) if texts or not calls else None}
    if thoughts:
        message["reasoning_content"] = "\n".join(thought for thought in thoughts if isinstance(thought, str))
    if calls:
        message["tool_calls"] = calls
    return message


def _call(block: _Raw, ids: ProviderIds) -> Json:
    arguments = block.get("input")
    text = arguments if isinstance(arguments, str) else compact(arguments)
    return {"id": ids(block.get("id")), "type": "function", "function": {"name": block.get("name"), "arguments": text}}


def _user(blocks: list[_Raw], ids: ProviderIds) -> Iterator[Json]:
    media: list[_Raw] = []
    other_blocks: list[_Raw] = []
    result_count = 0
    for block in blocks:
        if block.get("type") != "tool_result":
            other_blocks.append(block)
            continue
        result_count += 1
        inside = _blocks(block.get("content"))
        media.extend(part for part in inside if part.get("type") in ("image", "document"))
        text_blocks = [part for part in inside if part.get("type") not in ("image", "document")]
        yield {"role": "tool", "tool_call_id": ids(block.get("tool_use_id")), "content": _result_content(text_blocks)}
    if media or other_blocks or not result_count:
        yield {"role": "user", "content": _content([*media, *other_blocks])}


def _result_content(blocks: list[_Raw]) -> Json:
    as_text = [block if block.get("type") == "text" else {"type": "text", "text": compact(block)} for block in blocks]
    return _content(as_text)


def _content(blocks: list[_Raw]) -> Json:
    """Return a single text as a string, which every compatible server accepts, and anything else as parts."""
    parts: list[Any] = [part for part in map(_part, blocks) if part is not None]
    if not parts:
        return ""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def _part(block: _Raw) -> Json:
    kind, source = block.get("type"), block.get("source")
    if kind == "text":
        return {"type": "text", "text": block.get("text")}
    if kind not in ("image", "document") or not isinstance(source, dict):
        return None
    url = source.get("url")
    if source.get("type") == "base64":
        url = f"data:{source.get('media_type')};base64,{source.get('data')}"
    if kind == "image":
        return None if url is None else {"type": "image_url", "image_url": {"url": url}}
    return _document(block, source, url)


def _document(block: _Raw, source: _Raw, url: object) -> Json:
    """Return a document as a file or as text, or None if it is given by address: OpenAI does not fetch documents."""
    if source.get("type") == "text":
        return {"type": "text", "text": source.get("data")}
    file = {"filename": block["title"]} if isinstance(block.get("title"), str) else {}
    if source.get("type") == "base64":
        return {"type": "file", "file": named_file(block.get("title"), url)}
    return {"type": "file", "file": {**file, "file_id": source["file_id"]}} if "file_id" in source else None


EDGE = Edge("anthropic", "openai-chat", anthropic_to_openai_chat, "OpenAI's rules for tool messages and ids")
