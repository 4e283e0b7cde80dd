"""OpenAI Chat → LangChain, as `convert_to_messages` of `langchain-core` reads it.

Arguments that hold no object become an invalid call, with their text. Reasoning, and a call of
the time before tools, are kept beside the content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json, object_or_none

_TYPES = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool", "function": "function"}
_Raw = dict[str, Json]


def openai_chat_to_langchain(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            yield Converted(_message(message), (index,))


def _message(message: _Raw) -> Json:
    role = message.get("role")
    content = message.get("content")
    if content is None:
        content = message["refusal"] if isinstance(message.get("refusal"), str) else ""
    named = {"name": message["name"]} if isinstance(message.get("name"), str) else {}
    if role == "assistant":
        return {"type": "ai", "content": content, **named, **_beside(message), **_calls(message.get("tool_calls"))}
    if role == "tool":
        known = {"tool_call_id": message["tool_call_id"]} if "tool_call_id" in message else {}
        return {"type": "tool", "content": content, **named, **known}
    if role == "developer":
        return {"type": "system", "content": content, **named, "additional_kwargs": {"__openai_role__": role}}
    if isinstance(role, str) and role in _TYPES:
        return {"type": _TYPES[role], "content": content, **named}
    return {"type": "chat", "role": role, "content": content, **named}


def _beside(message: _Raw) -> _Raw:
    thought, called = message.get("reasoning_content"), message.get("function_call")
    beside: _Raw = {"reasoning_content": thought} if isinstance(thought, str) else {}
    beside |= {"function_call": called} if isinstance(called, dict) else {}
    return {"additional_kwargs": beside} if beside else {}


def _calls(calls: object) -> _Raw:
    parsed: list[Json] = []
    invalid: list[Json] = []
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            continue
        made = call.get("function", call.get("custom"))
        function: _Raw = made if isinstance(made, dict) else {}
        said = function.get("arguments", function.get("input"))
        arguments = {} if said in (None, "") else object_or_none(said)
        about = {"name": function.get("name"), "args": said if arguments is None else arguments, "id": call.get("id")}
        if arguments is None:
            invalid.append({**about, "type": "invalid_tool_call"})
        else:
            parsed.append({**about, "type": "tool_call"})
    return ({"tool_calls": parsed} if parsed else {}) | ({"invalid_tool_calls": invalid} if invalid else {})


EDGE = Edge("openai-chat", "langchain", openai_chat_to_langchain, "what LangChain makes of Chat Completions messages")
