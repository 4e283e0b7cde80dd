"""Write IContent messages: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import (
    Tool,
)
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    block = {"type": "tool_response", "callId": call_id, "result": text}
    return {**block, "toolName": name} if isinstance(name, str) else block


def envelope(blocks: list[Json]) -> Json:
    return {"speaker": "tool", "blocks": blocks}


def say(texts: list[str]) -> Json:
    return {"speaker": "human", "blocks": [{"type": "text", "text": text} for text in texts]}


def is_report(content: Any) -> bool:
    """Whether this content only reports the usage: it arrives as a separate content without blocks (spec 003)."""
    metadata = content.get("metadata") if isinstance(content, dict) else None
    return isinstance(metadata, dict) and "usage" in metadata and not content.get("blocks")


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    """Return the internal tool definitions (spec 003's ITool): name, description and parameters."""
    tools = settings.get("tools")
    return [
        Tool(tool["name"], str(tool.get("description") or ""), tool.get("parameters") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and isinstance(tool.get("name"), str)
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    return {"tools": [tool._asdict() for tool in tools]} if tools else {}
