"""Write CoreMessages: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.formats.contract import (
    Tool,
)
from workbench.formats.vercel_request import tools_under
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    block = {"type": "tool-result", "toolCallId": call_id, "result": text}
    return {**block, "toolName": name} if isinstance(name, str) else block


def envelope(blocks: list[Json]) -> Json:
    return {"role": "tool", "content": blocks}


def response_from(message: object) -> Json:
    """Return the result of `generateText` (spec 003) that this message came from: the text and the calls."""
    content = message.get("content") if isinstance(message, dict) else None
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if part.get("type") == "text"]
    calls = [part for part in parts if part.get("type") == "tool-call"]
    text = content if isinstance(content, str) else "".join(text for text in texts if isinstance(text, str))
    return {"text": text, "toolCalls": calls, "finishReason": "tool-calls" if calls else "stop"}


def messages_of_response(response: object) -> list[Json]:
    if not isinstance(response, dict):
        return []
    text, calls = response.get("text"), response.get("toolCalls")
    if not isinstance(calls, list) or not calls:
        return [{"role": "assistant", "content": text}] if isinstance(text, str) else []
    text_parts = [{"type": "text", "text": text}] if isinstance(text, str) and text else []
    parts = [{"type": "tool-call", **call} for call in calls if isinstance(call, dict)]
    return [{"role": "assistant", "content": text_parts + parts}]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    return tools_under("parameters", tools)


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}
