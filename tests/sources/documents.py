"""Small files of each kind, in the documented format of the program."""

from __future__ import annotations

import json
from typing import Any

from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all


def lines(*values: Any) -> bytes:
    return "".join(f"{value if isinstance(value, str) else json.dumps(value)}\n" for value in values).encode()


def all_of(content: bytes | Any, name: str = "file") -> list[Conversation | LoadError]:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return list(load_all(data, name))


def conversations(content: bytes | Any) -> list[Conversation]:
    found = all_of(content)
    assert all(isinstance(item, Conversation) for item in found), [str(item) for item in found]
    return [item for item in found if isinstance(item, Conversation)]


def only(content: bytes | Any) -> Conversation:
    (conversation,) = conversations(content)
    return conversation


def source_of(conversation: Conversation) -> str | None:
    return conversation.origin.source if conversation.origin else None


def texts(conversation: Conversation) -> list[Any]:
    """The content of each message, a single text block as its text."""
    contents = [message.get("content", message.get("parts")) for message in conversation.messages]
    return [
        content[0].get("text") if isinstance(content, list) and len(content) == 1 else content for content in contents
    ]
