"""What IContent has no word for, kept beside it under the provider's name so that it comes back unchanged.

A block of a known kind keeps its other fields (a cache mark, citations) in `providerMetadata`. A block of a kind that
IContent does not have (redacted thinking, a server tool's call) is kept whole in a block of type `provider`: other
targets drop it, visibly, and its own provider gets it back. An image that a tool returned is after the response
and names its call, so that providers without images in results can still show it.
"""

from __future__ import annotations

from collections.abc import Set

from workbench.json.text import Json


def kept_whole(provider: str, raw: object) -> dict[str, Json]:
    """A block that only this provider understands."""
    return {"type": "provider", "providerMetadata": {provider: raw}}


def with_other_fields(
    block: dict[str, Json], provider: str, raw: dict[str, Json], carried: Set[str]
) -> dict[str, Json]:
    """The block, plus the fields of `raw` that are not among those it already carries."""
    if not raw.keys() <= carried:
        block["providerMetadata"] = {provider: {key: value for key, value in raw.items() if key not in carried}}
    return block


def kept_for(provider: str, block: dict[str, Json]) -> Json:
    """What this block keeps for this provider; None if nothing."""
    metadata = block.get("providerMetadata")
    return metadata.get(provider) if isinstance(metadata, dict) else None


def restored(block: dict[str, Json], provider: str, source: dict[str, Json]) -> dict[str, Json]:
    """The provider's block with the fields that the IContent block kept for it."""
    fields = kept_for(provider, source)
    return {**block, **fields} if isinstance(fields, dict) else block


def inside_of(call_id: object, block: dict[str, Json]) -> dict[str, Json]:
    """A block that a tool returned beside its text: it is after the response and says which one it is part of."""
    return {**block, "callId": call_id}


def is_inside(block: object, response: dict[str, Json]) -> bool:
    """Whether this block is part of what that response returned."""
    return (
        isinstance(block, dict)
        and block.get("type") != "tool_response"
        and isinstance(block.get("callId"), str)
        and block["callId"] == response.get("callId")
    )


def is_result(block: object) -> bool:
    """A tool's response, or something that is part of one."""
    return isinstance(block, dict) and (block.get("type") == "tool_response" or "callId" in block)
