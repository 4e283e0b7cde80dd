"""Chatbot UI exports: a history of chats, each with its messages and its model."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects


def recognise(material: Material) -> bool:
    first = member(material.value, "history", 0)
    return has(material.value, "version", "folders") and has(first, "id", "messages")


def read(material: Material) -> Iterator[Found]:
    for place, chat in objects(material.object["history"], ("history",)):
        turns = ChatTurns()
        if as_text(chat.get("prompt")):
            turns.say("system", chat["prompt"], (*place, "prompt"))
        for at, message in objects(chat.get("messages"), (*place, "messages")):
            turns.say(as_text(message.get("role")) or "user", message.get("content"), at)
        if turns.messages:
            facts = Facts(as_text(chat.get("name")), as_text(member(chat, "model", "id")))
            yield Found(turns.messages, turns.places, FORMAT, label=str(chat.get("id")), facts=facts)


SOURCE = Source("chatbotui", "Chatbot UI export", recognise, read, frozenset({VALUE}), signs=frozenset({"history"}))
