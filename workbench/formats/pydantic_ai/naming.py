"""Read and write the name of the model that the responses themselves contain."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json


def named_model(messages: Sequence[Json]) -> str | None:
    """Return the model of the last response that names one."""
    for message in reversed(messages):
        if isinstance(message, dict) and "model_name" in message:
            name = message["model_name"]
            if isinstance(name, str) and name:
                return name
    return None


def with_model(messages: Sequence[Json], model: str) -> list[Json]:
    """Return the messages with the model's name in the last answer, as the library writes it after a request."""
    copies = list(messages)
    for index in range(len(copies) - 1, -1, -1):
        message = copies[index]
        if isinstance(message, dict) and message.get("kind") == "response":
            copies[index] = {**message, "model_name": model}
            break
    return copies
