"""Who answered, as the answers themselves say it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json

_KEYS = ("model_name", "model", "model_id")


def named_model(messages: Sequence[Json]) -> str | None:
    """The model of the last answer that names one; integrations differ in the key."""
    for message in reversed(messages):
        facts = message.get("response_metadata") if isinstance(message, dict) else None
        if isinstance(facts, dict):
            names = (facts.get(key) for key in _KEYS)
            if name := next((name for name in names if isinstance(name, str) and name), None):
                return name
    return None
