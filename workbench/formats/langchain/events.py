"""What a LangChain message says, event by event.

An answer may hold the provider's own blocks beside `tool_calls`, which repeats the calls among them: such a copy is no
second call. Calls that could not be parsed are in `invalid_tool_calls`, and sent all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def read(message: object, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    kind = message.get("type")
    if isinstance(kind, str) and kind in _RESULTS:
        failed = message.get("status") == "error"
        about = (message.get("tool_call_id"), message.get("name"), content, failed)
        result = Event("result", index, (), _RESULT, message, *about)
        return [result, *_blocks(content, index, frozenset())]
    calls = list(_calls(message, index))
    events: list[Event] = []
    beside = message.get("additional_kwargs")
    if isinstance(beside, dict) and isinstance(thought := beside.get("reasoning_content"), str):
        events.append(Event("thought", index, (), _REASONING, message, value=thought))
    if isinstance(content, str):
        events.append(Event("text", index, (), _CONTENT, message, value=content))
    known = frozenset(call.id for call in calls if isinstance(call.id, str))
    return [*events, *_blocks(content, index, known), *calls]


def _blocks(content: object, index: int, known: frozenset[str]) -> Iterator[Event]:
    for at, block in enumerate(content if isinstance(content, list) else ()):
        event = block_event(block, index, ("content", at))
        if event.kind != "call" or not isinstance(event.id, str) or event.id not in known:
            yield event


def _calls(message: dict[str, Json], index: int) -> Iterator[Event]:
    known: list[Json] = []
    for key in ("tool_calls", "invalid_tool_calls"):
        listed = message.get(key)
        for at, call in enumerate(listed if isinstance(listed, list) else ()):
            held = call if isinstance(call, dict) else {}
            known.append(held.get("id"))
            yield Event("call", index, (key, at), _CALL, call, held.get("id"), held.get("name"), held.get("args"))
    beside = message.get("additional_kwargs")
    raw = beside.get("tool_calls") if isinstance(beside, dict) else None
    for at, call in enumerate(raw if isinstance(raw, list) else ()):
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and call.get("id") not in known:
            path = ("additional_kwargs", "tool_calls", at)
            about = (call.get("id"), function.get("name"), function.get("arguments"))
            yield Event("call", index, path, _RAW_CALL, call, *about)
