"""IContent → Bedrock Converse: all results of a turn in one user message, turns alternate, ids in Bedrock's alphabet.

An object that a tool returned is sent as JSON, everything else as text. Converse accepts media only as bytes, so an
image given by web address is dropped, as are blocks of another provider; the trace shows both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.bedrock_media import image_block, media_block
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import (
    BlockConverters,
    blocks_by_kind,
    contents_to_turns,
    fenced,
    parameters_as_object,
)
from workbench.converters.provider_ids import BEDROCK_IDS, ProviderIds
from workbench.converters.provider_metadata import stored_for
from workbench.json.text import Json, JsonObject, compact

PROVIDER = "bedrock"
_Raw = JsonObject


def icontent_to_bedrock_converse(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    return contents_to_turns(contents, BEDROCK_IDS, _blocks, text_block)


def text_block(text: object) -> Json:
    return {"text": text}


def _blocks(blocks: list[Json], ids: ProviderIds) -> list[Json]:
    return blocks_by_kind(blocks, ids, _BLOCK_CONVERTERS, _put_inside)


def _put_inside(result: Any, block: Json, response: _Raw) -> None:
    """Add a block to the result, unless the result's original content was stored, which already contains it."""
    if not isinstance(stored_for(PROVIDER, response), list):
        result["toolResult"]["content"].append(block)


def _text(block: _Raw, ids: ProviderIds) -> Json:
    return text_block(block.get("text"))


def _code(block: _Raw, ids: ProviderIds) -> Json:
    return text_block(fenced(block))


def _call(block: _Raw, ids: ProviderIds) -> Json:
    use = {"toolUseId": ids(block.get("id")), "name": block.get("name"), "input": parameters_as_object(block)}
    return {"toolUse": use}


def _response(block: _Raw, ids: ProviderIds) -> Json:
    """Return the result of a tool, followed by the error text."""
    kept, error = stored_for(PROVIDER, block), block.get("error")
    content = list(kept) if isinstance(kept, list) else _result_content(block.get("result"))
    if isinstance(error, str) and {"text": error} not in content:
        content.append({"text": error})
    result: _Raw = {"toolUseId": ids(block.get("callId")), "content": content}
    if error is not None:
        result["status"] = "error"
    elif block.get("status") in ("error", "success"):
        result["status"] = block["status"]
    return {"toolResult": result}


def _result_content(result: object) -> list[Json]:
    """Return the content of a result. An empty result has no content, because Converse refuses an empty text."""
    if result is None or result == "":
        return []
    if isinstance(result, dict):
        return [{"json": result}]
    return [{"text": result if isinstance(result, str) else compact(result)}]


def _thinking(block: _Raw, ids: ProviderIds) -> Json:
    reasoning = {"text": block.get("thought")}
    if "signature" in block:
        reasoning["signature"] = block["signature"]
    return {"reasoningContent": {"reasoningText": reasoning}}


def _image(block: _Raw, ids: ProviderIds) -> Json:
    return image_block(block.get("data"))


def _media(block: _Raw, ids: ProviderIds) -> Json:
    return media_block(block)


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

EDGE = Edge("icontent", "bedrock-converse", icontent_to_bedrock_converse, "Converse's rules for turns, results and ids")
