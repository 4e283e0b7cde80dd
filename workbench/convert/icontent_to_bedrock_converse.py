"""IContent → Bedrock Converse: all results of a turn in one user message, turns alternate, ids in Bedrock's alphabet.

An object that a tool returned is sent as JSON, everything else as text. Converse takes media as bytes or from S3 but
fetches no web address: such an image is dropped, which the trace shows, as are blocks kept for another provider.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.convert.bedrock_converse_to_icontent import MEDIA_TYPES
from workbench.convert.contract import Converted, Edge
from workbench.convert.provider_ids import BEDROCK_IDS, ProviderIds
from workbench.convert.provider_metadata import is_inside, kept_for
from workbench.convert.turns import Turn, count_leading, merged_turns
from workbench.jsontext import Json, compact
from workbench.media import media_type_of_base64, split_data_url

PROVIDER = "bedrock"
_ROLES = {"human": "user", "tool": "user", "ai": "assistant", "system": "system"}
_FORMATS = {media: (kind, form) for kind, forms in MEDIA_TYPES.items() for form, media in forms.items()}
_NOT_IN_A_NAME = re.compile(r"[^\w\s\-()\[\]]|_", re.ASCII)
_Raw = dict[str, Json]


def icontent_to_bedrock_converse(contents: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    ids = ProviderIds(_ids(contents), *BEDROCK_IDS)
    leading = count_leading(contents, "speaker", ("system",))
    for index in range(leading):
        for block in _blocks(contents[index], ids):
            yield Converted(block, (index,), "system")
    yield from merged_turns(_turns(contents, leading, ids), text_block)


def text_block(text: str) -> Json:
    return {"text": text}


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
            if not isinstance(kept_for(PROVIDER, response), list):  # else it is in the content that was kept
                result["content"].append(new)
            continue
        made.append(new)
        if block["type"] == "tool_response":
            response, result = block, new["toolResult"]
    return made


def _block(block: Json, ids: ProviderIds) -> Json:
    kind = block.get("type") if isinstance(block, dict) else None
    make = _KINDS.get(kind) if isinstance(kind, str) else None
    return make(block, ids) if make else None


def _text(block: _Raw, ids: ProviderIds) -> Json:
    return {"text": block.get("text")}


def _code(block: _Raw, ids: ProviderIds) -> Json:
    return {"text": f"```{block.get('language') or ''}\n{block.get('code')}\n```"}


def _call(block: _Raw, ids: ProviderIds) -> Json:
    """A call without parameters has none: `{}`. Parameters that are no object are passed on for the service to see."""
    parameters = block.get("parameters")
    return {
        "toolUse": {
            "toolUseId": ids(block.get("id")),
            "name": block.get("name"),
            "input": {} if parameters is None else parameters,
        }
    }


def _response(block: _Raw, ids: ProviderIds) -> Json:
    kept, error = kept_for(PROVIDER, block), block.get("error")
    content = list(kept) if isinstance(kept, list) else _result_content(block.get("result"))
    if isinstance(error, str) and {"text": error} not in content:
        content.append({"text": error})
    result: _Raw = {"toolUseId": ids(block.get("callId")), "content": content}
    if block.get("status") in ("error", "success"):
        result["status"] = block["status"]
    if error is not None:
        result["status"] = "error"
    return {"toolResult": result}


def _result_content(result: Json) -> list[Json]:
    if result is None:
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
    data = block.get("data")
    if parts := split_data_url(data):
        return _image_block(parts.media_type, parts.data) if parts.base64 else None
    return _image_block(media_type_of_base64(data), data)


def _image_block(media_type: Json, data: Json) -> Json:
    if not isinstance(media_type, str) or not media_type.startswith("image/"):
        return None
    form = media_type.removeprefix("image/")
    return {"image": {"format": "jpeg" if form == "jpg" else form, "source": {"bytes": data}}}


def _media(block: _Raw, ids: ProviderIds) -> Json:
    media_type, data = block.get("mimeType"), block.get("data")
    if block.get("encoding") == "url":
        return _image(block, ids) if isinstance(media_type, str) and media_type.startswith("image/") else None
    kind, form = _FORMATS.get(media_type, ("", "")) if isinstance(media_type, str) else ("", "")
    if not kind:
        return _image_block(media_type, data)
    medium: _Raw = {"format": form, "source": {"bytes": data}}
    if kind == "document":
        medium["name"] = _document_name(block)
    return {kind: medium}


def _document_name(block: _Raw) -> str:
    """Converse demands a name, of few characters; where none is known it is made of the bytes, so that two differ."""
    name = block.get("filename")
    if isinstance(name, str) and name:
        return _NOT_IN_A_NAME.sub("-", name)
    return "document-" + hashlib.sha256(compact(block.get("data")).encode()).hexdigest()[:8]


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

EDGE = Edge("icontent", "bedrock-converse", icontent_to_bedrock_converse, "Converse's rules of turns, results and ids")
