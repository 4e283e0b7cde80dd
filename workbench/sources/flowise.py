"""Flowise: the messages of a chatflow, those of all its chats in one list, and the history of a prediction.

Only texts are sent again. Tools, reasoning and documents next to an answer are shown in the app.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects

_ROLES = {"userMessage": "user", "apiMessage": "assistant"}


def recognise(material: Material) -> bool:
    if has(material.value, "question", "history"):
        return as_text(member(material.value, "history", 0, "role")) in _ROLES
    if as_text(member(material.value, 0, "role")) not in _ROLES:  # almost every other list of messages
        return False
    return material.mostly(lambda message: as_text(message.get("role")) in _ROLES and has(message, "content"))


def read(material: Material) -> Iterator[Found]:
    history = list(objects(material.object.get("history"), ("history",)))
    chats: dict[str, ChatTurns] = defaultdict(ChatTurns)
    for place, message in history or material.records:
        role = as_text(message.get("role"))
        chat = "" if history else as_text(message.get("chatId"))
        chats[chat].say(_ROLES.get(role, role), in_text(message.get("content")), place)
    if history:
        chats[""].say("user", in_text(material.object.get("question")), ("question",))
    for chat, turns in chats.items():
        yield Found(turns.messages, turns.places, FORMAT, label=chat)


SOURCE = Source("flowise", "Flowise chat", recognise, read, signs=frozenset({"history", "role"}))
