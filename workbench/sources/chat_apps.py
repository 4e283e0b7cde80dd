"""Apps that export chats as lists of texts: who spoke, and what was said. One row for each app.

They keep words only, so that each is read by the same few steps: where the chats are, where a chat's messages are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, text_of

_Chats = Iterator[tuple[Path, dict[str, Json]]]
_ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant"}


@dataclass(frozen=True, slots=True)
class _App:
    slug: str
    title: str
    sign: str
    recognise: Callable[[Json], bool]
    chats: Callable[[Json], _Chats]
    role: str = "role"
    """The key that tells who spoke."""
    is_list: bool = False
    """Whether the export is the list of messages of one chat."""

    @property
    def source(self) -> Source:
        return Source(
            self.slug,
            self.title,
            lambda material: self.recognise(material.value),
            self.read,
            frozenset({VALUE}),
            signs=frozenset({self.sign}),
        )

    def read(self, material: Material) -> Iterator[Found]:
        for place, chat in self.chats(material.value):
            turns = ChatTurns()
            for at, message in objects(chat.get("messages"), place if self.is_list else (*place, "messages")):
                role = as_text(message.get(self.role)).lower()
                words = _words(message)
                if words:
                    turns.say(_ROLES.get(role, role), words, at)
            if turns.messages:
                yield Found(turns.messages, turns.places, FORMAT, label=_label(chat), facts=_facts(chat))


def _words(message: dict[str, Json]) -> str:
    return text_of(message.get("content")) or text_of(message.get("contentParts")) or as_text(message.get("text"))


def _label(chat: dict[str, Json]) -> str:
    return in_text(chat.get("id", chat.get("chatID")))


def _facts(chat: dict[str, Json]) -> Facts:
    title = next((words for key in ("topic", "title", "name") if (words := as_text(chat.get(key)))), "")
    model = chat.get("model") or member(chat, "mask", "modelConfig", "model")
    return Facts(title, as_text(model), in_text(chat.get("updatedAt", chat.get("lastUpdate"))))


def _is_hugging_chat(value: object) -> bool:
    first = member(value, "messages", 0)
    return has(value, "title", "messages") and has(first, "from", "content") and "role" not in first


SOURCES = tuple(
    app.source
    for app in (
        _App(
            "nextchat",
            "NextChat export",
            "chat-next-web-store",
            lambda value: has(member(value, "chat-next-web-store"), "sessions"),
            lambda value: objects(value["chat-next-web-store"]["sessions"], ("chat-next-web-store", "sessions")),
        ),
        _App(
            "typingmind",
            "TypingMind export",
            "data",
            lambda value: has(member(value, "data", "chats", 0), "messages"),
            lambda value: objects(value["data"]["chats"], ("data", "chats")),
        ),
        _App(
            "chatbox",
            "Chatbox export",
            "chat-sessions",
            lambda value: has(member(value, "chat-sessions", 0), "messages"),
            lambda value: objects(value["chat-sessions"], ("chat-sessions",)),
        ),
        _App(
            "huggingchat",
            "HuggingChat export",
            "title",
            _is_hugging_chat,
            lambda value: iter([((), value)]),
            role="from",
        ),
        _App(
            "le-chat",
            "Le Chat export",
            "chatId",
            lambda value: has(member(value, 0), "chatId", "role", "content", "contentChunks"),
            lambda value: iter([((), {"id": value[0].get("chatId"), "messages": value})]),
            is_list=True,
        ),
    )
)
