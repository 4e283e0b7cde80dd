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


def with_model(messages: Sequence[Json], model: str) -> list[Json]:
    """The last answer says that it is the model's, as it does after the library has made a request."""
    made = list(messages)
    for index in range(len(made) - 1, -1, -1):
        message = made[index]
        if isinstance(message, dict) and message.get("kind") == "response":
            made[index] = {**message, "model_name": model}
            break
    return made
