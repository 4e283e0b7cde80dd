"""Bedrock Converse → IContent without loss: whatever IContent cannot represent is stored for the way back.

Ids stay unchanged. Tools that the service runs itself (`type` on their blocks) are kept whole, because for other
providers they are neither calls nor results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.converters.bedrock_media import image_url, media_of
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import Names, turns_to_contents
from workbench.converters.provider_metadata import inside_of, provider_block
from workbench.converters.response_facts import FactNames
from workbench.json.text import Json, JsonObject, compact

PROVIDER = "bedrock"
_FACTS = FactNames(PROVIDER, {"stopReason": "finishReason"}, "usage", "inputTokens", "outputTokens")
_CALL_KEYS = frozenset({"toolUseId", "name", "input"})
_RESULT_KEYS = frozenset({"toolUseId", "content", "status"})
_REASONING_KEYS = frozenset({"text", "signature"})
_Raw = JsonObject


def bedrock_converse_to_icontent(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    return turns_to_contents(messages, settings, _blocks, _FACTS)


def _blocks(content: list[Json], names: Names) -> list[_Raw]:
    blocks: list[_Raw] = []
    for raw in content:
        result = raw.get("toolResult") if isinstance(raw, dict) and len(raw) == 1 else None
        responses = _result(result, names) if isinstance(result, dict) else []
        blocks.extend(responses or [_block(raw, names)])
    return blocks


def _block(raw: object, names: Names) -> _Raw:
    """Convert a block. Its only key is its kind; a block with more keys is unknown and kept whole."""
    if isinstance(raw, dict) and len(raw) == 1:
        ((kind, inner),) = raw.items()
        if kind == "text" and isinstance(inner, str):
            return {"type": "text", "text": inner}
        convert = _BLOCK_CONVERTERS.get(kind)
        if convert and isinstance(inner, dict) and (block := convert(kind, inner, names)):
            return block
    return provider_block(PROVIDER, raw)


def _call(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    if inner.keys() != _CALL_KEYS:
        return None
    if isinstance(inner["toolUseId"], str):
        names[inner["toolUseId"]] = inner["name"]
    return {"type": "tool_call", "id": inner["toolUseId"], "name": inner["name"], "parameters": inner["input"]}


def _result(inner: _Raw, names: Names) -> list[_Raw]:
    """Return the response with its texts and data, followed by its other blocks.

    Nothing is returned for results of tools that the service ran. The original position of several texts, or of one
    after an image, would be lost, and an empty text would be left out on the way back, so that content is stored too.
    """
    call_id, content = inner.get("toolUseId"), inner.get("content")
    if not inner.keys() <= _RESULT_KEYS or not isinstance(content, list):
        return []
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    values = [value for part in content if (value := _value(part)) is not None]
    if not values or (len(values) == 1 and values[0] != "" and _value(content[0]) is not None):
        response["result"] = values[0] if values else None
    else:
        response["result"] = "\n".join(value if isinstance(value, str) else compact(value) for value in values)
        response["providerMetadata"] = {PROVIDER: content}
    if "status" in inner:
        response["status"] = inner["status"]
    return [response, *(inside_of(call_id, _block(part, {})) for part in content if _value(part) is None)]


def _value(part: object) -> Json:
    """Return the text or object of one part of a result, or None if it is something else."""
    if not isinstance(part, dict) or len(part) != 1:
        return None
    if isinstance(part.get("json"), dict):
        return part["json"]
    return part["text"] if isinstance(part.get("text"), str) else None


def _reasoning(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    reasoning = inner.get("reasoningText")
    if len(inner) != 1 or not isinstance(reasoning, dict) or not isinstance(reasoning.get("text"), str):
        return None
    if not reasoning.keys() <= _REASONING_KEYS:
        return None
    block = {"type": "thinking", "thought": reasoning["text"]}
    return {**block, "signature": reasoning["signature"]} if "signature" in reasoning else block


def _image(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    url = image_url(inner)
    return None if url is None else {"type": "image", "data": url}


def _medium(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    return media_of(kind, inner)


_BLOCK_CONVERTERS: Mapping[str, Callable[[str, _Raw, Names], _Raw | None]] = {
    "toolUse": _call,
    "reasoningContent": _reasoning,
    "image": _image,
    "document": _medium,
    "video": _medium,
    "audio": _medium,
}

EDGE = Edge(
    "bedrock-converse",
    "icontent",
    bedrock_converse_to_icontent,
    "Converse's blocks by kind; unknown ones are kept whole",
)
