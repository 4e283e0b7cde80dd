"""Read a LangChain message as events.

An answer may contain the provider's own blocks as well as `tool_calls`, which repeats the calls among the blocks: such
copies are not counted. Calls that could not be parsed are in `invalid_tool_calls`, and are also sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Event
from workbench.formats.langchain.blocks import block_event
from workbench.json.pointer import Path
from workbench.json.text import Json

_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_REASONING: Mapping[str, Path] = {"value": ("additional_kwargs", "reasoning_content")}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("args",)}
_RAW_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("function", "name"), "value": ("function", "arguments")}
_RESULT: Mapping[str, Path] = {
    "id": ("tool_call_id",),
    "name": ("name",),
    "value": ("content",),
    "error": ("status",),
}
_RESULTS = frozenset({"tool", "ToolMessageChunk"})
_CALL_LISTS = ("tool_calls", "invalid_tool_calls")


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    kind = message.get("type")
    if isinstance(kind, str) and kind in _RESULTS:
        failed = message.get("status") == "error"
        about = (message.get("tool_call_id"), message.get("name"), content, failed)
        events = [Event("result", index, (), _RESULT, message, *about)]
        return events + _blocks(content, index, []) if isinstance(content, list) else events
    events = []
    beside = message.get("additional_kwargs")
    if beside and isinstance(beside, dict) and isinstance(thought := beside.get("reasoning_content"), str):
        events.append(Event("thought", index, (), _REASONING, message, value=thought))
    calls: list[Event] = []
    for key in _CALL_LISTS:
        if key in message and isinstance(listed := message[key], list):
            calls += _calls(listed, index, key)
    if beside and isinstance(beside, dict) and isinstance(raw := beside.get("tool_calls"), list):
        calls += _raw_calls(raw, index, calls)
    if isinstance(content, str):
        events.append(Event("text", index, (), _CONTENT, message, value=content))
    elif isinstance(content, list):
        events += _blocks(content, index, calls)
    return events + calls if calls else events


def _blocks(content: list[Json], index: int, calls: list[Event]) -> list[Event]:
    """Return the events of the blocks, without copies of these calls."""
    known = {call.id for call in calls if isinstance(call.id, str)}
    events = [block_event(block, index, ("content", at)) for at, block in enumerate(content)]
    return [event for event in events if event.kind != "call" or not isinstance(event.id, str) or event.id not in known]


def _calls(listed: list[Json], index: int, key: str) -> list[Event]:
    events: list[Event] = []
    for at, call in enumerate(listed):
        fields = call if isinstance(call, dict) else {}
        about = (fields.get("id"), fields.get("name"), fields.get("args"))
        events.append(Event("call", index, (key, at), _CALL, call, *about))
    return events


def _raw_calls(raw: list[Any], index: int, calls: list[Event]) -> list[Event]:
    """Return the calls as the provider wrote them, except those that are already listed."""
    known = [call.id for call in calls]
    events: list[Event] = []
    for at, call in enumerate(raw):
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and call.get("id") not in known:
            path = ("additional_kwargs", "tool_calls", at)
            about = (call.get("id"), function.get("name"), function.get("arguments"))
            events.append(Event("call", index, path, _RAW_CALL, call, *about))
    return events
