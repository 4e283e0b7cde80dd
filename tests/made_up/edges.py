"""Letters and Chat Completions, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.made_up.letters.events import read
from workbench.converters.contract import Converted, Edge
from workbench.formats import FORMATS

_ROLES = {"reader": "user", "writer": "assistant"}


def letters_to_openai_chat(messages: Sequence[Any], settings: Mapping[str, Any]) -> Iterator[Converted]:
    for index, letter in enumerate(messages):
        events = read(letter, index)
        results = [event for event in events if event.kind == "result"]
        for result in results:
            yield Converted({"role": "tool", "tool_call_id": result.id, "content": result.value}, (index,))
        if results or not isinstance(letter, dict):
            continue
        text = "\n".join(str(event.value) for event in events if event.kind == "text")
        message: dict[str, Any] = {"role": _ROLES.get(str(letter.get("from")), "user"), "content": text or None}
        calls = [
            {"id": event.id, "type": "function", "function": {"name": event.name, "arguments": event.value}}
            for event in events
            if event.kind == "call"
        ]
        yield Converted({**message, "tool_calls": calls} if calls else message, (index,))


def openai_chat_to_letters(messages: Sequence[Any], settings: Mapping[str, Any]) -> Iterator[Converted]:
    roles = {role: name for name, role in _ROLES.items()}
    for index, message in enumerate(messages):
        lines: list[Any] = []
        for event in FORMATS["openai-chat"].read(message, index):
            if event.kind == "text":
                lines.append({"say": event.value})
            elif event.kind == "call":
                lines.append({"ask": {"ref": event.id, "tool": event.name, "with": event.value}})
            elif event.kind == "result":
                lines.append({"reply": {"ref": event.id, "got": event.value}})
        role = message.get("role") if isinstance(message, dict) else None
        yield Converted({"from": roles.get(str(role), "toolbox"), "lines": lines}, (index,))


EDGES = (
    Edge("letters", "openai-chat", letters_to_openai_chat, "line by line"),
    Edge("openai-chat", "letters", openai_chat_to_letters, "line by line"),
)
