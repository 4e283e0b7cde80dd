"""IContent blocks → the parts of a Gemini turn. Media that a tool returned goes into its response.

Blocks of another provider and of unknown kinds are dropped; code becomes text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.converters.gemini_media import NAME, block_to_media, other_fields, own_metadata
from workbench.converters.gemini_tools import block_to_call, block_to_response
from workbench.converters.provider_metadata import is_inside, stored_for
from workbench.json.text import Json, JsonObject

_Raw = JsonObject


def blocks_to_parts(blocks: list[_Raw], names: Mapping[str, Json]) -> list[Json]:
    parts: list[Any] = []
    response: _Raw | None = None
    for block in blocks:
        if block.get("type") == "tool_response":
            response = block
            parts.append(block_to_response(block, names))
        elif response and is_inside(block, response):
            if medium := block_to_media(block):
                answer, part = parts[-1]["functionResponse"], {**medium, **other_fields(block)}
                answer["parts"] = [*answer["parts"], part] if isinstance(answer.get("parts"), list) else [part]
        elif (part := _part(block)) is not None:
            parts.append(part)
    return parts


def _part(block: _Raw) -> Any:
    kind = block.get("type")
    if kind in ("text", "code"):
        text = block.get(kind)
        return {"text": text, **_text_fields(block)} if isinstance(text, str) else None
    if kind == "thinking":
        thought = block.get("thought")
        return {"text": thought, "thought": True, **_text_fields(block)} if isinstance(thought, str) else None
    if kind == "tool_call":
        return block_to_call(block)
    if kind in ("image", "media"):
        medium = block_to_media(block)
        return {**medium, **other_fields(block)} if medium else None
    return _stored_part(stored_for(NAME, block)) if kind == "provider" else None


def _text_fields(block: _Raw) -> _Raw:
    own = own_metadata(block)
    return {key: value for key, value in own.items() if key not in ("derivedId", "sameTurn")} if own else own


def _stored_part(part: object) -> Json:
    """Return a part that was kept whole, without the mark of the same turn."""
    if not isinstance(part, dict):
        return part
    return part["part"] if part.keys() == {"part", "sameTurn"} else part
