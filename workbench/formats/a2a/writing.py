"""Write A2A messages: results, user turns, responses and tools."""

from __future__ import annotations

from workbench.formats.a2a.events import read
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json


def answer(call_id: object, name: object, text: str) -> Json:
    named = {"name": name} if isinstance(name, str) else {}
    return {"kind": "data", "data": {"tool_results": [{"call_id": call_id, **named, "output": text}]}}


def envelope(parts: list[Json]) -> Json:
    """The SDK requires an id. It is derived from the ids of the calls, because equal input must give equal output."""
    message_id = "-".join(["result-of", *(str(event.id) for event in read({"parts": parts}, 0))])
    return {"kind": "message", "messageId": message_id, "role": "user", "parts": parts}


def response_from(message: object) -> Json:
    """Return the JSON-RPC answer that this message came from, without the request's id, which the message lacks."""
    return {"jsonrpc": "2.0", "result": message}


def place_of_answer(response: object) -> Path | None:
    """Return the path of the message, of a task's status message, or of its artifacts. 1.0 names which result it is."""
    start: Path = ("result",) if isinstance(response, dict) and "result" in response else ()
    result = follow_or_none(response, start)
    named: list[Path] = [(*start, key) for key in ("message", "task") if isinstance(result, dict) and key in result]
    for place in named[:1] or [start]:
        if isinstance(follow_or_none(response, (*place, "parts")), list):
            return place
        if isinstance(follow_or_none(response, (*place, "status", "message")), dict):
            return (*place, "status", "message")
        if isinstance(follow_or_none(response, (*place, "artifacts")), list):
            return (*place, "artifacts")
    return None


def messages_of_response(response: object) -> list[Json]:
    """Return the message, or a task's status message and artifacts. 1.0 names which of the two the result is."""
    result = response.get("result", response) if isinstance(response, dict) else None
    if isinstance(result, dict):
        result = result.get("message", result.get("task", result))
    if not isinstance(result, dict):
        return []
    if "parts" in result:
        return [result]
    status, artifacts = result.get("status"), result.get("artifacts")
    candidates = [status.get("message") if isinstance(status, dict) else None]
    candidates += artifacts if isinstance(artifacts, list) else []
    return [message for message in candidates if isinstance(message, dict)]


def say(texts: list[str]) -> Json:
    """The SDK requires an id; equal texts get equal ids."""
    message_id = f"note-{len(''.join(texts))}"
    parts = [{"kind": "text", "text": text} for text in texts]
    return {"kind": "message", "messageId": message_id, "role": "user", "parts": parts}
