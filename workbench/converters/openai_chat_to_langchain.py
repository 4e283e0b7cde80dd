"""OpenAI Chat → LangChain, as `convert_to_messages` of `langchain-core` reads it.

Arguments that are not a JSON object become an invalid call with their text. Reasoning and legacy function calls go into
`additional_kwargs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json, JsonObject, object_or_none

_TYPES = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool", "function": "function"}
_Raw = JsonObject


def openai_chat_to_langchain(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            yield Converted(_message(message), (index,))


def _message(message: _Raw) -> Json:
    role = message.get("role")
    content = message.get("content")
    if content is None:
        content = message["refusal"] if isinstance(message.get("refusal"), str) else ""
    name_field = {"name": message["name"]} if isinstance(message.get("name"), str) else {}
    if role == "assistant":
        return {
            "type": "ai",
            "content": content,
            **name_field,
            **_additional_fields(message),
            **_calls(message.get("tool_calls")),
        }
    if role == "tool":
        id_field = {"tool_call_id": message["tool_call_id"]} if "tool_call_id" in message else {}
        return {"type": "tool", "content": content, **name_field, **id_field}
    if role == "developer":
        return {"type": "system", "content": content, **name_field, "additional_kwargs": {"__openai_role__": role}}
    if isinstance(role, str) and role in _TYPES:
        return {"type": _TYPES[role], "content": content, **name_field}
    return {"type": "chat", "role": role, "content": content, **name_field}


def _additional_fields(message: _Raw) -> _Raw:
    thought, function_call = message.get("reasoning_content"), message.get("function_call")
    fields: _Raw = {"reasoning_content": thought} if isinstance(thought, str) else {}
    fields |= {"function_call": function_call} if isinstance(function_call, dict) else {}
    return {"additional_kwargs": fields} if fields else {}


def _calls(calls: object) -> _Raw:
    parsed: list[Json] = []
    invalid: list[Json] = []
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            continue
        payload = call.get("function", call.get("custom"))
        function: _Raw = payload if isinstance(payload, dict) else {}
        text = function.get("arguments", function.get("input"))
        arguments = {} if text in (None, "") else object_or_none(text)
        fields = {"name": function.get("name"), "args": text if arguments is None else arguments, "id": call.get("id")}
        if arguments is None:
            invalid.append({**fields, "type": "invalid_tool_call"})
        else:
            parsed.append({**fields, "type": "tool_call"})
    return ({"tool_calls": parsed} if parsed else {}) | ({"invalid_tool_calls": invalid} if invalid else {})


EDGE = Edge("openai-chat", "langchain", openai_chat_to_langchain, "how LangChain reads Chat Completions messages")
