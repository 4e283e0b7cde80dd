"""Reading a setting by its path beside the messages."""

from __future__ import annotations

from workbench.checks.chat import Chat
from workbench.json.pointer import Path
from workbench.json.text import Json


def setting(chat: Chat, path: Path) -> Json:
    """The value at a path beside the messages; None where there is none."""
    value: Json = chat.settings
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value
