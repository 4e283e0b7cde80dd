"""Read a setting of the request by its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.checks.chat import Chat
from workbench.json.pointer import Path
from workbench.json.text import Json


def setting(chat: Chat, path: Path) -> Json:
    """The value of the setting at a path; None if there is none."""
    value: Json = chat.settings
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def settings_at(chat: Chat, pattern: str) -> Iterator[tuple[Path, Json]]:
    """Yield the path and the value of every setting that matches a pattern.

    `tools[].strict` matches the field of every tool, `metadata{}` every value of the object.
    """
    matches: list[tuple[Path, Json]] = [((), chat.settings)]
    for step in pattern.replace("[]", ".[]").replace("{}", ".{}").split("."):
        matches = [((*path, key), inner) for path, value in matches for key, inner in _items(value, step)]
    return ((path, value) for path, value in matches if value is not None)


def _items(value: object, step: str) -> list[tuple[str | int, Json]]:
    if step == "[]":
        return list(enumerate(value)) if isinstance(value, list) else []
    if not isinstance(value, Mapping):
        return []
    return list(value.items()) if step == "{}" else [(step, value[step])] if step in value else []
