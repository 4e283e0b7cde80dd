"""The response-level fields of an API response (id, model, usage, finish reason) as the metadata of a content.

The names are those of spec 003 and of other contents; all other fields are stored under the provider's name. No request
repeats this metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from workbench.json.text import Json


class FactNames(NamedTuple):
    """The names of response-level fields in a provider's API."""

    provider: str
    metadata_names: Mapping[str, str]
    """The provider's key → the name in the metadata."""
    usage: str
    input_tokens: str
    output_tokens: str


def response_metadata(facts: Mapping[str, Json], names: FactNames) -> dict[str, Json]:
    rest = dict(facts)
    metadata: dict[str, Json] = {
        name: rest.pop(key) for key, name in names.metadata_names.items() if rest.get(key) is not None
    }
    counts = rest.pop(names.usage, None)
    if isinstance(counts, dict):
        tokens = {"inputTokens": counts.get(names.input_tokens), "outputTokens": counts.get(names.output_tokens)}
        metadata["usage"] = tokens
        counts = {key: value for key, value in counts.items() if key not in (names.input_tokens, names.output_tokens)}
    if counts not in (None, {}):
        rest[names.usage] = counts
    return {**metadata, "providerMetadata": {names.provider: rest}} if rest else metadata
