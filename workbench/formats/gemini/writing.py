"""Write Gemini contents: results, user turns, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Tool
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    response = {"name": name, "response": {"result": text}}
    return {"functionResponse": response if call_id is None else {"id": call_id, **response}}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "parts": blocks}


def response_from(message: object) -> Json:
    return {"candidates": [{"content": message, "finishReason": "STOP", "index": 0}]}


def messages_of_response(response: Any) -> list[Json]:
    """Return the content with the facts about it (usage, finish reason), which the conversion to IContent keeps."""
    listed = response.get("candidates") if isinstance(response, dict) else None
    candidates = [candidate for candidate in listed if isinstance(candidate, dict)] if isinstance(listed, list) else []
    if not candidates:
        return []
    first, *others = candidates
    facts = {key: value for key, value in (response | first).items() if key not in ("candidates", "content")}
    content = first.get("content")
    message = {"role": "model", **facts, **(content if isinstance(content, dict) else {})}
    return [{**message, "candidates": others} if others else message]


def declarations(settings: Mapping[str, Json]) -> list[dict[str, Json]]:
    tools = settings.get("tools")
    lists = [
        tool.get("functionDeclarations", tool.get("function_declarations"))
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict)
    ]
    return [item for items in lists if isinstance(items, list) for item in items if isinstance(item, dict)]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    return [
        Tool(str(function.get("name", "")), str(function.get("description") or ""), _schema(function))
        for function in declarations(settings)
    ]


def _schema(declaration: Mapping[str, Json]) -> Json:
    keys = ("parametersJsonSchema", "parameters_json_schema", "parameters")
    return next((declaration[key] for key in keys if declaration.get(key)), {})


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """Use `parametersJsonSchema`: it accepts any JSON Schema, `parameters` only a subset of OpenAPI's."""
    declarations = [
        {"name": name, "description": description, "parametersJsonSchema": schema}
        for name, description, schema in tools
    ]
    return {"tools": [{"functionDeclarations": declarations}]} if tools else {}


def read_system(settings: Mapping[str, Json]) -> list[Json]:
    instruction = settings.get("systemInstruction")
    parts = instruction.get("parts") if isinstance(instruction, dict) else None
    return parts if isinstance(parts, list) else []


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"systemInstruction": {"parts": blocks}} if blocks else {}


def say(texts: list[str]) -> Json:
    return {"role": "user", "parts": [{"text": text} for text in texts]}
