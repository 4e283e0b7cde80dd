"""What an API response says about itself (id, model, usage, why it ended) as the metadata of a content.

The names are those that spec 003 and the metadata of other contents use; everything else is kept under the
provider's name. It is for reading only: no request repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from workbench.json.text import Json


class FactNames(NamedTuple):
    provider: str
    about: Mapping[str, str]
    """The provider's key → the name in the metadata."""
    usage: str
    input_tokens: str
    output_tokens: str


def response_metadata(facts: Mapping[str, Json], names: FactNames) -> dict[str, Json]:
    rest = dict(facts)
    metadata: dict[str, Json] = {name: rest.pop(key) for key, name in names.about.items() if rest.get(key) is not None}
    counts = rest.pop(names.usage, None)
    if isinstance(counts, dict):
        tokens = {"inputTokens": counts.get(names.input_tokens), "outputTokens": counts.get(names.output_tokens)}
        metadata["usage"] = tokens
        counts = {key: value for key, value in counts.items() if key not in (names.input_tokens, names.output_tokens)}
    if counts not in (None, {}):
        rest[names.usage] = counts
    return {**metadata, "providerMetadata": {names.provider: rest}} if rest else metadata
