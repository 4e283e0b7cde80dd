"""Tool definitions of the internal history → the AI SDK's, as spec 003 has it (lines 140-153).

A later tool of the same name takes the place of the earlier, as assigning to a key does.
"""

from __future__ import annotations

from workbench.json.text import Json


def convert_tools(tools: object) -> dict[str, Json]:
    """`[{name, description, parameters}]` → `{name: {description, parameters}}`; what has no name is left out."""
    return {
        tool["name"]: {"description": tool.get("description") or "", "parameters": tool.get("parameters") or {}}
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and isinstance(tool.get("name"), str)
    }
