"""Write Responses items: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Tool,
)
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def response_from(message: object) -> Json:
    """Return the response that this item came from, without the facts that the item does not contain."""
    return {"object": "response", "status": "completed", "output": [message]}


def messages_of_response(response: Any) -> list[Json]:
    """Return the output items, and one with the response's own facts (usage, id) for the conversion to IContent."""
    output = response.get("output") if isinstance(response, dict) else None
    if not isinstance(output, list):
        return []
    rest = {key: value for key, value in response.items() if key not in ("output", "object")}
    return [*output, {**rest, "type": "response"}] if rest else output


def is_report(item: object) -> bool:
    """Whether this is the item that `messages_of_response` adds about the response. The API would refuse it."""
    return isinstance(item, dict) and item.get("type") == "response"


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    tools = settings.get("tools")
    return [
        Tool(str(tool.get("name", "")), str(tool.get("description") or ""), tool.get("parameters") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and tool.get("type") == "function"
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """Write `strict` explicitly: without it, this API treats a tool as strict and then refuses open schemas."""
    functions = [
        {"type": "function", "name": name, "description": description, "parameters": schema, "strict": False}
        for name, description, schema in tools
    ]
    return {"tools": functions} if tools else {}


def write_system(blocks: list[Json]) -> dict[str, Json]:
    texts = [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
    return {"instructions": "\n\n".join(texts)} if texts else {}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "input_text", "text": text} for text in texts]}
