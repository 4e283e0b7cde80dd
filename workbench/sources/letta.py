"""Letta: the messages of an agent as its API lists them, each with its own `message_type`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, in_text, member, objects, text_of

_SAID = {"system_message": "system", "user_message": "user"}
_CALLS = frozenset({"tool_call_message", "approval_request_message"})


def recognise(material: Material) -> bool:
    return material.mostly(lambda message: as_text(message.get("message_type")).endswith("_message"))


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in sorted(material.records, key=lambda spot: as_text(spot[1].get("date"))):
        _add(turns, message, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    """One message; the thoughts of the model, which are listed too, are not sent again."""
    kind = as_text(message.get("message_type"))
    if kind in _SAID:
        turns.say(_SAID[kind], text_of(message.get("content")) or in_text(message.get("content")), at)
    elif kind == "assistant_message":
        turns.answer(text_of(message.get("content")) or in_text(message.get("content")), [], at)
    elif kind in _CALLS:
        made = list(objects(message.get("tool_calls"), (*at, "tool_calls")))
        if not made and isinstance(message.get("tool_call"), dict):
            made = [((*at, "tool_call"), as_object(message["tool_call"]))]
        calls = [
            Call(call.get("tool_call_id"), call.get("name"), member(call, "arguments") or {}, place)
            for place, call in made
        ]
        if calls:
            turns.answer(None, calls, at)
    elif kind == "tool_return_message":
        turns.result(message.get("tool_call_id"), message.get("tool_return"), at)


SOURCE = Source("letta", "list of Letta messages", recognise, read, signs=frozenset({"message_type"}))
