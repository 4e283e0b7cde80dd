"""OpenTelemetry's GenAI messages (`role` and `parts` with `content`) → Chat Completions messages."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import Call, ChatTurns, image_part, plain, text_part
from workbench.sources.reading import as_text, in_text, member, objects

_OWN_PARTS = frozenset({
    "tool_call", "tool_call_response", "blob", "uri", "server_tool_call", "server_tool_call_response",
})  # fmt: skip
_TEXTS = {"system", "user", "developer"}


def is_genai(value: object) -> bool:
    """Parts whose text is in `content`: the AI SDK calls that `text`, A2A has a `kind`."""
    parts = member(value, "parts")
    return isinstance(member(value, "role"), str) and isinstance(parts, list) and any(map(_is_part, parts))


def _is_part(part: Json) -> bool:
    kind = as_text(member(part, "type"))
    if kind in {"text", "reasoning"}:
        return "content" in part and "text" not in part
    return kind in _OWN_PARTS


def add_genai(turns: ChatTurns, values: object, at: Path) -> None:
    for place, message in objects(values, at):
        _add(turns, message, place)


def add_instructions(turns: ChatTurns, parts: object, at: Path) -> None:
    """`gen_ai.system_instructions`: the parts of the system message, or its text."""
    words = parts if isinstance(parts, str) else "\n".join(as_text(part.get("content")) for _, part in objects(parts))
    if words:
        turns.say("system", words, at)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    """Results come first, as messages of their own, whatever role they are under (pydantic-ai wrote `user`)."""
    parts = list(objects(message.get("parts"), (*at, "parts")))
    for place, part in parts:
        if part.get("type") == "tool_call_response":
            answer = part.get("response", part.get("result"))
            turns.result(part.get("id"), answer, place)
    calls = [
        Call(part.get("id"), part.get("name"), part.get("arguments"), place)
        for place, part in parts
        if part.get("type") == "tool_call"
    ]
    content = plain(written for _, part in parts if (written := _part(part)) is not None)
    role = as_text(message.get("role"))
    if role == "assistant" and (content or calls):
        turns.answer(content, calls, at)
    elif content and role != "tool":
        turns.say(role if role in _TEXTS else "user", content, at)


def _part(part: dict[str, Json]) -> Json | None:
    kind = part.get("type")
    if kind == "text":
        return text_part(part.get("content"))
    if kind == "uri" and part.get("modality") == "image":
        return image_part(part.get("uri"))
    if kind == "blob" and part.get("modality") == "image":
        return image_part(f"data:{in_text(part.get('mime_type'))};base64,{in_text(part.get('content'))}")
    return None
