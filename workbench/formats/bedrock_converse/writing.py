"""Write Converse messages: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.bedrock_converse.events import read
from workbench.formats.contract import Tool
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"toolResult": {"toolUseId": call_id, "content": [{"text": text}]}}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "content": blocks}


def response_from(message: object) -> Json:
    called = any(event.kind == "call" for event in read(message, 0))
    return {"output": {"message": message}, "stopReason": "tool_use" if called else "end_turn"}


def messages_of_response(response: Any) -> list[Json]:
    """Return the message with the facts about it (usage, stop reason), which the conversion to IContent keeps."""
    output = response.get("output") if isinstance(response, dict) else None
    message = output.get("message") if isinstance(output, dict) else None
    if not isinstance(message, dict):
        return []
    return [{**{key: value for key, value in response.items() if key != "output"}, **message}]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    config = settings.get("toolConfig")
    tools = config.get("tools") if isinstance(config, dict) else None
    specs = [tool.get("toolSpec") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    return [
        Tool(str(spec.get("name", "")), str(spec.get("description") or ""), _schema(spec.get("inputSchema")))
        for spec in specs
        if isinstance(spec, dict)
    ]


def _schema(schema: object) -> Json:
    return (schema.get("json") if isinstance(schema, dict) else None) or {}


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """Write the tools without empty descriptions, which the service refuses."""
    specs = [
        {"name": name, **({"description": description} if description else {}), "inputSchema": {"json": schema}}
        for name, description, schema in tools
    ]
    return {"toolConfig": {"tools": [{"toolSpec": spec} for spec in specs]}} if tools else {}


def read_system(settings: Mapping[str, Json]) -> list[Json]:
    system = settings.get("system")
    return system if isinstance(system, list) else [{"text": system}] if isinstance(system, str) else []


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"system": blocks}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"text": text} for text in texts]}
