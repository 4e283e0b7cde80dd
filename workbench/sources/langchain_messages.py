"""LangChain messages in their three spellings → Chat Completions messages.

`dumps` writes constructors, `messages_to_dict` a type beside its data, and `model_dump`, LangSmith and LangGraph's API
one flat object. A call's `args` is an object here, which tells it from Chat Completions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.sources.chat_turns import Call, ChatTurns, image_part, plain, text_part
from workbench.sources.reading import as_text, has, in_text, member, objects

_TYPES = {
    "human": "user", "HumanMessage": "user", "HumanMessageChunk": "user",
    "ai": "assistant", "AIMessage": "assistant", "AIMessageChunk": "assistant",
    "system": "system", "SystemMessage": "system", "developer": "developer",
    "tool": "tool", "ToolMessage": "tool", "ToolMessageChunk": "tool",
    "function": "function", "FunctionMessage": "function",
    "chat": "chat", "ChatMessage": "chat",
    "remove": "remove", "RemoveMessage": "remove",
}  # fmt: skip


def is_langchain(value: object) -> bool:
    """Whether this is a LangChain message in one of its spellings."""
    return _opened(value) is not None


def add_langchain(turns: ChatTurns, values: Sequence[Json], at: Path) -> None:
    """Messages one after the other. One with the id of an earlier one replaces it, as LangGraph's reducer does."""
    for number, value in enumerate(values):
        spot = _opened(value)
        if spot is not None:
            kind, fields, inside = spot
            _add(turns, kind, fields, (*at, number, *inside))


def _opened(value: object) -> tuple[str, dict[str, Json], Path] | None:
    """The role, the fields, and where they are inside the value."""
    if not isinstance(value, dict):
        return None
    if value.get("lc") is not None and isinstance(value.get("kwargs"), dict):
        name = member(value, "id", -1)
        role = _TYPES.get(as_text(name))
        return (role, value["kwargs"], ("kwargs",)) if role else None
    role = _TYPES.get(as_text(value.get("type")))
    if role is None:
        return None
    if isinstance(value.get("data"), dict) and "content" in value["data"]:
        return role, value["data"], ("data",)
    flat = "content" in value and "role" not in value
    return (role, value, ()) if flat else None


def _add(turns: ChatTurns, role: str, fields: dict[str, Json], at: Path) -> None:
    content = _content(fields.get("content"))
    if role == "assistant":
        turns.answer(content, list(_calls(fields, at)), at)
    elif role == "tool":
        turns.result(fields.get("tool_call_id"), content, at)
    elif role == "function":
        turns.add({"role": "function", "name": fields.get("name"), "content": in_text(content)}, at)
    elif role == "chat":
        turns.say(as_text(fields.get("role")) or "user", content, at)
    elif role != "remove":
        turns.say(role, content, at)


def _calls(fields: dict[str, Json], at: Path) -> Iterator[Call]:
    """Parsed calls, then those that could not be parsed; the raw copies of both are counted only if they are alone."""
    known = set()
    for key in ("tool_calls", "invalid_tool_calls"):
        for place, call in objects(fields.get(key), (*at, key)):
            known.add(as_text(call.get("id")))
            yield Call(call.get("id"), call.get("name"), call.get("args"), place)
    raw = (*at, "additional_kwargs", "tool_calls")
    for place, call in objects(member(fields, "additional_kwargs", "tool_calls"), raw):
        if as_text(call.get("id")) not in known:
            function = call.get("function")
            yield Call(call.get("id"), member(function, "name"), member(function, "arguments"), place)


def _content(content: object) -> Json:
    if not isinstance(content, list):
        return content
    parts = [part for item in content if (part := _part(item)) is not None]
    return plain(parts)


def _part(item: object) -> Json | None:
    """Words and pictures. Calls are repeated in `tool_calls`, and thoughts are no part of a chat."""
    if isinstance(item, str):
        return text_part(item)
    kind = as_text(member(item, "type"))
    if kind in {"text", "text-plain"} or (not kind and has(item, "text")):
        return text_part(member(item, "text"))
    if kind == "image_url":
        return item
    if kind == "image":
        data = (
            f"data:{member(item, 'mime_type') or 'image/png'};base64,{member(item, 'base64') or member(item, 'data')}"
        )
        return image_part(member(item, "url") or data)
    if kind in {
        "tool_use",
        "tool_call",
        "invalid_tool_call",
        "thinking",
        "redacted_thinking",
        "reasoning",
        "input_json_delta",
        "function_call",
    }:
        return None
    return text_part(compact(item))
