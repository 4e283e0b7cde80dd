"""Gemini's media parts as IContent blocks, and back.

Images become image blocks, the form that every edge reads; other files become media. Keys come in two spellings and
leave in camelCase. A key whose value is null says nothing and is left out.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name
from workbench.converters.provider_metadata import kept_for
from workbench.json.media import is_image, looks_like_base64, media_type_of_base64, split_data_url
from workbench.json.text import Json

NAME = "gemini"
_UNKNOWN_MEDIA_TYPE = "application/octet-stream"
_MARKS = ("derivedId", "sameTurn", "functionCall", "functionResponse", "inlineData", "fileData")
"""What the edges themselves put aside: marks, and the fields inside the payload that a block cannot hold."""

_Raw = dict[str, Json]
_NOTHING: _Raw = {}


def own_metadata(block: _Raw) -> _Raw:
    """What was put aside on the way from Gemini."""
    if "providerMetadata" not in block:
        return _NOTHING
    own = kept_for(NAME, block)
    return own if isinstance(own, dict) else _NOTHING


def with_metadata(block: _Raw, own: _Raw) -> _Raw:
    return {**block, "providerMetadata": {NAME: own}} if own else block


def other_fields(block: _Raw) -> _Raw:
    """What else the part said beside its payload."""
    own = own_metadata(block)
    return {key: value for key, value in own.items() if key not in _MARKS} if own else own


def camel_case(raw: _Raw, *left_out: str) -> _Raw:
    """The fields that say something, spelled one way."""
    return {_camel(key): value for key, value in raw.items() if key not in left_out and value is not None}


def _camel(key: str) -> str:
    if "_" not in key:
        return key
    first, *rest = key.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def media_to_block(kind: str, payload: object) -> tuple[_Raw, _Raw] | None:
    """The block and what it cannot hold; None if the payload is not what its kind demands."""
    fields = camel_case(payload) if isinstance(payload, dict) else {}
    if kind == "fileData":
        return _file_to_block(fields)
    media_type, data = fields.pop("mimeType", None), fields.pop("data", None)
    if not isinstance(media_type, str) or not isinstance(data, str):
        return None
    kept = {"inlineData": fields} if fields else {}
    if not media_type.startswith("image/"):
        return {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64"}, kept
    head = split_data_url(f"data:{media_type};base64,")
    if head is None or head.media_type != media_type or not head.base64:
        return None
    return {"type": "image", "data": f"data:{media_type};base64,{data}"}, kept


def _file_to_block(fields: _Raw) -> tuple[_Raw, _Raw] | None:
    """The media type stays beside an image by address, which has no place for it."""
    address, media_type = fields.pop("fileUri", None), fields.get("mimeType")
    if not isinstance(address, str):
        return None
    if is_image(media_type):
        return {"type": "image", "data": address}, {"fileData": fields}
    known = media_type if isinstance(media_type, str) else _UNKNOWN_MEDIA_TYPE
    return {"type": "media", "mimeType": known, "data": address, "encoding": "url"}, {"fileData": fields}


def block_to_media(block: _Raw) -> _Raw | None:
    """The payload under its key; None if the block holds no data."""
    data, own = block.get("data"), own_metadata(block)
    if not isinstance(data, str):
        return None
    inline, by_address = own.get("inlineData"), own.get("fileData")
    if isinstance(by_address, dict):
        return {"fileData": {"fileUri": data, **by_address}}
    extra = inline if isinstance(inline, dict) else {}
    media_type = block.get("mimeType")
    if (url := split_data_url(data)) and url.base64:
        media_type = url.media_type or media_type or media_type_of_base64(url.data)
        return {"inlineData": {**_typed(media_type), "data": url.data, **extra}}
    is_data = block.get("encoding") == "base64" if block.get("type") == "media" else "://" not in data
    if is_data and (block.get("type") == "media" or looks_like_base64(data)):
        return {"inlineData": {**_typed(media_type or media_type_of_base64(data)), "data": data, **extra}}
    guessed = media_type if media_type != _UNKNOWN_MEDIA_TYPE else None
    return {"fileData": {"fileUri": data, **_typed(guessed or media_type_by_name(data))}}


def _typed(media_type: object) -> _Raw:
    return {"mimeType": media_type} if isinstance(media_type, str) else {}
