"""A2A → OpenAI Chat Completions, as spec 002 describes it.

Where the spec is silent: text next to calls becomes their content, several texts are joined with a newline, a value
that is not a string is written as JSON, and results come before text of the same message, because a result must follow
its call. A message with calls, their results and later text (ADK writes those) becomes one message per turn. Whatever
Chat Completions cannot represent (a result's tool name, other data, files by reference) is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.file_names import named_file
from workbench.converters.spec_branches import a2a_branch
from workbench.formats.a2a.events import read
from workbench.formats.a2a.objects import plain_message
from workbench.formats.contract import Event
from workbench.json.text import Json, JsonObject, spaced

_USER_ROLES = ("user", "ROLE_USER")
_SYSTEM_ROLES = ("system", "developer")


def convert_a2a_message_to_openai(message: Any) -> tuple[JsonObject | None, list[JsonObject]]:
    """Convert one A2A message, given as JSON or as the SDK's object.

    Return the user or assistant message, or None, and the tool messages.
    """
    plain = plain_message(message)
    events = read(plain, 0)
    return _message(role_of(plain), events), _tool_messages(events)


def a2a_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        role, sources = role_of(message), (index,)
        for turn in turns_of(read(message, index)):
            main_message, results = _message(role, turn), _tool_messages(turn)
            if main_message is not None and (not results or "tool_calls" in main_message):
                yield Converted(main_message, sources)
                main_message = None
            for result in results:
                yield Converted(result, sources)
            if main_message is not None:
                yield Converted(main_message, sources)


def turns_of(events: list[Event]) -> list[list[Event]]:
    """Split events into turns. Anything after results belongs to the next turn, if the message also has calls."""
    kinds = {event.kind for event in events}
    if not {"call", "result"} <= kinds:
        return [events]
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.kind != "result" and turns[-1] and turns[-1][-1].kind == "result":
            turns.append([])
        turns[-1].append(event)
    return turns


def _message(role: str, events: list[Event]) -> dict[str, Json] | None:
    """Return the message by spec 002's table, or None. Calls belong to the assistant whoever sent them."""
    kinds = {event.kind for event in events}
    if "call" in kinds:
        calls = [_tool_call(event) for event in events if event.kind == "call"]
        converted: dict[str, Json] = {"role": "assistant", "content": _joined(events, "text"), "tool_calls": calls}
    elif role == "user" and ("image" in kinds or "file" in kinds) and (parts := _content_parts(events)):
        converted = {"role": role, "content": parts}
    else:
        text = _joined(events, "text") if "text" in kinds else ""
        # The SDK adds an empty text to the results it sends, which is not content.
        if not text and ("result" in kinds or kinds.isdisjoint(("text", "thought"))):
            return None
        converted = {"role": role, "content": text}
    if "thought" in kinds and converted["role"] == "assistant":
        converted["reasoning_content"] = _joined(events, "thought")
    return converted


def role_of(message: Any) -> str:
    """Return the role: `user`, or a system role from the metadata (A2A has none); all other roles are the agent."""
    role = message.get("role") if isinstance(message, dict) else None
    if role not in _USER_ROLES:
        return "assistant"
    metadata = message.get("metadata")
    declared = metadata.get("role") if isinstance(metadata, dict) else None
    return str(declared) if declared in _SYSTEM_ROLES else "user"


def _content_parts(events: list[Event]) -> list[Json]:
    """Return the content parts of a user message. Empty if all of its events are dropped."""
    return [part for event in events if (part := _content_part(event)) is not None]


def _content_part(event: Event) -> dict[str, Json] | None:
    if event.kind == "text" and isinstance(event.value, str):
        return {"type": "text", "text": event.value}
    if event.kind not in ("image", "file") or not isinstance(event.value, str):
        return None
    is_inline = event.places["value"][0] in ("bytes", "raw")
    url = f"data:{event.media_type or 'application/octet-stream'};base64,{event.value}" if is_inline else event.value
    if event.kind == "image":
        return {"type": "image_url", "image_url": {"url": url}}
    name = event.raw.get("name", event.raw.get("filename"))
    return {"type": "file", "file": named_file(name, url)} if is_inline else None


def _joined(events: list[Event], kind: str) -> str:
    return "\n".join(event.value for event in events if event.kind == kind and isinstance(event.value, str))


def _tool_call(event: Event) -> dict[str, Json]:
    """Return a call. Missing arguments become `{}`, because ADK omits empty ones; other missing fields stay missing."""
    arguments = event.value if isinstance(event.value, str) else spaced({} if event.value is None else event.value)
    name_field = {} if event.name is None else {"name": event.name}
    id_field = {} if event.id is None else {"id": event.id}
    return {**id_field, "type": "function", "function": {**name_field, "arguments": arguments}}


def _tool_messages(events: list[Event]) -> list[dict[str, Json]]:
    return [_tool_message(event) for event in events if event.kind == "result"]


def _tool_message(event: Event) -> dict[str, Json]:
    output = event.value if isinstance(event.value, str) else "" if event.value is None else spaced(event.value)
    id_field = {} if event.id is None else {"tool_call_id": event.id}
    return {"role": "tool", **id_field, "content": output}


EDGE = Edge("a2a", "openai-chat", a2a_to_openai_chat, "spec 002, A2A to OpenAI mapping", branch=a2a_branch)
