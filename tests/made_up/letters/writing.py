"""What is written as a letter: results, words of the reader, responses and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.formats.contract import Tool


def answer(call_id: Any, name: Any, text: str) -> Any:
    return {"reply": {"ref": call_id, "got": text}}


def envelope(lines: list[Any]) -> Any:
    return {"from": "toolbox", "lines": lines}


def say(texts: list[str]) -> Any:
    return {"from": "reader", "lines": [{"say": text} for text in texts]}


def response_from(message: Any) -> Any:
    return {"delivered": message, "because": "finished"}


def messages_of_response(response: Any) -> list[Any]:
    letter = response.get("delivered") if isinstance(response, dict) else None
    return [letter] if isinstance(letter, dict) else []


def read_tools(settings: Mapping[str, Any]) -> list[Tool]:
    box = settings.get("toolbox")
    return [Tool(name, "", schema) for name, schema in (box.items() if isinstance(box, dict) else ())]


def write_tools(tools: list[Tool]) -> dict[str, Any]:
    return {"toolbox": {tool.name: tool.parameters for tool in tools}} if tools else {}
