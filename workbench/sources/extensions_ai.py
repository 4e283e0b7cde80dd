"""Messages of Microsoft.Extensions.AI (.NET) and of the Agent Framework in Python, alone or in a saved thread.

Both have `contents` with typed parts. .NET names the type `$type` and writes `callId`, Python `type` and `call_id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects

_HOLDERS: tuple[Path, ...] = (
    ("messages",),
    ("storeState", "messages"),
    ("chatHistoryProviderState", "messages"),
    ("chat_message_store_state", "messages"),
    ("state", "messages"),
)


def _listed(material: Material) -> list[tuple[Path, Object]]:
    """Return the messages: a list, the only message, or those of a saved thread."""
    for path in _HOLDERS:
        if isinstance(held := member(material.value, *path), list):
            return list(objects(held, path))
    return list(material.records)


def _is_written_by(writer: str) -> Callable[[Material], bool]:
    key = {"dotnet": "$type", "python": "type"}[writer]

    def recognise(material: Material) -> bool:
        messages = [message for _, message in _listed(material)[:20]]
        matching = [item for item in messages if has(item, "role", "contents") and has(_first_part(item), key)]
        return bool(matching) and 2 * len(matching) >= len(messages) and not any("parts" in item for item in matching)

    return recognise


def _first_part(message: Object) -> Json:
    return member(message, "contents", 0)


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in _listed(material):
        role = as_text(message.get("role")) or as_text(member(message, "role", "value"))
        _add(turns, role.lower(), list(objects(message.get("contents"), (*place, "contents"))), place)
    if not turns.messages:
        raise NothingToJudgeError("it contains no messages with texts, calls or results")
    yield Found(turns.messages, turns.places, FORMAT)


def _add(turns: ChatTurns, role: str, parts: list[tuple[Path, Object]], at: Path) -> None:
    """Add a message. Each result becomes a message of its own, as the clients of OpenAI send it."""
    calls: list[Call] = []
    spoken: list[Json] = []
    answered = False
    for place, part in parts:
        kind = (as_text(part.get("$type")) or as_text(part.get("type"))).replace("_", "").lower()
        if kind == "functioncall":
            calls.append(Call(_call_id(part), part.get("name"), part.get("arguments"), place))
        elif kind == "functionresult":
            turns.result(_call_id(part), part.get("result"), place)
            answered = True
        elif kind == "text":
            spoken.append(text_part(in_text(part.get("text"))))
        elif kind in {"data", "uri"}:
            spoken.append(image_part(part.get("uri")))
    if role == "assistant":
        turns.answer(plain(spoken), calls, at)
    elif role in {"user", "system", "developer"} and (spoken or not answered):
        turns.say(role, plain(spoken), at)


def _call_id(part: Object) -> Json:
    return part.get("callId") if "callId" in part else part.get("call_id")


SOURCE = Source(
    "extensions-ai",
    "list of Microsoft.Extensions.AI messages",
    _is_written_by("dotnet"),
    read,
    signs=frozenset({"contents", *(path[0] for path in _HOLDERS if isinstance(path[0], str))}),
)
AGENT_FRAMEWORK = Source(
    "agent-framework",
    "list of Agent Framework messages",
    _is_written_by("python"),
    read,
    signs=SOURCE.signs,
)
