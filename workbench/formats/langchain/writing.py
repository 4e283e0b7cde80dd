"""Write LangChain messages: results and user turns."""

from __future__ import annotations

from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    """Write a result with the status "error", because nobody recorded that the call succeeded."""
    named = {"name": name} if isinstance(name, str) else {}
    return {"type": "tool", "content": text, **named, "tool_call_id": call_id, "status": "error"}


def say(texts: list[str]) -> Json:
    return {"type": "human", "content": [{"type": "text", "text": text} for text in texts]}
