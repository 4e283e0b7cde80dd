"""Zed threads, as the editor writes them into JSON: 0.2 has segments and tool lists, 0.3 tagged messages."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects


def recognise(material: Material) -> bool:
    first = member(material.value, "messages", 0)
    tagged = isinstance(first, dict) and len(first) == 1 and bool({"User", "Agent"} & set(first))
    return has(first, "segments", "tool_uses", "tool_results") or (tagged and "version" in material.object)


def read(material: Material) -> Iterator[Found]:
    thread = material.object
    turns = ChatTurns()
    for place, message in objects(thread["messages"], ("messages",)):
        if "segments" in message:
            _add_segments(turns, message, place)
        elif "User" in message:
            words = _words(member(message, "User", "content"))
            turns.say("user", words, (*place, "User"))
        elif "Agent" in message:
            _add_agent(turns, as_object(message["Agent"]), (*place, "Agent"))
    if turns.messages:
        title = as_text(thread.get("title") or thread.get("summary"))
        facts = Facts(title, as_text(member(thread, "model", "model")), as_text(thread.get("updated_at")))
        yield Found(turns.messages, turns.places, FORMAT, facts=facts)


def _add_segments(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    for place, result in objects(message.get("tool_results"), (*at, "tool_results")):
        turns.result(result.get("tool_use_id"), _content(result.get("content")), place)
    segments = (part for _, part in objects(message.get("segments")) if part.get("type") == "text")
    words = "".join(in_text(part.get("text")) for part in segments)
    calls = [
        Call(use.get("id"), use.get("name"), use.get("input"), place)
        for place, use in objects(message.get("tool_uses"), (*at, "tool_uses"))
    ]
    role = as_text(message.get("role"))
    if role == "assistant" and (words or calls):
        turns.answer(words, calls, at)
    elif words:
        turns.say(role, words, at)


def _add_agent(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    listed = list(objects(message.get("content"), (*at, "content")))
    uses = [((*place, "ToolUse"), as_object(part["ToolUse"])) for place, part in listed if "ToolUse" in part]
    calls = [Call(use.get("id"), use.get("name"), use.get("input"), place) for place, use in uses]
    words = _words(message.get("content"))
    if words or calls:
        turns.answer(words, calls, at)
    for call_id, result in as_object(message.get("tool_results")).items():
        turns.result(call_id, _content(member(result, "content")), (*at, "tool_results", call_id))


def _words(content: object) -> str:
    return "".join(as_text(part.get("Text")) for _, part in objects(content))


def _content(content: object) -> Json:
    return member(content, "Text") if has(content, "Text") else content


SOURCE = Source("zed", "Zed thread", recognise, read, frozenset({VALUE}), signs=frozenset({"messages"}))
