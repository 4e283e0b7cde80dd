"""Who answered, as the answers themselves say it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json

_KEYS = ("model_name", "model", "model_id")


def named_model(messages: Sequence[Json]) -> str | None:
    """The model of the last answer that names one; integrations differ in the key."""
    for message in reversed(messages):
        if isinstance(message, dict) and isinstance(facts := message.get("response_metadata"), dict):
            names = (facts.get(key) for key in _KEYS)
            if name := next((name for name in names if isinstance(name, str) and name), None):
                return name
    return None


def with_model(messages: Sequence[Json], model: str) -> list[Json]:
    """The last answer says that it is the model's, as it does after the library has made a request."""
    made = list(messages)
    for index in range(len(made) - 1, -1, -1):
        message = made[index]
        if isinstance(message, dict) and message.get("type") == "ai":
            made[index] = {**message, "response_metadata": {**_facts(message), "model_name": model}}
            break
    return made


def _facts(message: dict[str, Json]) -> dict[str, Json]:
    facts = message.get("response_metadata")
    return facts if isinstance(facts, dict) else {}
