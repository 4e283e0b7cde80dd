"""Semantic Kernel chat histories: .NET's list of messages with typed items, and Python's `ChatHistory`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects

_TYPES = {
    "TextContent": "text",
    "FunctionCallContent": "function_call",
    "FunctionResultContent": "function_result",
    "ImageContent": "image",
}


def recognise(material: Material) -> bool:
    return material.mostly(_is_dotnet) or has(member(material.value, "messages", 0), "content_type", "role", "items")


def _is_dotnet(message: dict[str, Json]) -> bool:
    return has(message, "Role", "Items")


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in material.records if isinstance(material.value, list) else _python(material):
        role = member(message, "Role", "Label") or message.get("Role") or message.get("role")
        key = "Items" if "Items" in message else "items"
        items = list(objects(message.get(key), (*place, key)))
        _add(turns, as_text(role).lower(), items, place, _answered(message))
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT)


def _python(material: Material) -> Iterator[tuple[Path, dict[str, Json]]]:
    return objects(material.object.get("messages"), ("messages",))


def _answered(message: dict[str, Json]) -> Json:
    """Return the call that a text answers, which older versions keep in the metadata of the message."""
    about = as_object(message.get("Metadata"))
    return next((held for key, held in about.items() if key.endswith("ToolCall.Id")), None)


def _add(turns: ChatTurns, role: str, items: list[tuple[Path, dict[str, Json]]], at: Path, answered: Json) -> None:
    """Add a message. Each result is sent as a message of its own; the text next to results repeats them."""
    calls: list[Call] = []
    spoken: list[Json] = []
    results: list[tuple[Path, dict[str, Json]]] = []
    for place, item in items:
        kind = _TYPES.get(as_text(item.get("$type")), as_text(item.get("content_type")))
        if kind == "function_call":
            calls.append(
                Call(_either(item, "Id", "id"), _name(item), _either(item, "Arguments", "arguments") or {}, place)
            )
        elif kind == "function_result":
            results.append((place, item))
        elif kind == "text":
            spoken.append(text_part(in_text(_either(item, "Text", "text"))))
        elif kind == "image":
            uri = next((item[key] for key in ("DataUri", "Uri", "data_uri", "uri") if item.get(key)), "")
            spoken.append(image_part(uri))
    for place, item in results:
        turns.result(item.get("CallId") or _either(item, "Id", "id"), _either(item, "Result", "result"), place)
    if results:
        return
    if role == "assistant":
        turns.answer(plain(spoken), calls, at)
    elif role == "tool" and answered is not None:
        turns.result(answered, plain(spoken), at)
    elif role and spoken:
        turns.say(role, plain(spoken), at)


def _either(item: dict[str, Json], dotnet: str, python: str) -> Json:
    return item.get(dotnet) if dotnet in item else item.get(python)


def _name(item: dict[str, Json]) -> str:
    """The name on the wire: that of the plugin, a hyphen, that of the function."""
    whole = as_text(item.get("name"))
    parts = (
        _either(item, "PluginName", "plugin_name"),
        _either(item, "FunctionName", "function_name"),
    )
    return whole or "-".join(text for part in parts if (text := as_text(part)))


SOURCE = Source(
    "semantic-kernel",
    "Semantic Kernel chat history",
    recognise,
    read,
    signs=frozenset({"Role", "messages"}),
)
