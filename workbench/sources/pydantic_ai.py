"""pydantic-ai histories (`ModelMessagesTypeAdapter`): requests and responses made of parts with a `part_kind`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, in_text, member, objects

_KINDS = frozenset({"request", "response"})


def recognise(material: Material) -> bool:
    return any(_is_message(message) for message in material.sample) or _wrapped(material) is not None


def _is_message(value: object) -> bool:
    parts = member(value, "parts")
    kind = as_text(member(value, "kind"))
    return (
        kind in _KINDS
        and isinstance(parts, list)
        and (not parts or any("part_kind" in part for _, part in objects(parts)))
    )


def _wrapped(material: Material) -> str | None:
    """The key of an object that holds such a list (`messages`, `message_history`, `all_messages`)."""
    return next(
        (key for key, held in material.object.items() if isinstance(held, list) and held and _is_message(held[0])), None
    )


def read(material: Material) -> Iterator[Found]:
    key = None if any(_is_message(message) for message in material.sample) else _wrapped(material)
    held = objects(material.object[key], (key,)) if key is not None else material.records
    turns = ChatTurns()
    model = ""
    instructed = ""
    for place, message in held:
        if message.get("kind") == "response":
            model = as_text(message.get("model_name")) or model
            _response(turns, message, place)
        elif message.get("kind") == "request":
            words = as_text(message.get("instructions"))
            if words and words != instructed:
                turns.say("system", words, (*place, "instructions"))
                instructed = words
            _request(turns, message, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, facts=Facts(model=model))


def _request(turns: ChatTurns, message: dict[str, Json], place: Path) -> None:
    """Results go first, as they do on the wire."""
    parts = list(objects(message.get("parts"), (*place, "parts")))
    results = [spot for spot in parts if _is_result(spot[1])]
    for at, part in results + [spot for spot in parts if not _is_result(spot[1])]:
        kind = part.get("part_kind")
        if _is_result(part):
            turns.result(part.get("tool_call_id"), part.get("content"), at)
        elif kind in ("system-prompt", "instruction"):
            turns.say("system", part.get("content"), at)
        elif kind in ("user-prompt", "retry-prompt"):
            turns.say("user", _content(part.get("content")), at)


def _is_result(part: dict[str, Json]) -> bool:
    kind = part.get("part_kind")
    return kind == "tool-return" or (kind == "retry-prompt" and bool(part.get("tool_name")))


def _response(turns: ChatTurns, message: dict[str, Json], place: Path) -> None:
    """Tools that the provider runs itself are called and answered inside the response: no message of ours."""
    parts = list(objects(message.get("parts"), (*place, "parts")))
    calls = [
        Call(part.get("tool_call_id"), part.get("tool_name"), part.get("args"), at)
        for at, part in parts
        if part.get("part_kind") == "tool-call"
    ]
    words = [as_text(part.get("content")) for _, part in parts if part.get("part_kind") == "text"]
    if words or calls:
        turns.answer("\n".join(words), calls, place)


def _content(content: object) -> Json:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return in_text(content)
    return plain(part for item in content if (part := _part(item)) is not None)


def _part(item: object) -> Json | None:
    if isinstance(item, str):
        return text_part(item)
    kind = member(item, "kind")
    if kind == "image-url":
        return image_part(member(item, "url"))
    if kind == "binary" and as_text(member(item, "media_type")).startswith("image/"):
        return image_part(f"data:{member(item, 'media_type')};base64,{member(item, 'data')}")
    return None if kind == "cache-point" else text_part(in_text(member(item, "url") or f"[{kind}]"))


SOURCE = Source(
    "pydantic-ai",
    "pydantic-ai history",
    recognise,
    read,
    signs=frozenset({"kind", "messages", "message_history", "all_messages", "history", "new_messages"}),
)
