"""LobeChat exports: one list of all messages, each with the session and the topic that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects


def recognise(material: Material) -> bool:
    return has(material.value, "exportType", "state") and isinstance(member(material.value, "state", "messages"), list)


def read(material: Material) -> Iterator[Found]:
    titles = {as_text(item.get("id")): item for _, item in objects(member(material.value, "state", "sessions"))}
    threads: dict[tuple[str, str], ChatTurns] = {}
    for place, message in objects(member(material.value, "state", "messages"), ("state", "messages")):
        key = as_text(message.get("sessionId")), as_text(message.get("topicId"))
        turns = threads.setdefault(key, ChatTurns())
        role, words = as_text(message.get("role")), message.get("content")
        calls = [
            Call(call.get("id"), call.get("apiName"), call.get("arguments"), at)
            for at, call in objects(message.get("tools"), (*place, "tools"))
        ]
        if role == "tool":
            turns.result(message.get("tool_call_id"), words, place)
        elif role == "assistant":
            turns.answer(words, calls, place)
        else:
            turns.say(role, words, place)
    for (session, topic), turns in threads.items():
        title = as_text(member(titles.get(session), "meta", "title"))
        model = as_text(member(titles.get(session), "config", "model"))
        yield Found(turns.messages, turns.places, FORMAT, label=topic or session, facts=Facts(title, model))


SOURCE = Source("lobechat", "LobeChat export", recognise, read, frozenset({VALUE}), signs=frozenset({"exportType"}))
