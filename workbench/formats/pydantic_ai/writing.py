"""Write messages of pydantic-ai: results and user turns."""

from __future__ import annotations

from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    """Write a result with the mark that pydantic-ai gives its own placeholder result for an interrupted call."""
    named = {"tool_name": name} if isinstance(name, str) else {}
    return {
        **named,
        "content": text,
        "tool_call_id": call_id,
        "metadata": {"pydantic_ai_synthesized_tool_return": True},
        "outcome": "interrupted",
        "part_kind": "tool-return",
    }


def envelope(parts: list[Json]) -> Json:
    return {"parts": parts, "kind": "request"}


def say(texts: list[str]) -> Json:
    return envelope([{"content": text, "part_kind": "user-prompt"} for text in texts])
