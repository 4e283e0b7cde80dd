"""Store whatever IContent cannot represent under the provider's name, so that it is restored on the way back.

A block of a known kind stores its other fields (a cache mark, citations) in `providerMetadata`. A block of another kind
(redacted thinking, a server tool's call) is kept whole in a block of type `provider`: other targets drop it, which the
trace shows, and its own provider gets it back. An image that a tool returned follows the response and names its call,
so that it can be sent to providers that accept no images in results.
"""

from __future__ import annotations

from collections.abc import Set

from workbench.json.text import Json


def provider_block(provider: str, raw: object) -> dict[str, Json]:
    """Return a `provider` block for a raw block that only this provider understands."""
    return {"type": "provider", "providerMetadata": {provider: raw}}


def with_other_fields(
    block: dict[str, Json], provider: str, raw: dict[str, Json], carried: Set[str]
) -> dict[str, Json]:
    """Return the block, with the fields of `raw` that are not in `carried` stored for the provider."""
    if not raw.keys() <= carried:
        block["providerMetadata"] = {provider: {key: value for key, value in raw.items() if key not in carried}}
    return block


def stored_for(provider: str, block: dict[str, Json]) -> Json:
    """Return what this block stores for this provider, or None."""
    metadata = block.get("providerMetadata")
    return metadata.get(provider) if isinstance(metadata, dict) else None


def with_stored_fields(block: dict[str, Json], provider: str, source: dict[str, Json]) -> dict[str, Json]:
    """Return the provider's block with the fields that the IContent block stored for it."""
    fields = stored_for(provider, source)
    return {**block, **fields} if isinstance(fields, dict) else block


def inside_of(call_id: object, block: dict[str, Json]) -> dict[str, Json]:
    """Mark a block that a tool returned next to its text as part of the response with this call id."""
    return {**block, "callId": call_id}


def is_inside(block: object, response: dict[str, Json]) -> bool:
    return (
        isinstance(block, dict)
        and block.get("type") != "tool_response"
        and isinstance(block.get("callId"), str)
        and block["callId"] == response.get("callId")
    )


def is_result(block: object) -> bool:
    """Whether a block is a response or part of one."""
    return isinstance(block, dict) and (block.get("type") == "tool_response" or "callId" in block)
