"""Anthropic Messages → IContent, with nothing left behind: what IContent has no word for is kept for the way back.

Ids stay as they are, so that none collide. A user turn that holds results and something else becomes two contents,
because in IContent a tool's response stands alone. What a response says about its message (id, usage, stop reason)
goes into the metadata; no request may repeat it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from workbench.convert.contract import Converted, Edge
from workbench.convert.provider_metadata import inside_of, is_result, kept_whole, with_other_fields
from workbench.jsontext import Json
from workbench.media import split_data_url

PROVIDER = "anthropic"
_SPEAKERS = {"user": "human", "assistant": "ai", "system": "system"}
_RESPONSE_FACTS = {"id": "responseId", "model": "model", "stop_reason": "finishReason"}
_MESSAGE = frozenset({"role", "content"})
_TEXT = frozenset({"type", "text"})
_CALL = frozenset({"type", "id", "name", "input"})
_RESULT = frozenset({"type", "tool_use_id", "content", "is_error"})
_THINKING = frozenset({"type", "thinking", "signature"})
_Names = dict[str, Json]
_Raw = dict[str, Json]


def anthropic_to_icontent(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    names: _Names = {}
    if blocks := _blocks(settings.get("system"), names):
        yield Converted({"speaker": "system", "blocks": blocks}, ())
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for content in _contents(message, names):
                yield Converted(content, (index,))


def _contents(message: _Raw, names: _Names) -> list[Json]:
    role, blocks = message.get("role"), _blocks(message.get("content"), names)
    speaker = _SPEAKERS.get(role, role) if isinstance(role, str) else role
    if role != "user":
        contents = [{"speaker": speaker, "blocks": blocks}]
    elif len(blocks) == 1:
        contents = [{"speaker": "tool" if is_result(blocks[0]) else "human", "blocks": blocks}]
    else:
        runs = groupby(blocks, key=lambda block: "tool" if is_result(block) else "human")
        contents = [{"speaker": who, "blocks": list(run)} for who, run in runs] or [{"speaker": "human", "blocks": []}]
    if not message.keys() <= _MESSAGE:
        contents[0]["metadata"] = _metadata(message)
    return contents


def _metadata(message: _Raw) -> _Raw:
    said = {key: value for key, value in message.items() if key not in ("role", "content")}
    usage = said.pop("usage", None)
    metadata: _Raw = {name: said.pop(key) for key, name in _RESPONSE_FACTS.items() if said.get(key) is not None}
    if isinstance(usage, dict):
        metadata["usage"] = {"inputTokens": usage.get("input_tokens"), "outputTokens": usage.get("output_tokens")}
        usage = {key: value for key, value in usage.items() if key not in ("input_tokens", "output_tokens")}
    if usage:
        said["usage"] = usage
    return {**metadata, "providerMetadata": {PROVIDER: said}} if said else metadata


def _blocks(content: Json, names: _Names) -> list[_Raw]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return [] if content is None else [kept_whole(PROVIDER, content)]
    blocks: list[_Raw] = []
    for raw in content:
        kind = raw.get("type") if isinstance(raw, dict) else None
        if kind == "tool_result":
            blocks.extend(_result(raw, names))
        else:
            make = _KINDS.get(kind) if isinstance(kind, str) else None
            blocks.append((make(raw, names) if make else None) or kept_whole(PROVIDER, raw))
    return blocks


def _text(raw: _Raw, names: _Names) -> _Raw | None:
    if not isinstance(text := raw.get("text"), str):
        return None
    return with_other_fields({"type": "text", "text": text}, PROVIDER, raw, _TEXT)


def _call(raw: _Raw, names: _Names) -> _Raw:
    call = {"type": "tool_call", "id": raw.get("id"), "name": raw.get("name"), "parameters": raw.get("input")}
    if isinstance(call["id"], str):
        names[call["id"]] = call["name"]
    return with_other_fields(call, PROVIDER, raw, _CALL)


def _result(raw: _Raw, names: _Names) -> list[_Raw]:
    """The response with the texts of the result, then its other blocks. A text between two others would not find its
    place again, so such a content is kept as it was as well."""
    call_id, content = raw.get("tool_use_id"), raw.get("content")
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    inside = [_part_of_result(part) for part in content] if isinstance(content, list) else []
    texts = [block for block in inside if block["type"] == "text"]
    others = [block for block in inside if block["type"] != "text"]
    if inside:
        response["result"] = "\n".join(block["text"] for block in texts) if texts else None
        comes_back = not texts or (len(texts) == 1 and inside[0] is texts[0] and len(texts[0]) == 2)
    else:
        response["result"] = content
        comes_back = content is None or isinstance(content, str)
    if "is_error" in raw:
        response["status"] = "error" if raw["is_error"] else "success"
    with_other_fields(response, PROVIDER, raw, _RESULT if comes_back else _RESULT - {"content"})
    return [response, *(inside_of(call_id, block) for block in others)]


def _part_of_result(raw: Json) -> _Raw:
    """Results hold no calls and no results, so hostile nesting ends here."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    make = _KINDS.get(kind) if kind in ("text", "image", "document") else None
    return (make(raw, {}) if make else None) or kept_whole(PROVIDER, raw)


def _thinking(raw: _Raw, names: _Names) -> _Raw | None:
    if not isinstance(thought := raw.get("thinking"), str):
        return None
    block = {"type": "thinking", "thought": thought}
    if "signature" in raw:
        block["signature"] = raw["signature"]
    return with_other_fields(block, PROVIDER, raw, _THINKING)


def _image(raw: _Raw, names: _Names) -> _Raw | None:
    """As a data URL or a web address, the two forms that every other edge understands."""
    source = raw.get("source")
    if not isinstance(source, dict):
        return None
    url = source.get("url") if source.keys() == {"type", "url"} else _data_url(source)
    if not isinstance(url, str) or (source["type"] == "url" and not url.startswith(("http://", "https://"))):
        return None
    return with_other_fields({"type": "image", "data": url}, PROVIDER, raw, {"type", "source"})


def _data_url(source: _Raw) -> str | None:
    if source.get("type") != "base64" or source.keys() != {"type", "media_type", "data"}:
        return None
    media_type, data = source["media_type"], source["data"]
    if not isinstance(media_type, str) or not isinstance(data, str):
        return None
    head = split_data_url(f"data:{media_type};base64,")
    return f"data:{media_type};base64,{data}" if head and head.media_type == media_type and head.base64 else None


def _document(raw: _Raw, names: _Names) -> _Raw | None:
    source, title = raw.get("source"), raw.get("title")
    medium = _medium(source) if isinstance(source, dict) else None
    if medium is None:
        return None
    if isinstance(title, str):
        medium["filename"] = title
        return with_other_fields(medium, PROVIDER, raw, {"type", "source", "title"})
    return with_other_fields(medium, PROVIDER, raw, {"type", "source"})


def _medium(source: _Raw) -> _Raw | None:
    kind, data, media_type = source.get("type"), source.get("data"), source.get("media_type")
    if kind == "url" and source.keys() == {"type", "url"} and isinstance(source["url"], str):
        return {"type": "media", "mimeType": "application/pdf", "data": source["url"], "encoding": "url"}
    if source.keys() != {"type", "media_type", "data"} or not isinstance(data, str):
        return None
    if kind == "base64" and isinstance(media_type, str) and media_type != "text/plain":
        return {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64"}
    if kind == "text" and media_type == "text/plain" and (encoded := _encoded(data)) is not None:
        return {"type": "media", "mimeType": media_type, "data": encoded, "encoding": "base64"}
    return None


def _encoded(text: str) -> str | None:
    try:
        return base64.b64encode(text.encode()).decode()
    except UnicodeEncodeError:  # half a character has no bytes
        return None


_KINDS: Mapping[str, Callable[[_Raw, _Names], _Raw | None]] = {
    "text": _text,
    "tool_use": _call,
    "thinking": _thinking,
    "image": _image,
    "document": _document,
}

EDGE = Edge(
    "anthropic", "icontent", anthropic_to_icontent, "Anthropic's blocks by kind; what has no word is kept whole"
)
