"""Spring AI messages as Jackson writes them: `messageType` is the role, and one message has all results of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects

_LISTS: tuple[Path, ...] = ((), ("messages",), ("instructions",))
"""A list of messages, a memory, or a prompt."""


def recognise(material: Material) -> bool:
    return any(has(message, "messageType", "metadata") for _, message in _messages(material)[:3])


def _messages(material: Material) -> list[tuple[Path, Object]]:
    for path in _LISTS:
        if isinstance(held := member(material.value, *path), list):
            return list(objects(held, path))
    return list(material.records)


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in _messages(material):
        _add(turns, message, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT)


def _add(turns: ChatTurns, message: Object, at: Path) -> None:
    role = as_text(message.get("messageType")).lower()
    words = next((in_text(message[key]) for key in ("text", "textContent", "content") if message.get(key)), "")
    if role == "assistant":
        calls = [
            Call(call.get("id"), call.get("name"), call.get("arguments"), place)
            for place, call in objects(message.get("toolCalls"), (*at, "toolCalls"))
        ]
        turns.answer(words, calls, at)
    elif role == "tool":
        for place, result in objects(message.get("responses"), (*at, "responses")):
            turns.result(result.get("id"), result.get("responseData"), place)
    elif role in {"user", "system"}:
        turns.say(role, words, at)


SOURCE = Source(
    "spring-ai",
    "list of Spring AI messages",
    recognise,
    read,
    signs=frozenset({"messageType", "messages", "instructions"}),
)
