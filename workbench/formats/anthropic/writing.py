"""Write Anthropic messages: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import (
    Tool,
)
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"type": "tool_result", "tool_use_id": call_id, "content": text}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "content": blocks}


def response_from(message: object) -> Json:
    """Return the response that this assistant message came from. Its content is always blocks, never a bare string."""
    content = message.get("content") if isinstance(message, dict) else None
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    kinds = [block.get("type") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    stop_reason = "tool_use" if "tool_use" in kinds else "end_turn"
    return {"type": "message", "role": "assistant", "content": blocks, "stop_reason": stop_reason}


def messages_of_response(response: object) -> list[Json]:
    """Return the body, which is the message. The conversion to IContent uses its id, model, usage and stop reason."""
    if not isinstance(response, dict) or "content" not in response:
        return []
    return [{"role": "assistant", **{key: value for key, value in response.items() if key != "type"}}]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    """Return the tools that the client runs; other providers do not know this provider's own (`web_search_…`)."""
    tools = settings.get("tools")
    return [
        Tool(str(tool.get("name", "")), str(tool.get("description") or ""), tool.get("input_schema") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and "input_schema" in tool
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    written = [
        {"name": name, "description": description, "input_schema": schema} for name, description, schema in tools
    ]
    return {"tools": written} if tools else {}


def read_system(settings: Mapping[str, Json]) -> list[Json]:
    system = settings.get("system")
    return system if isinstance(system, list) else [{"type": "text", "text": system}] if isinstance(system, str) else []


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"system": blocks}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}
