"""LM Studio conversations (`*.conversation.json`): every message has versions, one of which is selected.

An answer is a list of steps. Thoughts are steps with their own style. Calls and results have a request id.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_object, as_text, has, in_text, member, objects, text_of


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
        version = as_object(member(message, *at[len(place) :]))
        role = as_text(version.get("role") or message.get("role"))
        if "steps" in version:
            _add_steps(turns, version, at)
        elif words := text_of(version.get("content")):
            turns.say(role, words, at)
    if turns.messages:
        facts = Facts(as_text(chat.get("name")), when=_when(chat))
        yield Found(turns.messages, turns.places, FORMAT, facts=facts, joined=turns.joined)


def _add_steps(turns: ChatTurns, version: Object, at: Path) -> None:
    """Add steps. A text and the calls after it are one message; a result ends that message."""
    words: dict[Path, str] = {}
    calls: list[Call] = []
    for place, step in objects(version.get("steps"), (*at, "steps")):
        if member(step, "style", "type") == "thinking":
            continue
        for spot, part in objects(step.get("content"), (*place, "content")):
            kind = part.get("type")
            if kind == "toolCallRequest":
                calls.append(Call(_id(part), part.get("name"), part.get("parameters", part.get("arguments")), spot))
            elif kind == "toolCallResult":
                if words or calls:
                    turns.answer_in_parts(words, calls, at)
                    words, calls = {}, []
                turns.result(_id(part), text_of(part.get("content")) or in_text(part.get("content")), spot)
            elif as_text(part.get("text")):
                words[spot] = as_text(part.get("text"))
    if words or calls:
        turns.answer_in_parts(words, calls, at)


def _id(part: Object) -> Json:
    return as_text(part.get("toolCallRequestId")) or in_text(part.get("callId")) or None


def _when(chat: dict[str, object]) -> str:
    return in_text(chat.get("assistantLastMessagedAt") or chat.get("createdAt"))


SOURCE = Source(
    "lm-studio",
    "LM Studio conversation",
    recognise,
    read,
    frozenset({VALUE}),
    homes=(".lmstudio/conversations/**/*.conversation.json", ".cache/lm-studio/conversations/**/*.conversation.json"),
    signs=frozenset({"messages"}),
)
