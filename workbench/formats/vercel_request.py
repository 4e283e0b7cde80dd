"""What is beside the messages in a call of the AI SDK: the system prompt and the tools.

Tools are an object by name; their schema is under `parameters` in SDK 4 and under `inputSchema` since 5. The prompt
is `system`, a text in SDK 4 and 5, also one or several system messages since 6; SDK 7 names it `instructions` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.formats.contract import Tool
from workbench.json.text import Json

PROMPT_KEYS = ("system", "instructions")


def system_setting(settings: Mapping[str, Json]) -> Json:
    """The prompt as it is; None if there is none."""
    return next((settings[key] for key in PROMPT_KEYS if settings.get(key) is not None), None)


def system_texts(settings: Mapping[str, Json]) -> Iterator[str]:
    """The texts of the prompt, whichever of its forms it has."""
    setting = system_setting(settings)
    for prompt in setting if isinstance(setting, list) else (setting,):
        text = prompt.get("content") if isinstance(prompt, dict) else prompt
        if isinstance(text, str):
            yield text


def write_system(blocks: list[Json]) -> dict[str, Json]:
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
    """The JSON schema itself; the SDK's `jsonSchema()` wraps it once more."""
    schema = tool.get("inputSchema", tool.get("parameters"))
    if isinstance(schema, dict) and isinstance(schema.get("jsonSchema"), dict):
        schema = schema["jsonSchema"]
    return schema or {}


def tools_under(schema_key: str, tools: list[Tool]) -> dict[str, Json]:
    named = {name: {"description": words, schema_key: schema} for name, words, schema in tools}
    return {"tools": named} if tools else {}
