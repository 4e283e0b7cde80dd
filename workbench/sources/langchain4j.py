"""LangChain4j messages (`ChatMessageSerializer`): a `type` in capitals, calls and results with their ids."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, in_text, member, objects

_KEYS = {
    "SYSTEM": ("text",),
    "USER": ("text", "contents"),
    "AI": ("text", "toolExecutionRequests"),
    "TOOL_EXECUTION_RESULT": ("toolName",),
}


def recognise(material: Material) -> bool:
    return isinstance(material.value, list) and material.mostly(_is_message)


def _is_message(message: dict[str, Json]) -> bool:
    keys = _KEYS.get(as_text(message.get("type")), ())
    return any(key in message for key in keys)


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in material.records:
        kind, words = message.get("type"), message.get("text")
        if kind == "AI":
            calls = [
                Call(call.get("id"), call.get("name"), call.get("arguments"), at)
                for at, call in objects(message.get("toolExecutionRequests"), (*place, "toolExecutionRequests"))
            ]
            turns.answer(words, calls, place)
        elif kind == "TOOL_EXECUTION_RESULT":
            turns.result(message.get("id"), words, place)
        elif kind == "SYSTEM":
            turns.say("system", words, place)
        elif kind == "USER":
            turns.say("user", _content(message), place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT)


def _content(message: dict[str, Json]) -> Json:
    if "contents" not in message:
        return message.get("text")
    parts = []
    for _, part in objects(message["contents"]):
        if part.get("type") == "TEXT":
            parts.append(text_part(in_text(part.get("text"))))
        elif part.get("type") == "IMAGE":
            data = member(part, "image", "base64Data")
            url = f"data:{member(part, 'image', 'mimeType')};base64,{data}" if data else member(part, "image", "url")
            parts.append(image_part(url))
    return plain(parts)


SOURCE = Source(
    "langchain4j",
    "list of LangChain4j messages",
    recognise,
    read,
    signs=frozenset(_KEYS),
)
