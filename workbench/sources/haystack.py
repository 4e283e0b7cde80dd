"""Haystack messages (`ChatMessage.to_dict`): parts under `content`, each an object with one key for its kind."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects

_KEYS = frozenset({"role", "meta", "_meta", "name", "_name", "content", "_content", "_role"})
_PARTS = frozenset({"text", "tool_call", "tool_call_result", "image", "reasoning", "file"})


def recognise(material: Material) -> bool:
    listed = material.object.get("messages")
    first = listed[:20] if isinstance(listed, list) else material.sample
    return bool(first) and all(map(_is_message, first))


def _is_message(message: object) -> bool:
    """With the name and the notes that it always writes, and no other key; parts of its kinds, or one text."""
    if not isinstance(message, dict) or not _KEYS.issuperset(message):
        return False
    content = message.get("content", message.get("_content"))
    if not (has(message, "role", "meta") or has(message, "_role", "_meta")):
        return False
    if isinstance(content, list):
        return all(isinstance(part, dict) and len(part) == 1 and not _PARTS.isdisjoint(part) for part in content)
    return isinstance(content, str) and "name" in message


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    listed = list(objects(material.object.get("messages"), ("messages",))) or list(material.records)
    for place, message in listed:
        key = "content" if "content" in message else "_content"
        role = as_text(message.get("role") or message.get("_role"))
        content = message.get(key)
        if isinstance(content, list):
            _add(turns, role, list(objects(content, (*place, key))), place)
        else:
            turns.say(role, content, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT)


def _add(turns: ChatTurns, role: str, parts: list[tuple[Path, dict[str, Json]]], at: Path) -> None:
    calls: list[Call] = []
    spoken: list[Json] = []
    for place, part in parts:
        if "tool_call" in part:
            call = part["tool_call"]
            calls.append(
                Call(
                    member(call, "id"),
                    member(call, "tool_name"),
                    member(call, "arguments") or {},
                    (*place, "tool_call"),
                )
            )
        elif "tool_call_result" in part:
            result = part["tool_call_result"]
            turns.result(
                member(result, "origin", "id"), in_text(member(result, "result")), (*place, "tool_call_result")
            )
        elif "text" in part:
            spoken.append(text_part(in_text(part["text"])))
        elif "image" in part:
            image = part["image"]
            data = f"data:{member(image, 'mime_type') or 'image/png'};base64,{member(image, 'base64_image')}"
            spoken.append(image_part(data))
    if role == "assistant":
        turns.answer(plain(spoken), calls, at)
    elif spoken:
        turns.say(role, plain(spoken), at)


SOURCE = Source(
    "haystack", "list of Haystack messages", recognise, read, signs=frozenset({"meta", "_meta", "messages"})
)
