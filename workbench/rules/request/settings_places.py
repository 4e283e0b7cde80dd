"""Reading a setting by its path beside the messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.checks.chat import Chat
from workbench.json.pointer import Path
from workbench.json.text import Json


def setting(chat: Chat, path: Path) -> Json:
    """The value at a path beside the messages; None where there is none."""
    value: Json = chat.settings
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def settings_at(chat: Chat, pattern: str) -> Iterator[Path]:
    """The places beside the messages that a pattern fits: `tools[].strict` is that field of every tool."""
    found: list[tuple[Path, Json]] = [((), chat.settings)]
    for step in pattern.replace("[]", ".[]").split("."):
        found = [
            ((*path, key), inner)
            for path, value in found
            for key, inner in (enumerate(value) if step == "[]" and isinstance(value, list) else _field(value, step))
        ]
    return (path for path, value in found if value is not None)


def _field(value: object, name: str) -> list[tuple[str, Json]]:
    return [(name, value[name])] if isinstance(value, Mapping) and name in value else []
