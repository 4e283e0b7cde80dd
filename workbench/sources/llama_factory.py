"""LLaMA-Factory data sets of version 1: parts with their content in `value`, and calls without ids.

A row of preferences contains two conversations.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.pairing_in_order import Waiting
from workbench.sources.reading import Object, as_text, has, in_text, member, objects, opened

_LISTS = ("messages", "chosen_messages", "rejected_messages")


def recognise(material: Material) -> bool:
    lists = [member(row, key) for row in material.sample[:3] for key in _LISTS]
    return any(has(member(messages, 0, "content", 0), "type", "value") for messages in lists)


def read(material: Material) -> Iterator[Found]:
    for place, row in material.records:
        for key in _LISTS:
            turns, waiting = ChatTurns(), Waiting()
            for at, message in objects(row.get(key), (*place, key)):
                _add(turns, message, at, waiting)
            if turns.messages:
                yield Found(turns.messages, turns.places, FORMAT, label="/".join(map(str, (*place, key))))


def _add(turns: ChatTurns, message: Object, at: Path, waiting: Waiting) -> None:
    role = as_text(message.get("role"))
    parts = list(objects(message.get("content"), (*at, "content")))
    spoken = [said for _, part in parts if (said := _spoken(part)) is not None]
    if role == "assistant":
        calls = [Call(waiting.call(), *_made(part), place) for place, part in parts if part.get("type") == "tool_call"]
        turns.answer(plain(spoken), calls, at)
        return
    waiting.other_turn()
    if role == "tool":
        for call_id, content in waiting.answers(plain(spoken)):
            turns.result(call_id, content, at)
    elif role:
        turns.say(role, plain(spoken), at)


def _spoken(part: Object) -> Json | None:
    """Return a text or an image. A path of a file is only opened for training, so it is not part of the chat."""
    value = in_text(part.get("value"))
    if part.get("type") == "text":
        return text_part(value)
    return image_part(value) if value.startswith(("http://", "https://", "data:")) else None


def _made(part: Object) -> tuple[Json, Json]:
    """Return the name and the arguments of a call, which is JSON in a string."""
    call = opened(part.get("value"))
    return member(call, "name"), member(call, "arguments")


SOURCE = Source("llama-factory", "LLaMA-Factory data set", recognise, read, signs=frozenset(_LISTS))
