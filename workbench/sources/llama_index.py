"""LlamaIndex chat stores and memories: messages made of blocks, one list for each key.

Calls have the shape of OpenAI, or their name and arguments beside the id. Gemini's calls may have no id; their results
name the tool instead, and answer its calls in order.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened


def recognise(material: Material) -> bool:
    return _store(material.value) is not None or _is_list(material.value)


def _store(value: object) -> Path | None:
    """Return the path of the store: the file itself, or the store of a memory."""
    for path in (("store",), ("chat_store", "store")):
        held = member(value, *path)
        if isinstance(held, dict) and any(map(_is_list, held.values())):
            return path
    return None


def _is_list(value: object) -> bool:
    """Whether this is a message list, by its blocks or (in older versions) by its `additional_kwargs`."""
    first = member(value, 0)
    if not has(first, "role"):
        return False
    if any("block_type" in block for _, block in objects(member(first, "blocks"))):
        return True
    return isinstance(member(first, "additional_kwargs"), dict) and "type" not in first


def read(material: Material) -> Iterator[Found]:
    path = _store(material.value)
    held = as_object(member(material.value, *path)) if path is not None else {"": material.value}
    for key, messages in held.items():
        turns = ChatTurns()
        without_id = _CallsWithoutId()
        at = (*path, key) if path is not None else ()
        for place, message in objects(messages, at):
            _add(turns, message, place, without_id)
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=key)


class _CallsWithoutId:
    """Generates ids for calls that have none, and finds them again by the name of the tool."""

    def __init__(self) -> None:
        self._ids: dict[str, deque[str]] = defaultdict(deque)
        self._count = 0

    def call(self, name: object) -> str:
        self._count += 1
        self._ids[as_text(name)].append(f"call_{self._count}")
        return f"call_{self._count}"

    def answered_by(self, call_id: object) -> object:
        """Return the id of the call that a result answers: its own, or the generated id if it names a tool."""
        waiting = self._ids.get(as_text(call_id))
        return waiting.popleft() if waiting else call_id


def _add(turns: ChatTurns, message: dict[str, Json], at: Path, without_id: _CallsWithoutId) -> None:
    more = message.get("additional_kwargs")
    blocks = list(objects(message.get("blocks"), (*at, "blocks")))
    content = (
        plain(part for _, block in blocks if (part := _part(block)) is not None) if blocks else message.get("content")
    )
    role = as_text(message.get("role"))
    if role in {"assistant", "chatbot", "model"}:
        calls = [
            call if call.id or not call.name else call._replace(id=without_id.call(call.name))
            for call in _calls(more, blocks, at)
        ]
        turns.answer(content, calls, at)
    elif role in {"tool", "function"}:
        turns.result(without_id.answered_by(member(more, "tool_call_id")), content, at)
    elif role:
        turns.say(role, content, at)


def _calls(more: object, blocks: list[tuple[Path, dict[str, Json]]], at: Path) -> Iterator[Call]:
    raw = list(objects(member(more, "tool_calls"), (*at, "additional_kwargs", "tool_calls")))
    for place, call in raw:
        function = call.get("function") or {"name": call.get("name"), "arguments": call.get("args")}
        yield Call(call.get("id"), member(function, "name"), member(function, "arguments"), place)
    for place, block in blocks:
        if block.get("block_type") == "tool_call" and not raw:
            arguments = opened(block.get("tool_kwargs"))
            yield Call(block.get("tool_call_id"), block.get("tool_name"), arguments, place)


def _part(block: dict[str, Json]) -> Json | None:
    if block.get("block_type") == "text":
        return text_part(block.get("text"))
    if block.get("block_type") != "image":
        return None
    data = f"data:{in_text(block.get('image_mimetype')) or 'image/png'};base64,{in_text(block.get('image'))}"
    return image_part(block.get("url") or data)


SOURCE = Source(
    "llama-index",
    "LlamaIndex chat store",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"store", "chat_store", "blocks", "additional_kwargs"}),
)
