"""Write an image or a document with the fields of another API in the shape of this one.

Bedrock has `format` and `source.bytes`, Anthropic a `source` with a type. MCP and LangChain have the data and its type
next to the type of the block.
"""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_KINDS = ("image", "document")
_FIELDS = frozenset({"type", "media_type", "data", "source", "name"})


def write_media_in_api_shape(context: RepairContext, finding: Finding) -> Fix | None:
    """Rewrite the fields around the bytes; the bytes themselves and the name stay."""
    if (sourced := _with_source(context, finding)) is not None:
        return sourced
    place = finding.at if finding.at.endswith(_ENDINGS) else finding.at.rpartition("/")[0]
    block = context.value(place)
    if not place.endswith(_ENDINGS) or not isinstance(block, dict) or not block.keys() <= _FIELDS:
        return None
    written = _rewritten(block)
    if written is None:
        return None
    why = "The same bytes and the same type, in the fields that this API has for them."
    return Fix("Write the file in this API's shape", (replace(place, written),), True, why, 0.95)


_ENDINGS = tuple(f"/{kind}" for kind in _KINDS)


def _rewritten(block: dict[str, Json]) -> dict[str, Json] | None:
    """The block with `format` and `source.bytes`; None if its type or bytes are unknown."""
    source = block.get("source", block)
    if not isinstance(source, dict) or source.get("type", "base64") != "base64":
        return None
    kind, data = source.get("media_type"), source.get("data")
    if not isinstance(kind, str) or not isinstance(data, str):
        return None
    name = {"name": block["name"]} if "name" in block else {}
    return {"format": kind.rpartition("/")[2], **name, "source": {"bytes": data}}


_DATA = ("data", "base64")
_MEDIA_TYPES = ("media_type", "mime_type", "mimeType")
_BESIDE = frozenset({"type", "source_type", "cache_control", "url", *_DATA, *_MEDIA_TYPES})


def _with_source(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the data and its type, or the address, into a `source`, if the schema misses one."""
    block = context.value(finding.at)
    if not isinstance(block, dict) or block.get("type") not in _KINDS or not block.keys() <= _BESIDE:
        return None
    data, kind = (next((block[key] for key in keys if key in block), None) for keys in (_DATA, _MEDIA_TYPES))
    source: dict[str, Json] = {"type": "base64", "media_type": kind, "data": data}
    if data is None and isinstance(block.get("url"), str):
        source = {"type": "url", "url": block["url"]}
    elif not isinstance(data, str) or not isinstance(kind, str):
        return None
    kept = {key: block[key] for key in ("type", "cache_control") if key in block}
    why = "The same file, in the fields that this API has for it."
    return Fix(
        "Write the file in this API's shape", (replace(finding.at, {**kept, "source": source}),), True, why, 0.95
    )
