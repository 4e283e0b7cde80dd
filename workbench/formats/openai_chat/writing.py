"""Write Chat Completions messages: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    Tool,
)
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def response_from(message: object) -> Json:
    """Return the chat completion that this message came from, without the facts that the message does not contain."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
    }


def messages_of_response(response: object) -> list[Json]:
    choices = response.get("choices") if isinstance(response, dict) else None
    if not isinstance(choices, list):
        return []
    return [choice["message"] for choice in choices[:1] if isinstance(choice, dict) and "message" in choice]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    tools = settings.get("tools")
    functions = [tool.get("function") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    return [
        Tool(str(function.get("name", "")), str(function.get("description") or ""), function.get("parameters") or {})
        for function in functions
        if isinstance(function, dict)
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    functions = [
        {"name": name, "description": description, "parameters": schema} for name, description, schema in tools
    ]
    return {"tools": [{"type": "function", "function": function} for function in functions]} if tools else {}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}
