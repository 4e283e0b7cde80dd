"""Write GenAI messages: results and user turns."""

from __future__ import annotations

from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    return {"type": "tool_call_response", "id": call_id, "response": text}


def envelope(parts: list[Json]) -> Json:
    return {"role": "tool", "parts": parts}


def say(texts: list[str]) -> Json:
    return {"role": "user", "parts": [{"type": "text", "content": text} for text in texts]}
