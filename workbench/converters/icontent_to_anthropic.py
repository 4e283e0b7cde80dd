"""IContent → Anthropic Messages: results start the next user turn, turns alternate, ids are in Anthropic's alphabet.

A system content in the middle keeps its position, which newer models accept. Calls are the last blocks of their turn,
because text after them is refused. Empty texts and parameters that are not objects stay: the provider refuses them,
and the checks report it. A thought without a signature that Anthropic accepts is dropped, as are blocks of another
provider and of unknown kinds; the trace shows each of these losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.anthropic_sources import image_source, media_block
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import (
    BlockConverters,
    blocks_by_kind,
    contents_to_turns,
    fenced,
    parameters_as_object,
)
from workbench.converters.provider_ids import ANTHROPIC_IDS, ProviderIds
from workbench.converters.provider_metadata import stored_for, with_stored_fields
from workbench.json.text import Json, JsonObject, compact

PROVIDER = "anthropic"
_Raw = JsonObject


def icontent_to_anthropic(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    return contents_to_turns(contents, ANTHROPIC_IDS, _blocks, text_block)


def text_block(text: object) -> Any:
    return {"type": "text", "text": text}


def _blocks(blocks: list[Json], ids: ProviderIds) -> list[Json]:
    return blocks_by_kind(_calls_last(blocks), ids, _BLOCK_CONVERTERS, _put_inside)


def _calls_last(blocks: list[Any]) -> list[Json]:
    """Move calls to the end if text that is not Anthropic's own follows one.

    Otherwise nothing moves, because signed thoughts and calls should keep their order.
    """
    kinds = [block.get("type") if isinstance(block, dict) else None for block in blocks]
    after_call = range(kinds.index("tool_call"), len(kinds)) if "tool_call" in kinds else ()
    if not any(kinds[at] == "text" and stored_for(PROVIDER, blocks[at]) is None for at in after_call):
        return blocks
    return sorted(blocks, key=lambda block: isinstance(block, dict) and block.get("type") == "tool_call")


def _put_inside(result: Any, block: Json, response: _Raw) -> None:
    """Add a block to the result, unless the result's original content was stored, which already contains it."""
    kept = stored_for(PROVIDER, response)
    if isinstance(kept, dict) and "content" in kept:
        return
    content = result.get("content")
    before = [] if content is None else [text_block(content)] if isinstance(content, str) else content
    result["content"] = [*before, block]


def _text(block: _Raw, ids: ProviderIds) -> Json:
    return with_stored_fields(text_block(block.get("text")), PROVIDER, block)


def _code(block: _Raw, ids: ProviderIds) -> Json:
    return text_block(fenced(block))


def _call(block: _Raw, ids: ProviderIds) -> Json:
    call = {
        "type": "tool_use",
        "id": ids(block.get("id")),
        "name": block.get("name"),
        "input": parameters_as_object(block),
    }
    return with_stored_fields(call, PROVIDER, block)


def _response(block: _Raw, ids: ProviderIds) -> Json:
    result: _Raw = {"type": "tool_result", "tool_use_id": ids(block.get("callId"))}
    content = _result_content(block.get("result"), block.get("error"))
    if content is not None:
        result["content"] = content
    if block.get("status") == "error" or block.get("error") is not None:
        result["is_error"] = True
    elif block.get("status") == "success":
        result["is_error"] = False
    return with_stored_fields(result, PROVIDER, block)


def _result_content(result: object, error: object) -> Json:
    """Return text unchanged and data as JSON, followed by the error text."""
    content = result if result is None or isinstance(result, str) else compact(result)
    if not isinstance(error, str) or error == content:
        return content
    return [text_block(content), text_block(error)] if content else error


def _thinking(block: _Raw, ids: ProviderIds) -> Json:
    if "signature" not in block and stored_for(PROVIDER, block) is None:
        return None
    thinking = {"type": "thinking", "thinking": block.get("thought")}
    if "signature" in block:
        thinking["signature"] = block["signature"]
    return with_stored_fields(thinking, PROVIDER, block)


def _image(block: _Raw, ids: ProviderIds) -> Json:
    return with_stored_fields({"type": "image", "source": image_source(block.get("data"))}, PROVIDER, block)


def _media(block: _Raw, ids: ProviderIds) -> Json:
    converted = media_block(block)
    if converted is None:
        return None
    if converted["type"] == "document" and "filename" in block:
        converted["title"] = block["filename"]
    return with_stored_fields(converted, PROVIDER, block)


def _provider(block: _Raw, ids: ProviderIds) -> Json:
    return stored_for(PROVIDER, block)


_BLOCK_CONVERTERS: BlockConverters = {
    "text": _text,
    "code": _code,
    "tool_call": _call,
    "tool_response": _response,
    "thinking": _thinking,
    "image": _image,
    "media": _media,
    "provider": _provider,
}

EDGE = Edge(
    "icontent", "anthropic", icontent_to_anthropic, "Anthropic's rules for turns and ids; stored fields go back"
)
