"""The parts of a Responses message or output ↔ IContent blocks.

Fields that a block cannot represent go into `providerMetadata`; a block without it came from elsewhere. Parts without
an IContent block (a file by id, an unknown kind) are kept whole in a `provider` block.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name, named_file
from workbench.converters.provider_metadata import stored_for
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.text import Json, JsonObject

NAME = "openai-responses"
_UNKNOWN_MEDIA_TYPE = "application/octet-stream"


def own_metadata(block: dict[str, Json]) -> dict[str, Json] | None:
    """Return the metadata that was stored on the way from Responses, or None if the block came from elsewhere."""
    if "providerMetadata" not in block:
        return None
    own = stored_for(NAME, block)
    return own if isinstance(own, dict) else None


def with_metadata(block: dict[str, Json], own: dict[str, Json]) -> dict[str, Json]:
    return {**block, "providerMetadata": {NAME: own}} if own else block


def without(item: dict[str, Json], *keys: str) -> dict[str, Json]:
    return {key: value for key, value in item.items() if key not in keys}


def part_to_block(part: dict[str, Json], text_type: str) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the block and its metadata. `text_type` is the usual type of a text here, so it need not be stored."""
    kind = part.get("type")
    if kind in ("input_text", "output_text") and isinstance(part.get("text"), str):
        metadata = without(part, "text") if kind != text_type else without(part, "type", "text")
        return {"type": "text", "text": part["text"]}, metadata
    if kind == "refusal" and isinstance(part.get("refusal"), str):
        return {"type": "text", "text": part["refusal"]}, without(part, "refusal")
    if kind == "input_image" and isinstance(part.get("image_url"), str):
        return {"type": "image", "data": part["image_url"]}, without(part, "image_url")
    if kind == "input_file":
        return _file_to_block(part)
    return {"type": "provider"}, {"part": part}


def _file_to_block(part: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    data, url, name = part.get("file_data"), part.get("file_url"), part.get("filename")
    block: dict[str, Json] = {"type": "media"}
    if isinstance(data, str):
        block |= {"mimeType": media_type_of_base64(data) or _UNKNOWN_MEDIA_TYPE, "data": data, "encoding": "base64"}
        metadata = {**without(part, "file_data"), "bare": True}
        parts = split_data_url(data)
        if parts and parts.media_type and data.startswith(f"data:{parts.media_type};base64,"):
            block |= {"mimeType": parts.media_type, "data": parts.data}
            del metadata["bare"]
    elif isinstance(url, str):
        block |= {"mimeType": media_type_by_name(url) or _UNKNOWN_MEDIA_TYPE, "data": url, "encoding": "url"}
        metadata = without(part, "file_url")
    else:
        return {"type": "provider"}, {"part": part}
    if isinstance(name, str):
        block["filename"] = metadata.pop("filename")
    return block, metadata


def block_to_part(block: dict[str, Json], text_type: str) -> dict[str, Json] | None:
    """Return the part of a block, or None if a message cannot contain it: another provider's block, a model's image."""
    kind, own = block.get("type"), own_metadata(block)
    kept: JsonObject = without(own, "item", "string") if own else {}
    if kind in ("text", "code"):
        text = block.get(kind)
        if not isinstance(text, str):
            return None
        if kept.get("type") == "refusal":
            return {"type": "refusal", "refusal": text, **kept}
        return {"type": text_type, "text": text, **kept}
    if kind == "provider":
        return kept["part"] if isinstance(kept.get("part"), dict) else None
    data = block.get("data")
    if not isinstance(data, str) or (text_type == "output_text" and own is None):
        return None
    if kind == "image":
        return {"type": "input_image", "image_url": data, **(kept if own is not None else {"detail": "auto"})}
    return _media_to_part(block, data, own is not None, kept) if kind == "media" else None


def _media_to_part(block: dict[str, Json], data: str, is_own: bool, kept: dict[str, Json]) -> dict[str, Json] | None:
    """Return an image or file part, or None for audio and video, which the API does not accept."""
    media_type, name = block.get("mimeType"), block.get("filename")
    media_type = media_type if isinstance(media_type, str) else _UNKNOWN_MEDIA_TYPE
    is_url = block.get("encoding") == "url"
    is_complete = is_url or data.startswith("data:") or "bare" in kept
    url = data if is_complete else f"data:{media_type};base64,{data}"
    if media_type.startswith(("audio/", "video/")) and not is_own:
        return None
    if media_type.startswith("image/") and not is_own:
        return {"type": "input_image", "image_url": url, "detail": "auto"}
    if not is_url and not is_own:
        return {"type": "input_file", **named_file(name, url)}
    part = {"type": "input_file", "file_url" if is_url else "file_data": url, **without(kept, "bare")}
    return {**part, "filename": name} if isinstance(name, str) else part


def joined_text(parts: list[Json]) -> str | None:
    """Return the texts of an output joined, or None if it has none."""
    texts = [
        part["text"]
        for part in parts
        if isinstance(part, dict)
        and part.get("type") in ("input_text", "output_text")
        and isinstance(part.get("text"), str)
    ]
    return "\n".join(texts) if texts else None
