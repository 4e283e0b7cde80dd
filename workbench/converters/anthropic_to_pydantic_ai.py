"""Anthropic → pydantic-ai, as its `AnthropicModel` reads an answer: thoughts keep their signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.anthropic_sources import image_url
from workbench.converters.contract import Converted, Edge
from workbench.converters.turns_to_pydantic_ai import Piece, image_item, merged_messages, prompt, tool_return
from workbench.json.text import Json, JsonObject

_Raw = JsonObject
_SIGNED_BY: _Raw = {"provider_name": "anthropic"}


def anthropic_to_pydantic_ai(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    yield from merged_messages(_pieces(messages, settings))


def _pieces(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Piece]:
    names: dict[str, Json] = {}
    for block in _blocks(settings.get("system")):
        yield Piece("request", [{"content": block.get("text"), "part_kind": "system-prompt"}], ())
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        blocks = _blocks(message.get("content"))
        if message.get("role") == "assistant":
            parts = [part for block in blocks if (part := _response_part(block, names)) is not None]
            yield Piece("response", parts, (index,))
        elif message.get("role") == "system":
            texts = [{"content": block.get("text"), "part_kind": "system-prompt"} for block in blocks]
            yield Piece("request", texts, (index,))
        else:
            yield Piece("request", list(_request_parts(blocks, names)), (index,))


def _blocks(content: object) -> list[_Raw]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _response_part(block: _Raw, names: dict[str, Json]) -> Json | None:
    kind = block.get("type")
    if kind == "text":
        return {"content": block.get("text"), "part_kind": "text"}
    if kind == "thinking":
        signature_fields = {"signature": block["signature"], **_SIGNED_BY} if "signature" in block else {}
        return {"content": block.get("thinking"), **signature_fields, "part_kind": "thinking"}
    if kind == "redacted_thinking":
        return {
            "content": "", "id": kind, "signature": block.get("data"), **_SIGNED_BY, "part_kind": "thinking",
        }  # fmt: skip
    if kind == "tool_use":
        if isinstance(block.get("id"), str):
            names[block["id"]] = block.get("name")
        call = {"tool_name": block.get("name"), "args": block.get("input"), "tool_call_id": block.get("id")}
        return {**call, "part_kind": "tool-call"}
    return None


def _request_parts(blocks: list[_Raw], names: Mapping[str, Json]) -> Iterator[Json]:
    items: list[Json] = []
    for block in blocks:
        if block.get("type") == "tool_result":
            failed = block.get("is_error") is True
            yield tool_return(block.get("tool_use_id"), _content(block.get("content")), names, failed)
        elif block.get("type") == "text":
            items.append(block.get("text"))
        elif block.get("type") == "image" and (url := image_url(block.get("source"))) is not None:
            items.append(image_item(url))
    if items:
        yield prompt(items)


def _content(content: object) -> Json:
    blocks = _blocks(content)
    if isinstance(content, list) and blocks and all(block.get("type") == "text" for block in blocks):
        return "\n".join(block["text"] for block in blocks if isinstance(block.get("text"), str))
    return "" if content is None else content


EDGE = Edge("anthropic", "pydantic-ai", anthropic_to_pydantic_ai, "what pydantic-ai's Anthropic model reads")
