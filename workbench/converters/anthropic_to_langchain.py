"""Anthropic → LangChain, as its integration does it: an answer keeps its blocks and repeats its calls in `tool_calls`.

Each result becomes a separate message, before the user's other content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json, JsonObject

_Raw = JsonObject


def anthropic_to_langchain(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if system := settings.get("system"):
        yield Converted({"type": "system", "content": system}, ())
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, content = message.get("role"), message.get("content")
        if role == "assistant":
            yield Converted(_answer(content), (index,))
        elif role == "user":
            for converted in _user(content):
                yield Converted(converted, (index,))
        else:
            kind: _Raw = {"type": "system"} if role == "system" else {"type": "chat", "role": role}
            yield Converted({**kind, "content": content}, (index,))


def _answer(content: object) -> Json:
    blocks = content if isinstance(content, list) else []
    calls = [
        {"name": block.get("name"), "args": block.get("input"), "id": block.get("id"), "type": "tool_call"}
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "tool_use"
    ]
    message: _Raw = {"type": "ai", "content": content}
    return {**message, "tool_calls": calls} if calls else message


def _user(content: object) -> Iterator[Json]:
    if not isinstance(content, list):
        yield {"type": "human", "content": content}
        return
    other_blocks: list[Json] = []
    for block in content:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            yield _result(block)
        else:
            other_blocks.append(block)
    if other_blocks or not content:
        yield {"type": "human", "content": other_blocks}


def _result(block: _Raw) -> Json:
    content = block.get("content")
    status = {"status": "error"} if block.get("is_error") is True else {}
    return {
        "type": "tool",
        "content": "" if content is None else content,
        "tool_call_id": block.get("tool_use_id"),
        **status,
    }


EDGE = Edge("anthropic", "langchain", anthropic_to_langchain, "what LangChain's Anthropic integration reads")
