"""Write ModelMessages: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.formats.contract import Tool
from workbench.formats.vercel_request import tools_under
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    block = {"type": "tool-result", "toolCallId": call_id, "output": {"type": "text", "value": text}}
    return {**block, "toolName": name} if isinstance(name, str) else block


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    return tools_under("inputSchema", tools)
