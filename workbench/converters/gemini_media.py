"""Gemini's media parts ↔ IContent blocks.

Images become image blocks, which every edge understands; other files become media blocks. Keys may be in camelCase or
snake_case and are written in camelCase. A key whose value is null is left out.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name
from workbench.converters.provider_metadata import stored_for
from workbench.json.media import is_image, looks_like_base64, media_type_of_base64, split_data_url
from workbench.json.text import JsonObject

NAME = "gemini"
_UNKNOWN_MEDIA_TYPE = "application/octet-stream"
_EDGE_KEYS = ("derivedId", "sameTurn", "functionCall", "functionResponse", "inlineData", "fileData")
"""Metadata keys that the edges themselves write: marks, and payload fields that a block cannot represent."""

_Raw = JsonObject
_NO_METADATA: _Raw = {}


def own_metadata(block: _Raw) -> _Raw:
    """Return the metadata that was stored on the way from Gemini."""
    if "providerMetadata" not in block:
        return _NO_METADATA
    own = stored_for(NAME, block)
    return own if isinstance(own, dict) else _NO_METADATA


def with_metadata(block: _Raw, own: _Raw) -> _Raw:
    return {**block, "providerMetadata": {NAME: own}} if own else block


def other_fields(block: _Raw) -> _Raw:
    """Return the other fields of the part, next to its payload."""
    own = own_metadata(block)
    return {key: value for key, value in own.items() if key not in _EDGE_KEYS} if own else own


def camel_case(raw: _Raw, *left_out: str) -> _Raw:
    """Return the fields that are not null, with keys in camelCase."""
    return {_camel(key): value for key, value in raw.items() if key not in left_out and value is not None}


def _camel(key: str) -> str:
    if "_" not in key:
        return key
    first, *rest = key.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def media_to_block(kind: str, payload: object) -> tuple[_Raw, _Raw] | None:
    """Return the block and the metadata it cannot represent, or None if the payload does not match its kind."""
    fields = camel_case(payload) if isinstance(payload, dict) else {}
    if kind == "fileData":
        return _file_to_block(fields)
    media_type, data = fields.pop("mimeType", None), fields.pop("data", None)
    if not isinstance(media_type, str) or not isinstance(data, str):
        return None
    metadata = {"inlineData": fields} if fields else {}
    if not media_type.startswith("image/"):
        return {"type": "media", "mimeType": media_type, "data": data, "encoding": "base64"}, metadata
    head = split_data_url(f"data:{media_type};base64,")
    if head is None or head.media_type != media_type or not head.base64:
        return None
    return {"type": "image", "data": f"data:{media_type};base64,{data}"}, metadata


def _file_to_block(fields: _Raw) -> tuple[_Raw, _Raw] | None:
    """Convert a file given by address. An image block has no media type, so the type goes into the metadata."""
    address, media_type = fields.pop("fileUri", None), fields.get("mimeType")
    if not isinstance(address, str):
        return None
    if is_image(media_type):
        return {"type": "image", "data": address}, {"fileData": fields}
    mime_type = media_type if isinstance(media_type, str) else _UNKNOWN_MEDIA_TYPE
    return {"type": "media", "mimeType": mime_type, "data": address, "encoding": "url"}, {"fileData": fields}


def block_to_media(block: _Raw) -> _Raw | None:
    """Return the payload under its key, or None if the block has no data."""
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
        return {"inlineData": {**_media_type_field(media_type), "data": url.data, **extra}}
    is_data = block.get("encoding") == "base64" if block.get("type") == "media" else "://" not in data
    if is_data and (block.get("type") == "media" or looks_like_base64(data)):
        return {"inlineData": {**_media_type_field(media_type or media_type_of_base64(data)), "data": data, **extra}}
    guessed = media_type if media_type != _UNKNOWN_MEDIA_TYPE else None
    return {"fileData": {"fileUri": data, **_media_type_field(guessed or media_type_by_name(data))}}


def _media_type_field(media_type: object) -> _Raw:
    return {"mimeType": media_type} if isinstance(media_type, str) else {}
