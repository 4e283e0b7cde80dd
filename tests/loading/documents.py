"""A small conversation that the tests of loading wrap in many ways."""

from __future__ import annotations

import json
from typing import Any

from workbench.conversation import Conversation
from workbench.loading import LoadError, load, load_all

MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": 'Is it "warm": yes or no? Größe 5 😀'},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": "7 °C"},
]
BODY: dict[str, Any] = {"model": "some-model", "messages": MESSAGES, "temperature": 0.5}
BODY_TEXT = json.dumps(BODY, indent=2, ensure_ascii=False)
MESSAGES_TEXT = json.dumps(MESSAGES, ensure_ascii=False)


def kinds(conversation: Conversation) -> list[str]:
    return [note.kind for note in conversation.notes]


def failure(source: str | bytes) -> LoadError:
    """Return the error that loading this source raises."""
    try:
        loaded = load(source)
    except LoadError as error:
        return error
    raise AssertionError(f"loaded {loaded.messages!r}")


def all_conversations(source: str | bytes) -> list[Conversation]:
    """Return every conversation, after checking that none failed."""
    conversations: list[Conversation] = []
    for item in load_all(source):
        assert isinstance(item, Conversation), item
        conversations.append(item)
    return conversations
