"""The parts of a Responses message or output as IContent blocks, and back.

What a block cannot hold is beside it in `providerMetadata`; its absence tells that a block came from elsewhere.
Parts that IContent has no block for (a file by its id, a kind not known here) are kept whole in a `provider` block.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name
from workbench.converters.provider_metadata import kept_for
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.text import Json

NAME = "openai-responses"
_UNKNOWN_MEDIA_TYPE = "application/octet-stream"


def own_metadata(block: dict[str, Json]) -> dict[str, Json] | None:
    """What was put aside on the way from Responses; None on a block that came from elsewhere."""
    if "providerMetadata" not in block:
        return None
    own = kept_for(NAME, block)
    return own if isinstance(own, dict) else None


def with_metadata(block: dict[str, Json], own: dict[str, Json]) -> dict[str, Json]:
    return {**block, "providerMetadata": {NAME: own}} if own else block


def without(item: dict[str, Json], *keys: str) -> dict[str, Json]:
    return {key: value for key, value in item.items() if key not in keys}


def part_to_block(part: dict[str, Json], text_type: str) -> tuple[dict[str, Json], dict[str, Json]]:
    """The block and its metadata; `text_type` is what a text is called in this place, so it need not be kept."""
    kind = part.get("type")
    if kind in ("input_text", "output_text") and isinstance(part.get("text"), str):
        kept = without(part, "text") if kind != text_type else without(part, "type", "text")
        return {"type": "text", "text": part["text"]}, kept
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
        kept = {**without(part, "file_data"), "bare": True}
        parts = split_data_url(data)
        if parts and parts.media_type and data.startswith(f"data:{parts.media_type};base64,"):
            block |= {"mimeType": parts.media_type, "data": parts.data}
            del kept["bare"]
    elif isinstance(url, str):
        block |= {"mimeType": media_type_by_name(url) or _UNKNOWN_MEDIA_TYPE, "data": url, "encoding": "url"}
        kept = without(part, "file_url")
    else:
        return {"type": "provider"}, {"part": part}
    if isinstance(name, str):
        block["filename"] = kept.pop("filename")
    return block, kept


def block_to_part(block: dict[str, Json], text_type: str) -> dict[str, Json] | None:
    """None for a block that has no place in a message: another provider's own, an image that the model showed."""
    kind, own = block.get("type"), own_metadata(block)
    kept = without(own, "item", "string") if own else {}
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
    """None for sound and video, which the API takes neither as an image nor as a file."""
    media_type, name = block.get("mimeType"), block.get("filename")
    media_type = media_type if isinstance(media_type, str) else _UNKNOWN_MEDIA_TYPE
    by_address = block.get("encoding") == "url"
    whole = by_address or data.startswith("data:") or "bare" in kept
    url = data if whole else f"data:{media_type};base64,{data}"
    if media_type.startswith(("audio/", "video/")) and not is_own:
        return None
    if media_type.startswith("image/") and not is_own:
        return {"type": "input_image", "image_url": url, "detail": "auto"}
    part = {"type": "input_file", "file_url" if by_address else "file_data": url, **without(kept, "bare")}
    return {**part, "filename": name} if isinstance(name, str) else part


def joined_text(parts: list[Json]) -> str | None:
    """The texts of an output as one; None if it has none."""
    texts = [
        part["text"]
        for part in parts
        if isinstance(part, dict)
        and part.get("type") in ("input_text", "output_text")
        and isinstance(part.get("text"), str)
    ]
    return "\n".join(texts) if texts else None
