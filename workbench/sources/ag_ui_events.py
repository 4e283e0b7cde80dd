"""The events of an AG-UI run → its messages. Deltas are concatenated, and the last snapshot wins."""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.sources.contract import Material
from workbench.sources.reading import as_text, in_text, objects

_EVENTS = frozenset({
    "RUN_STARTED", "RUN_FINISHED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "TOOL_CALL_START",
    "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT", "MESSAGES_SNAPSHOT",
})  # fmt: skip


class PlacedMessage(NamedTuple):
    """A message, the place of its first event, and the places of the events that continue it."""

    message: JsonObject
    at: Path
    further: list[Path]
    starts: dict[int, Path]
    """Number of a call in the message → the place of the event that began it."""


def is_event(value: dict[str, Json]) -> bool:
    return as_text(value.get("type")) in _EVENTS


def may_have_events(material: Material) -> bool:
    """Whether any of the first records may be an event, by the types of all of them."""
    return not _EVENTS.isdisjoint(material.signs)


def messages_of_events(material: Material) -> list[PlacedMessage]:
    messages: dict[str, PlacedMessage] = {}
    calls: dict[str, tuple[JsonObject, PlacedMessage]] = {}
    for place, event in material.records:
        kind, id_ = as_text(event.get("type")), as_text(event.get("messageId"))
        if kind == "MESSAGES_SNAPSHOT":
            placed = objects(event.get("messages"), (*place, "messages"))
            messages = {
                as_text(message.get("id")) or str(at): PlacedMessage({**message}, at, [], {}) for at, message in placed
            }
        elif kind == "TEXT_MESSAGE_START":
            messages[id_] = PlacedMessage(
                {"id": id_, "role": event.get("role") or "assistant", "content": ""}, place, [], {}
            )
        elif kind == "TEXT_MESSAGE_CONTENT" and id_ in messages:
            message = messages[id_].message
            message["content"] = in_text(message.get("content")) + in_text(event.get("delta"))
            messages[id_].further.append(place)
        elif kind == "TOOL_CALL_START":
            _start_call(event, place, messages, calls)
        elif kind == "TOOL_CALL_ARGS" and (call_id := as_text(event.get("toolCallId"))) in calls:
            function, placed_message = calls[call_id]
            function["arguments"] += in_text(event.get("delta"))
            placed_message.further.append(place)
        elif kind == "TOOL_CALL_RESULT":
            result = {"role": "tool", "toolCallId": event.get("toolCallId"), "content": event.get("content")}
            messages[id_ or f"result {place}"] = PlacedMessage(result, place, [], {})
    return list(messages.values())


def _start_call(
    event: dict[str, Json],
    place: Path,
    messages: dict[str, PlacedMessage],
    calls: dict[str, tuple[JsonObject, PlacedMessage]],
) -> None:
    """Add a call to its parent message, or to a new message if it has no parent."""
    parent = as_text(event.get("parentMessageId")) or f"calls {place}"
    placed_message = messages.setdefault(parent, PlacedMessage({"id": parent, "role": "assistant"}, place, [], {}))
    function = {"name": event.get("toolCallName"), "arguments": ""}
    message = placed_message.message
    earlier = held if isinstance(held := message.get("toolCalls"), list) else []
    message["toolCalls"] = [*earlier, {"id": event.get("toolCallId"), "type": "function", "function": function}]
    placed_message.starts[len(earlier)] = place
    placed_message.further.append(place)
    calls[as_text(event.get("toolCallId"))] = (function, placed_message)
