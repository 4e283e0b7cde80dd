"""IContent → Anthropic Messages: results lead the next user turn, turns alternate, ids are in Anthropic's alphabet.

System contents at the beginning stand beside the messages; one in the middle keeps its place, which newer models
take. Thoughts without a signature and empty texts are passed on: the provider refuses them, and the checks say so.
Blocks kept for another provider and kinds that no one knows are dropped, which the trace shows.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.convert.contract import Converted, Edge
from workbench.convert.provider_ids import ANTHROPIC_IDS, ProviderIds
from workbench.convert.provider_metadata import is_inside, kept_for, restored
from workbench.convert.turns import Turn, count_leading, merged_turns
from workbench.jsontext import Json, compact
from workbench.media import media_type_of_base64, split_data_url

PROVIDER = "anthropic"
_ROLES = {"human": "user", "tool": "user", "ai": "assistant", "system": "system"}
_Raw = dict[str, Json]


def icontent_to_anthropic(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    ids = ProviderIds(_ids(contents), *ANTHROPIC_IDS)
    leading = count_leading(contents, "speaker", ("system",))
    for index in range(leading):
        for block in _blocks(contents[index], ids):
            yield Converted(block, (index,), "system")
    yield from merged_turns(_turns(contents, leading, ids), text_block)


def text_block(text: str) -> Json:
    return {"type": "text", "text": text}


def _ids(contents: Sequence[Json]) -> Iterator[Json]:
    for content in contents:
        blocks = content.get("blocks") if isinstance(content, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict):
                yield block.get("id") if block.get("type") == "tool_call" else block.get("callId")


def _turns(contents: Sequence[Json], start: int, ids: ProviderIds) -> Iterator[Turn]:
    for index in range(start, len(contents)):
        content = contents[index]
        if isinstance(content, dict):
            speaker = content.get("speaker")
            role = _ROLES.get(speaker, speaker) if isinstance(speaker, str) else speaker
            yield Turn(role, _blocks(content, ids), index)


def _blocks(content: _Raw, ids: ProviderIds) -> list[Json]:
    blocks = content.get("blocks")
    made: list[Json] = []
    response: _Raw | None = None
    result: _Raw = {}
    for block in blocks if isinstance(blocks, list) else ():
        new = _block(block, ids)
        if new is None:
            continue
        if response is not None and is_inside(block, response):
            _put_inside(result, new, response)
            continue
        made.append(new)
        if block["type"] == "tool_response":
            response, result = block, new
    return made


def _put_inside(result: _Raw, block: Json, response: _Raw) -> None:
    """Into the result, unless its content was kept as it was, with this block in it."""
    kept = kept_for(PROVIDER, response)
    if isinstance(kept, dict) and "content" in kept:
        return
    content = result.get("content")
    before = [] if content is None else [text_block(content)] if isinstance(content, str) else content
    result["content"] = [*before, block]


def _block(block: Json, ids: ProviderIds) -> Json:
    kind = block.get("type") if isinstance(block, dict) else None
    make = _KINDS.get(kind) if isinstance(kind, str) else None
    return make(block, ids) if make else None


def _text(block: _Raw, ids: ProviderIds) -> Json:
    return restored({"type": "text", "text": block.get("text")}, PROVIDER, block)


def _code(block: _Raw, ids: ProviderIds) -> Json:
    return text_block(f"```{block.get('language') or ''}\n{block.get('code')}\n```")


def _call(block: _Raw, ids: ProviderIds) -> Json:
    """A call without parameters has none: `{}`. Parameters that are no object are passed on for the provider to see."""
    parameters = block.get("parameters")
    call = {
        "type": "tool_use",
        "id": ids(block.get("id")),
        "name": block.get("name"),
        "input": {} if parameters is None else parameters,
    }
    return restored(call, PROVIDER, block)


def _response(block: _Raw, ids: ProviderIds) -> Json:
    result: _Raw = {"type": "tool_result", "tool_use_id": ids(block.get("callId"))}
    content = _result_content(block.get("result"), block.get("error"))
    if content is not None:
        result["content"] = content
    if block.get("status") == "error" or block.get("error") is not None:
        result["is_error"] = True
    elif block.get("status") == "success":
        result["is_error"] = False
    return restored(result, PROVIDER, block)


def _result_content(result: Json, error: Json) -> Json:
    """Text as it is, data as JSON; the words of an error follow what the tool returned."""
    content = result if result is None or isinstance(result, str) else compact(result)
    if not isinstance(error, str) or error == content:
        return content
    return [text_block(content), text_block(error)] if content else error


def _thinking(block: _Raw, ids: ProviderIds) -> Json:
    thinking = {"type": "thinking", "thinking": block.get("thought")}
    if "signature" in block:
        thinking["signature"] = block["signature"]
    return restored(thinking, PROVIDER, block)


def _image(block: _Raw, ids: ProviderIds) -> Json:
    return restored({"type": "image", "source": image_source(block.get("data"))}, PROVIDER, block)


def image_source(url: Json) -> Json:
    """A data URL's bytes, bare base64 that shows what it is, or else an address for the provider to fetch or refuse."""
    parts = split_data_url(url)
    if parts and parts.base64:
        return {"type": "base64", "media_type": parts.media_type, "data": parts.data}
    if media_type := media_type_of_base64(url):
        return {"type": "base64", "media_type": media_type, "data": url}
    return {"type": "url", "url": url}


def _media(block: _Raw, ids: ProviderIds) -> Json:
    media_type, data = block.get("mimeType"), block.get("data")
    if data == "" and block.get("encoding") == "url":  # a part of another provider, put aside
        return None
    kind = "image" if isinstance(media_type, str) and media_type.startswith("image/") else "document"
    if block.get("encoding") == "url":
        source = image_source(data)
    elif media_type == "text/plain" and isinstance(text := _decoded(data), str):
        source = {"type": "text", "media_type": media_type, "data": text}
    else:
        source = {"type": "base64", "media_type": media_type, "data": data}
    made = {"type": kind, "source": source}
    if kind == "document" and "filename" in block:
        made["title"] = block["filename"]
    return restored(made, PROVIDER, block)


def _decoded(data: Json) -> str | None:
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, ValueError, TypeError):
        return None


def _provider(block: _Raw, ids: ProviderIds) -> Json:
    return kept_for(PROVIDER, block)


_KINDS: Mapping[str, Callable[[_Raw, ProviderIds], Json]] = {
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
    "icontent", "anthropic", icontent_to_anthropic, "Anthropic's rules of turns and ids; the way back of its own"
)
