"""Ragas samples of several turns: messages without ids, so a result answers the earliest open call."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import JsonObject
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.pairing_in_order import Waiting
from workbench.sources.reading import as_text, has, member, objects

_TYPES = frozenset({"human", "ai", "tool"})


def recognise(material: Material) -> bool:
    return material.mostly(_is_sample)


def _is_sample(row: JsonObject) -> bool:
    first = member(row, "user_input", 0)
    return has(first, "content", "type") and as_text(first["type"]) in _TYPES


def read(material: Material) -> Iterator[Found]:
    for place, row in material.records:
        turns, waiting = ChatTurns(), Waiting()
        for at, message in objects(row.get("user_input"), (*place, "user_input")):
            kind, content = as_text(message.get("type")), message.get("content")
            if kind == "tool":
                turns.result(waiting.result(), content, at)
                continue
            waiting.other_turn()
            if kind == "ai":
                spots = objects(message.get("tool_calls"), (*at, "tool_calls"))
                turns.answer(
                    content,
                    [Call(waiting.call(), call.get("name"), call.get("args"), spot) for spot, call in spots],
                    at,
                )
            elif kind == "human":
                turns.say("user", content, at)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label="/".join(map(str, place)))


SOURCE = Source("ragas", "Ragas data set", recognise, read, stored=False, signs=frozenset({"user_input"}))
