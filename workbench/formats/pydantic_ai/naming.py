"""Who answered, as the responses themselves say it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json


def named_model(messages: Sequence[Json]) -> str | None:
    """The model of the last response that names one."""
    for message in reversed(messages):
        name = message.get("model_name") if isinstance(message, dict) else None
        if isinstance(name, str) and name:
            return name
    return None
