"""What is written as a message of pydantic-ai: results and user turns."""

from __future__ import annotations

from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    """Marked as pydantic-ai marks a return that it makes up itself for a call that was interrupted."""
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
