"""What is written as a Responses item: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    Tool,
)
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def response_from(message: object) -> Json:
    """The response that held this item; what the item does not tell is left out."""
    return {"object": "response", "status": "completed", "output": [message]}


def messages_of_response(response: Json) -> list[Json]:
    """The output items, and one with what the response says of itself (usage, id): the way to IContent keeps it."""
    output = response.get("output") if isinstance(response, dict) else None
    if not isinstance(output, list):
        return []
    rest = {key: value for key, value in response.items() if key not in ("output", "object")}
    return [*output, {**rest, "type": "response"}] if rest else output


def is_report(item: object) -> bool:
    """What `messages_of_response` adds about the response is no item that the API takes."""
    return isinstance(item, dict) and item.get("type") == "response"


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    tools = settings.get("tools")
    return [
        Tool(str(tool.get("name", "")), str(tool.get("description") or ""), tool.get("parameters") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and tool.get("type") == "function"
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """`strict` is explicit, because this API takes a tool without it to be strict and then refuses open schemas."""
    functions = [
        {"type": "function", "name": name, "description": words, "parameters": schema, "strict": False}
        for name, words, schema in tools
    ]
    return {"tools": functions} if tools else {}


def write_system(blocks: list[Json]) -> dict[str, Json]:
    texts = [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
    return {"instructions": "\n\n".join(texts)} if texts else {}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "input_text", "text": text} for text in texts]}
