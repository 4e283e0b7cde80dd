"""Vertex AI's first tuning sets for chat models: rows of `messages` in which the model's role is `model`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import JsonObject
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, member, objects

_ROLES = {"system": "system", "user": "user", "model": "assistant"}


def recognise(material: Material) -> bool:
    return material.mostly(_is_row)


def _is_row(row: JsonObject) -> bool:
    last = member(row, "messages", -1)
    return set(row) <= {"messages", "context"} and member(last, "role") == "model" and "content" in last


def read(material: Material) -> Iterator[Found]:
    for place, row in material.records:
        turns = ChatTurns()
        for at, message in objects(row.get("messages"), (*place, "messages")):
            if role := _ROLES.get(as_text(message.get("role"))):
                turns.say(role, message.get("content"), at)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label="/".join(map(str, place)))


SOURCE = Source("vertex-tuning", "Vertex AI tuning set", recognise, read, signs=frozenset({"messages"}))
