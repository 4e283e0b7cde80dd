"""Messages of Microsoft.Extensions.AI (.NET) and of the Agent Framework in Python, alone or in a saved thread.

Both have `contents` with typed parts. .NET names the type `$type` and writes `callId`, Python `type` and `call_id`.
A stream is a list of updates with the id of their response; consecutive updates of one message are joined.
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

_Parts = list[tuple[Path, Object]]
_OF_UPDATES = ("responseId", "response_id")
"""A part of a stream names its response, a message does not."""


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
    for place, role, parts in _joined(_listed(material)):
        _add(turns, role, parts, place)
    if not turns.messages:
        raise NothingToJudgeError("it contains no messages with texts, calls or results")
    yield Found(turns.messages, turns.places, FORMAT)


def _joined(listed: list[tuple[Path, Object]]) -> Iterator[tuple[Path, str, _Parts]]:
    """Yield each message with its role and parts. Updates of one message become one message, without empty ones."""
    current: tuple[Path, str, _Parts] | None = None
    message_id = ""
    for place, message in listed:
        role = (as_text(message.get("role")) or as_text(member(message, "role", "value"))).lower()
        parts = list(objects(message.get("contents"), (*place, "contents")))
        is_update = any(key in message for key in _OF_UPDATES)
        own_id = as_text(message.get("messageId")) or as_text(message.get("message_id"))
        if is_update and current and role in {current[1], ""} and (not own_id or own_id == message_id):
            _extend(current[2], parts)
            continue
        if current:
            yield current
        current, message_id = ((place, role, parts), own_id) if parts or not is_update else (None, "")
    if current:
        yield current


def _extend(known: _Parts, parts: _Parts) -> None:
    """Add the parts of an update. Its text continues the text before it."""
    for place, part in parts:
        before = known[-1] if known else None
        if before and _kind(part) == _kind(before[1]) == "text":
            known[-1] = before[0], {**before[1], "text": in_text(before[1].get("text")) + in_text(part.get("text"))}
        else:
            known.append((place, part))


def _kind(part: Object) -> str:
    return (as_text(part.get("$type")) or as_text(part.get("type"))).replace("_", "").lower()


def _add(turns: ChatTurns, role: str, parts: _Parts, at: Path) -> None:
    """Add a message. Each result becomes a message of its own, as the clients of OpenAI send it."""
    calls: list[Call] = []
    spoken: list[Json] = []
    answered = False
    for place, part in parts:
        kind = _kind(part)
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
