"""Bedrock Converse → IContent, with nothing left behind: what IContent has no word for is kept for the way back.

Ids stay as they are. Tools that the service runs itself (`type` on their blocks) are kept whole: to anyone else they
are neither calls nor results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.converters.bedrock_media import image_url, media_of
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import Names, turns_to_contents
from workbench.converters.provider_metadata import inside_of, kept_whole
from workbench.converters.response_facts import FactNames
from workbench.json.text import Json, compact

PROVIDER = "bedrock"
_FACTS = FactNames(PROVIDER, {"stopReason": "finishReason"}, "usage", "inputTokens", "outputTokens")
_CALL = frozenset({"toolUseId", "name", "input"})
_RESULT = frozenset({"toolUseId", "content", "status"})
_REASONING = frozenset({"text", "signature"})
_Raw = dict[str, Json]


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
    """A block has one key, which is its kind; one with more is no block that the service knows, and is kept whole."""
    if isinstance(raw, dict) and len(raw) == 1:
        ((kind, inner),) = raw.items()
        if kind == "text" and isinstance(inner, str):
            return {"type": "text", "text": inner}
        make = _KINDS.get(kind)
        if make and isinstance(inner, dict) and (made := make(kind, inner, names)):
            return made
    return kept_whole(PROVIDER, raw)


def _call(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    if inner.keys() != _CALL:
        return None
    if isinstance(inner["toolUseId"], str):
        names[inner["toolUseId"]] = inner["name"]
    return {"type": "tool_call", "id": inner["toolUseId"], "name": inner["name"], "parameters": inner["input"]}


def _result(inner: _Raw, names: Names) -> list[_Raw]:
    """The response with its texts and data, then its other blocks; nothing if it is no result of the client's tools.

    Several texts, or one after an image, would not find their place again: such a content is kept as well.
    """
    call_id, content = inner.get("toolUseId"), inner.get("content")
    if not inner.keys() <= _RESULT or not isinstance(content, list):
        return []
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    values = [value for part in content if (value := _value(part)) is not None]
    if not values or (len(values) == 1 and _value(content[0]) is not None):
        response["result"] = values[0] if values else None
    else:
        response["result"] = "\n".join(value if isinstance(value, str) else compact(value) for value in values)
        response["providerMetadata"] = {PROVIDER: content}
    if "status" in inner:
        response["status"] = inner["status"]
    return [response, *(inside_of(call_id, _block(part, {})) for part in content if _value(part) is None)]


def _value(part: object) -> Json:
    """The text or the object that one part of a result is; None if it is something else."""
    if not isinstance(part, dict) or len(part) != 1:
        return None
    if isinstance(part.get("json"), dict):
        return part["json"]
    return part["text"] if isinstance(part.get("text"), str) else None


def _reasoning(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    reasoning = inner.get("reasoningText")
    if len(inner) != 1 or not isinstance(reasoning, dict) or not isinstance(reasoning.get("text"), str):
        return None
    if not reasoning.keys() <= _REASONING:
        return None
    block = {"type": "thinking", "thought": reasoning["text"]}
    return {**block, "signature": reasoning["signature"]} if "signature" in reasoning else block


def _image(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    url = image_url(inner)
    return None if url is None else {"type": "image", "data": url}


def _medium(kind: str, inner: _Raw, names: Names) -> _Raw | None:
    return media_of(kind, inner)


_KINDS: Mapping[str, Callable[[str, _Raw, Names], _Raw | None]] = {
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
    "Converse's blocks by kind; what has no word is kept whole",
)
