"""LM Studio conversations (`*.conversation.json`): every message has versions, and one of them is selected."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, text_of


def recognise(material: Material) -> bool:
    return has(member(material.value, "messages", 0), "versions", "currentlySelected")


def read(material: Material) -> Iterator[Found]:
    chat = material.object
    turns = ChatTurns()
    if as_text(chat.get("systemPrompt")):
        turns.say("system", chat["systemPrompt"], ("systemPrompt",))
    for place, message in objects(chat["messages"], ("messages",)):
        selected = message.get("currentlySelected")
        at = (*place, "versions", selected if isinstance(selected, int) else 0)
        version = member(message, *at[len(place) :])
        steps = [text_of(step.get("content")) for _, step in objects(member(version, "steps"))]
        words = text_of(member(version, "content")) or "\n".join(filter(None, steps))
        if words:
            turns.say(as_text(member(version, "role")), words, at)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, facts=Facts(as_text(chat.get("name")), when=_when(chat)))


def _when(chat: dict[str, object]) -> str:
    return in_text(chat.get("assistantLastMessagedAt") or chat.get("createdAt"))


SOURCE = Source(
    "lm-studio", "LM Studio conversation", recognise, read, frozenset({VALUE}), signs=frozenset({"messages"})
)
