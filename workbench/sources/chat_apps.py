"""Apps that export chats as lists of messages with a role and a text. One row for each app.

The same steps read all of them: find the chats, select the messages that are sent again, read each one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, text_of

_Chats = Iterator[tuple[Path, dict[str, Json]]]
_Messages = list[tuple[Path, dict[str, Json]]]
_ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant"}


@dataclass(frozen=True, slots=True)
class _App:
    slug: str
    title: str
    sign: str
    recognise: Callable[[Any], bool]
    chats: Callable[[Any], _Chats]
    role: str = "role"
    """The key of a message's role."""
    is_list: bool = False
    """Whether the export is only the message list of one chat."""
    sent: Callable[[dict[str, Json], _Messages], _Messages] = lambda chat, messages: messages
    """Selects the messages of a chat that the app sends with the next prompt."""

    @property
    def source(self) -> Source:
        return Source(
            self.slug,
            self.title,
            lambda material: self.recognise(material.value),
            self.read,
            frozenset({VALUE}),
            signs=frozenset(self.sign.split()),
        )

    def read(self, material: Material) -> Iterator[Found]:
        for place, chat in self.chats(material.value):
            turns = ChatTurns()
            inside = place if self.is_list else (*place, "messages")
            for at, message in self.sent(chat, list(objects(chat.get("messages"), inside))):
                role = as_text(message.get(self.role)).lower()
                _add(turns, _ROLES.get(role, role), message, at)
            if turns.messages:
                found = Found(turns.messages, turns.places, FORMAT, label=_label(chat), facts=_facts(chat))
                yield replace(found, joined=turns.joined)


def _add(turns: ChatTurns, role: str, message: dict[str, Json], at: Path) -> None:
    """Add a message. A call and its result are one part of an answer; the text before them belongs to the call."""
    parts = list(objects(message.get("contentParts"), (*at, "contentParts")))
    if not any(part.get("type") == "tool-call" for _, part in parts):
        if words := _words(message):
            turns.say(role, words, at)
        return
    texts: dict[Path, str] = {}
    for place, part in parts:
        if part.get("type") == "text":
            texts[place] = as_text(part.get("text"))
        elif part.get("type") == "tool-call":
            call_id = part.get("toolCallId")
            call = Call(call_id, part.get("toolName"), part.get("args"), place)
            turns.answer_in_parts(texts, [call], at, between="")
            texts = {}
            if part.get("state") != "call":
                turns.result(call_id, part.get("result"), place)
    if any(texts.values()):
        turns.answer_in_parts(texts, [], at, between="")


def _words(message: dict[str, Json]) -> str:
    parts = [part for _, part in objects(message.get("contentParts")) if part.get("type") == "text"]
    return text_of(message.get("content")) or text_of(parts) or as_text(message.get("text"))


def _without_errors(chat: dict[str, Json], messages: _Messages) -> _Messages:
    """Return the messages since the user last cleared the context, without failed answers."""
    start = chat.get("clearContextIndex")
    later = messages[start if isinstance(start, int) and not isinstance(start, bool) else 0 :]
    return [(place, message) for place, message in later if not message.get("isError")]


def _to_last(chat: dict[str, Json], messages: _Messages) -> _Messages:
    """Return the path through a tree to its last message."""
    last = messages[-1][1] if messages else {}
    above = last.get("ancestors")
    if not isinstance(above, list) or not above:
        return messages
    path = {*map(str, above), as_text(last.get("id"))}
    return [(place, message) for place, message in messages if as_text(message.get("id")) in path]


def _chatbox_sessions(value: Any) -> _Chats:
    """Yield the sessions: older versions store a list, newer ones a key for each session."""
    yield from objects(value.get("chat-sessions"), ("chat-sessions",))
    for key, session in value.items():
        if key.startswith("session:") and has(session, "messages"):
            yield (key,), session


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
            sent=_without_errors,
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
            "chat-sessions chat-sessions-list messages",
            lambda value: isinstance(value, dict) and next(_chatbox_sessions(value), None) is not None,
            _chatbox_sessions,
        ),
        _App(
            "huggingchat",
            "HuggingChat export",
            "title",
            _is_hugging_chat,
            lambda value: iter([((), value)]),
            role="from",
            sent=_to_last,
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
