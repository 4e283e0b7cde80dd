"""Anthropic Messages → IContent without loss: whatever IContent cannot represent is stored for the way back.

Ids stay unchanged, so none collide. The tool name of a result is looked up in its call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.anthropic_sources import document_media, image_url
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import Names, turns_to_contents
from workbench.converters.provider_metadata import inside_of, provider_block, with_other_fields
from workbench.converters.response_facts import FactNames
from workbench.json.text import Json, JsonObject

PROVIDER = "anthropic"
_FACTS = FactNames(
    PROVIDER,
    {"id": "responseId", "model": "model", "stop_reason": "finishReason"},
    "usage",
    "input_tokens",
    "output_tokens",
)
_TEXT_KEYS = frozenset({"type", "text"})
_CALL_KEYS = frozenset({"type", "id", "name", "input"})
_RESULT_KEYS = frozenset({"type", "tool_use_id", "content", "is_error"})
_THINKING_KEYS = frozenset({"type", "thinking", "signature"})
_SOURCE_KEYS = frozenset({"type", "source"})
_Raw = JsonObject


def anthropic_to_icontent(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    return turns_to_contents(messages, settings, _blocks, _FACTS)


def _blocks(content: list[Json], names: Names) -> list[_Raw]:
    blocks: list[_Raw] = []
    for raw in content:
        if isinstance(raw, dict) and raw.get("type") == "tool_result":
            blocks.extend(_result(raw, names))
        else:
            blocks.append(_block(raw, names))
    return _mark_texts_after_calls(blocks)


def _mark_texts_after_calls(blocks: list[_Raw]) -> list[_Raw]:
    """Mark text after a call as Anthropic's own; unmarked text is moved before the calls on the way to Anthropic."""
    after_call = False
    for block in blocks:
        after_call = after_call or block["type"] == "tool_call"
        if after_call and block["type"] == "text":
            block.setdefault("providerMetadata", {PROVIDER: {}})
    return blocks


def _block(raw: Any, names: Names) -> _Raw:
    kind = raw.get("type") if isinstance(raw, dict) else None
    convert = _BLOCK_CONVERTERS.get(kind) if isinstance(kind, str) else None
    return (convert(raw, names) if convert else None) or provider_block(PROVIDER, raw)


def _text(raw: _Raw, names: Names) -> _Raw | None:
    if not isinstance(text := raw.get("text"), str):
        return None
    return with_other_fields({"type": "text", "text": text}, PROVIDER, raw, _TEXT_KEYS)


def _call(raw: _Raw, names: Names) -> _Raw:
    call = {"type": "tool_call", "id": raw.get("id"), "name": raw.get("name"), "parameters": raw.get("input")}
    if isinstance(call["id"], str):
        names[call["id"]] = call["name"]
    return with_other_fields(call, PROVIDER, raw, _CALL_KEYS)


def _result(raw: _Raw, names: Names) -> list[_Raw]:
    """Return the response with the texts of the result, followed by its other blocks.

    The original position of several texts, or of one after an image, would be lost, so that content is stored too.
    """
    call_id, content = raw.get("tool_use_id"), raw.get("content")
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    # A result contains neither calls nor results. `_block` creates no results, so hostile nesting ends here.
    inside = [_block(part, {}) for part in content] if isinstance(content, list) else []
    others = [block for block in inside if block["type"] != "text"]
    if inside:
        texts = [block for block in inside if block["type"] == "text"]
        response["result"] = "\n".join(block["text"] for block in texts) if texts else None
        is_reversible = not texts or (len(texts) == 1 and inside[0] is texts[0] and len(texts[0]) == 2)
    else:
        response["result"] = content
        is_reversible = content is None or isinstance(content, str)
    if "is_error" in raw:
        response["status"] = "error" if raw["is_error"] else "success"
    with_other_fields(response, PROVIDER, raw, _RESULT_KEYS if is_reversible else _RESULT_KEYS - {"content"})
    return [response, *(inside_of(call_id, block) for block in others)]


def _thinking(raw: _Raw, names: Names) -> _Raw | None:
    if not isinstance(thought := raw.get("thinking"), str):
        return None
    block: _Raw = {"type": "thinking", "thought": thought}
    if "signature" in raw:
        block["signature"] = raw["signature"]
    else:
        block["providerMetadata"] = {PROVIDER: {}}  # marks it as Anthropic's, so it goes back without a signature
    return with_other_fields(block, PROVIDER, raw, _THINKING_KEYS)


def _image(raw: _Raw, names: Names) -> _Raw | None:
    url = image_url(raw.get("source"))
    return None if url is None else with_other_fields({"type": "image", "data": url}, PROVIDER, raw, _SOURCE_KEYS)


def _document(raw: _Raw, names: Names) -> _Raw | None:
    media, title = document_media(raw.get("source")), raw.get("title")
    if media is None:
        return None
    if isinstance(title, str):
        media["filename"] = title
    return with_other_fields(media, PROVIDER, raw, _SOURCE_KEYS | {"title"} if isinstance(title, str) else _SOURCE_KEYS)


_BLOCK_CONVERTERS: Mapping[str, Callable[[_Raw, Names], _Raw | None]] = {
    "text": _text,
    "tool_use": _call,
    "thinking": _thinking,
    "image": _image,
    "document": _document,
}

EDGE = Edge("anthropic", "icontent", anthropic_to_icontent, "Anthropic's blocks by kind; unknown ones are kept whole")
