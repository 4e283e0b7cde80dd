"""Read and write the name of the model that the answers themselves contain."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json

_KEYS = ("model_name", "model", "model_id")


def named_model(messages: Sequence[Json]) -> str | None:
    """Return the model of the last answer that names one; integrations use different keys."""
    for message in reversed(messages):
        if not isinstance(message, dict) or "response_metadata" not in message:
            continue
        if isinstance(facts := message["response_metadata"], dict):
            names = (facts.get(key) for key in _KEYS)
            if name := next((name for name in names if isinstance(name, str) and name), None):
                return name
    return None


def with_model(messages: Sequence[Json], model: str) -> list[Json]:
    """Return the messages with the model's name in the last answer, as the library writes it after a request."""
    copies = list(messages)
    for index in range(len(copies) - 1, -1, -1):
        message = copies[index]
        if isinstance(message, dict) and message.get("type") == "ai":
            copies[index] = {**message, "response_metadata": {**_facts(message), "model_name": model}}
            break
    return copies


def _facts(message: dict[str, Json]) -> dict[str, Json]:
    facts = message.get("response_metadata")
    return facts if isinstance(facts, dict) else {}
