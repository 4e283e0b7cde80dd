"""Cherry Studio backups: topics with messages, whose texts are blocks in a table of their own.

Only texts and images are sent again. A message of type `clear` hides all before it. Of several answers to one question,
the one marked as useful is sent, else the last.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, in_text, member, objects

_TOPICS: Path = ("indexedDB", "topics")
_BLOCKS: Path = ("indexedDB", "message_blocks")
_SPOKEN = frozenset({"main_text", "code"})
_Placed = tuple[Path, Object]


def recognise(material: Material) -> bool:
    return isinstance(member(material.value, *_TOPICS), list)


def read(material: Material) -> Iterator[Found]:
    blocks = {
        as_text(block.get("id")): (place, block) for place, block in objects(member(material.value, *_BLOCKS), _BLOCKS)
    }
    found = 0
    for place, topic in objects(member(material.value, *_TOPICS), _TOPICS):
        turns, model = ChatTurns(), ""
        for at, message in _sent(list(objects(topic.get("messages"), (*place, "messages")))):
            model = as_text(member(message, "model", "id")) or model
            _add(turns, message, at, blocks)
        if turns.messages:
            found += 1
            title, label = as_text(topic.get("name")), as_text(topic.get("id"))
            found_here = Found(turns.messages, turns.places, FORMAT, label=label, facts=Facts(title, model))
            yield replace(found_here, joined=turns.joined)
    if not found:
        raise NothingToJudgeError("its topics contain no messages")


def _sent(messages: list[_Placed]) -> Iterator[_Placed]:
    cleared = [number for number, (_, message) in enumerate(messages) if message.get("type") == "clear"]
    active = messages[cleared[-1] + 1 :] if cleared else messages
    chosen: dict[str, Path] = {}
    for place, message in active:
        asked = as_text(message.get("askId"))
        if asked and (asked not in chosen or not _is_useful(active, chosen[asked])):
            chosen[asked] = place
    for place, message in active:
        asked = as_text(message.get("askId"))
        if not asked or chosen[asked] == place:
            yield place, message


def _is_useful(messages: list[_Placed], at: Path) -> bool:
    return any(place == at and message.get("useful") is True for place, message in messages)


def _add(turns: ChatTurns, message: Object, at: Path, blocks: dict[str, _Placed]) -> None:
    """Add a message at the place of its first block. Older versions store the text in the message itself."""
    role = as_text(message.get("role"))
    held = message.get("blocks")
    named = [blocks[name] for block in (held if isinstance(held, list) else ()) if (name := as_text(block)) in blocks]
    parts = [(place, part) for place, block in named if (part := _part(block)) is not None]
    content = plain([part for _, part in parts]) if parts else in_text(message.get("content"))
    at = parts[0][0] if parts else at
    if role == "assistant":
        turns.answer(content, (), at)
    elif role in {"user", "system"}:
        turns.say(role, content, at)
    else:
        return
    index = len(turns) - 1
    if isinstance(content, str):
        for place, _ in parts:
            turns.join((index, "content"), place)
    else:
        turns.note(index, ((("content", number), place) for number, (place, _) in enumerate(parts)))


def _part(block: Object) -> Json | None:
    if as_text(block.get("type")) in _SPOKEN:
        return text_part(in_text(block.get("content")))
    is_image = block.get("type") == "image" and as_text(block.get("url"))
    return image_part(block["url"]) if is_image else None


SOURCE = Source(
    "cherry-studio",
    "Cherry Studio backup",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"indexedDB"}),
)
