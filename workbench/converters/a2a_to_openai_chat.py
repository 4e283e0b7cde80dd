"""A2A → OpenAI Chat Completions, as spec 002 describes it.

Where the spec is silent: text beside calls is kept as their content, several texts are joined with a newline, a value
that is no string is written as JSON, and results come before the text beside them, because a result must follow its
call. An agent that made calls, got results and spoke, all in one message (ADK does), becomes a message for each turn.
What Chat Completions has no place for (a result's tool name, other data, files by reference) is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.spec_branches import a2a_branch
from workbench.formats.a2a.events import read
from workbench.formats.a2a.objects import plain_message
from workbench.formats.contract import Event
from workbench.json.text import Json, spaced

_USER_ROLES = ("user", "ROLE_USER")
_SYSTEM_ROLES = ("system", "developer")


def convert_a2a_message_to_openai(message: Any) -> tuple[dict[str, Json] | None, list[dict[str, Json]]]:
    """One A2A message, as JSON or as the SDK's object → (the user or assistant message or None, its tool messages)."""
    plain = plain_message(message)
    events = read(plain, 0)
    return _message(role_of(plain), events), _tool_messages(events)


def a2a_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        role, sources = role_of(message), (index,)
        for turn in turns_of(read(message, index)):
            spoken, results = _message(role, turn), _tool_messages(turn)
            if spoken is not None and (not results or "tool_calls" in spoken):
                yield Converted(spoken, sources)
                spoken = None
            for result in results:
                yield Converted(result, sources)
            if spoken is not None:
                yield Converted(spoken, sources)


def turns_of(events: list[Event]) -> list[list[Event]]:
    """One turn, unless the message holds calls and something after results: that was said once they were known."""
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
    """Spec 002's table. Calls are the assistant's whoever sent them."""
    kinds = {event.kind for event in events}
    if "call" in kinds:
        calls = [_tool_call(event) for event in events if event.kind == "call"]
        made: dict[str, Json] = {"role": "assistant", "content": _joined(events, "text"), "tool_calls": calls}
    elif role == "user" and ("image" in kinds or "file" in kinds) and (parts := _content_parts(events)):
        made = {"role": role, "content": parts}
    else:
        text = _joined(events, "text") if "text" in kinds else ""
        # The SDK puts an empty text beside the results it sends; that is not something said.
        if not text and ("result" in kinds or kinds.isdisjoint(("text", "thought"))):
            return None
        made = {"role": role, "content": text}
    if "thought" in kinds and made["role"] == "assistant":
        made["reasoning_content"] = _joined(events, "thought")
    return made


def role_of(message: Json) -> str:
    """Every role but the user's speaks for the agent. The system role, which A2A does not have, is in the metadata."""
    role = message.get("role") if isinstance(message, dict) else None
    if role not in _USER_ROLES:
        return "assistant"
    metadata = message.get("metadata")
    declared = metadata.get("role") if isinstance(metadata, dict) else None
    return str(declared) if declared in _SYSTEM_ROLES else "user"


def _content_parts(events: list[Event]) -> list[Json]:
    """Empty if all of it is dropped; a text alone among them is enough for parts."""
    return [part for event in events if (part := _content_part(event)) is not None]


def _content_part(event: Event) -> dict[str, Json] | None:
    if event.kind == "text" and isinstance(event.value, str):
        return {"type": "text", "text": event.value}
    if event.kind not in ("image", "file") or not isinstance(event.value, str):
        return None
    inline = event.places["value"][0] in ("bytes", "raw")
    url = f"data:{event.media_type or 'application/octet-stream'};base64,{event.value}" if inline else event.value
    if event.kind == "image":
        return {"type": "image_url", "image_url": {"url": url}}
    name = event.raw.get("name", event.raw.get("filename"))
    named = {"filename": name} if isinstance(name, str) else {}
    return {"type": "file", "file": {**named, "file_data": url}} if inline else None


def _joined(events: list[Event], kind: str) -> str:
    return "\n".join(event.value for event in events if event.kind == kind and isinstance(event.value, str))


def _tool_call(event: Event) -> dict[str, Json]:
    """ADK leaves out the arguments of a call that has none. What is missing otherwise stays missing, to be seen."""
    arguments = event.value if isinstance(event.value, str) else spaced({} if event.value is None else event.value)
    named = {} if event.name is None else {"name": event.name}
    known = {} if event.id is None else {"id": event.id}
    return {**known, "type": "function", "function": {**named, "arguments": arguments}}


def _tool_messages(events: list[Event]) -> list[dict[str, Json]]:
    return [_tool_message(event) for event in events if event.kind == "result"]


def _tool_message(event: Event) -> dict[str, Json]:
    output = event.value if isinstance(event.value, str) else "" if event.value is None else spaced(event.value)
    known = {} if event.id is None else {"tool_call_id": event.id}
    return {"role": "tool", **known, "content": output}


EDGE = Edge("a2a", "openai-chat", a2a_to_openai_chat, "spec 002, A2A to OpenAI mapping", branch=a2a_branch)
