"""AG-UI: messages in camel case, each with an id; the input of a run; or the events of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.ag_ui_events import PlacedMessage, is_event, may_have_events, messages_of_events
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects

_SPEAKERS = {"user": "user", "system": "system", "developer": "developer"}
_NAMED = frozenset({"id", "role"})


def recognise(material: Material) -> bool:
    if has(material.value, "threadId", "runId", "messages"):
        return True
    sample = material.sample if isinstance(material.value, list) else []
    if may_have_events(material) and any(is_event(event) for event in sample):
        return True
    if not material.signs.issuperset(_NAMED):
        return False
    named = [message for message in sample if has(message, *_NAMED)]
    return bool(named) and len(named) == len(sample) and any(_is_distinctive(message) for message in named)


def _is_distinctive(message: dict[str, Json]) -> bool:
    """Whether this is a Chat Completions message in camel case. Only AG-UI has calls with an `id` and a `function`."""
    calls = message.get("toolCalls")
    if message.get("role") == "activity" or (message.get("role") == "tool" and "toolCallId" in message):
        return "parts" not in message
    return isinstance(calls, list) and any(has(call, "id", "function") for call in calls)


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    if any(is_event(event) for event in material.sample):
        placed = messages_of_events(material)
    else:
        inside = isinstance(material.value, dict)
        held = material.object["messages"] if inside else material.value
        placed = [
            PlacedMessage(message, place, [], {}) for place, message in objects(held, ("messages",) if inside else ())
        ]
    for message, place, further, starts in placed:
        index = len(turns)
        _add(turns, message, place, starts)
        for event in further if len(turns) > index else ():
            turns.join((index, "content"), event)
    if turns.messages:
        label = as_text(material.object.get("threadId"))
        yield Found(turns.messages, turns.places, FORMAT, label=label, joined=turns.joined)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path, starts: Mapping[int, Path]) -> None:
    role = as_text(message.get("role"))
    if role == "assistant":
        calls = [
            Call(
                call.get("id"),
                member(call, "function", "name"),
                member(call, "function", "arguments"),
                starts.get(int(place[-1]), place),
            )
            for place, call in objects(message.get("toolCalls"), (*at, "toolCalls"))
        ]
        turns.answer(message.get("content"), calls, at)
    elif role == "tool":
        turns.result(message.get("toolCallId"), message.get("content"), at)
    elif role in _SPEAKERS:
        turns.say(role, _content(message.get("content")), at)


def _content(content: object) -> Json:
    if not isinstance(content, list):
        return content
    return plain(_part(part) for _, part in objects(content))


def _part(part: dict[str, Json]) -> Json:
    if part.get("type") == "text":
        return text_part(part.get("text"))
    data = f"data:{in_text(part.get('mimeType'))};base64,{in_text(part.get('data'))}"
    return image_part(part.get("url") or data)


SOURCE = Source(
    "ag-ui",
    "AG-UI messages",
    recognise,
    read,
    signs=frozenset({"toolCalls", "toolCallId", "threadId", "messageId", "runId"}),
)
