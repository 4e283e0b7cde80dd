"""The request-level settings of a call of the AI SDK: the system prompt and the tools.

Tools are an object with tool names as keys; the schema is under `parameters` in SDK 4 and under `inputSchema` since
SDK 5. The prompt is `system`: a text in SDK 4 and 5, since SDK 6 also one or more system messages. SDK 7 also accepts
the name `instructions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.formats.contract import Tool
from workbench.json.text import Json

PROMPT_KEYS = ("system", "instructions")


def system_setting(settings: Mapping[str, Json]) -> Json:
    """Return the system prompt unchanged, or None if the request has none."""
    return next((settings[key] for key in PROMPT_KEYS if settings.get(key) is not None), None)


def system_texts(settings: Mapping[str, Json]) -> Iterator[str]:
    """Yield the texts of the system prompt, whatever its form."""
    setting = system_setting(settings)
    for prompt in setting if isinstance(setting, list) else (setting,):
        text = prompt.get("content") if isinstance(prompt, dict) else prompt
        if isinstance(text, str):
            yield text


def write_system(blocks: list[Any]) -> dict[str, Json]:
    if all(isinstance(block, str) for block in blocks):
        return {"system": "\n\n".join(blocks)} if blocks else {}
    return {"system": blocks[0] if len(blocks) == 1 else blocks}


def tools_by_name(settings: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    tools = settings.get("tools")
    if not isinstance(tools, dict):
        return {}
    return {name: tool for name, tool in tools.items() if isinstance(tool, dict)}


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    return [
        Tool(name, str(tool.get("description") or ""), _schema(tool)) for name, tool in tools_by_name(settings).items()
    ]


def _schema(tool: dict[str, Json]) -> Json:
    """Return the JSON schema of a tool, without the object that the SDK's `jsonSchema()` wraps around it."""
    schema = tool.get("inputSchema", tool.get("parameters"))
    if isinstance(schema, dict) and isinstance(schema.get("jsonSchema"), dict):
        schema = schema["jsonSchema"]
    return schema or {}


def tools_under(schema_key: str, tools: list[Tool]) -> dict[str, Json]:
    named = {name: {"description": description, schema_key: schema} for name, description, schema in tools}
    return {"tools": named} if tools else {}
