"""CoreMessages → UI messages of the AI SDK 4: what `useChat` would have stored for the same conversation.

A result moves into the invocation of its call, so tool messages disappear; images and files of a user become
attachments. Lost, because a UI message cannot represent them: `isError`, results without a call, provider options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_results_by_call import Answer, answers_by_id, take_answer
from workbench.converters.vercel_user_content_to_openai_chat import image_address
from workbench.formats.vercel_request import system_setting
from workbench.json.media import media_type_of
from workbench.json.text import Json


def vercel_v4_core_to_vercel_v4_ui(messages: Sequence[Any], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    answers = answers_by_id(messages)
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "assistant":
            converted, sources = _assistant_message(message.get("content"), answers)
            yield Converted(converted, tuple(sorted({index, *sources})))
        elif role in ("user", "system"):
            yield Converted(_message(role, message.get("content")), (index,))


def _message(role: str, content: object) -> Json:
    if not isinstance(content, list):
        return {"role": role, "content": content, "parts": [{"type": "text", "text": content}]}
    items = [part for part in content if isinstance(part, dict)]
    parts = [{"type": "text", "text": part.get("text")} for part in items if part.get("type") == "text"]
    message: dict[str, Json] = {"role": role, "content": _joined(parts), "parts": parts}
    attachments = [_attachment(part) for part in items if part.get("type") in ("image", "file")]
    if attachments:
        message["experimental_attachments"] = attachments
    return message


def _joined(parts: list[dict[str, Json]]) -> str:
    return "".join(part["text"] for part in parts if part["type"] == "text" and isinstance(part["text"], str))


def _attachment(part: dict[str, Json]) -> Json:
    declared = part.get("mimeType")
    if part["type"] == "image":
        url = image_address(part.get("image"), declared)
    else:
        data = part.get("data")
        is_inline = isinstance(data, str) and ":" not in data[:12]
        url = f"data:{declared};base64,{data}" if is_inline else data
    media_type = media_type_of(declared, url)
    attachment = {"url": url, "contentType": media_type or "image/*"}
    return {**attachment, "name": part["filename"]} if "filename" in part else attachment


def _assistant_message(content: object, answers: dict[str, list[Answer]]) -> tuple[Json, list[int]]:
    if not isinstance(content, list):
        return {"role": "assistant", "content": content, "parts": [{"type": "text", "text": content}]}, []
    parts: list[dict[str, Json]] = []
    sources: list[int] = []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "tool-call":
            answer = take_answer(answers, part.get("toolCallId"))
            parts.append({"type": "tool-invocation", "toolInvocation": _invocation(part, answer)})
            sources.extend([answer[0]] if answer else [])
        elif kind == "text":
            parts.append({"type": "text", "text": part.get("text")})
        elif kind in ("reasoning", "redacted-reasoning"):
            parts.append(_reasoning(part))
        elif kind == "file":
            parts.append({"type": "file", "mimeType": part.get("mimeType"), "data": part.get("data")})
    return {"role": "assistant", "content": _joined(parts), "parts": parts}, sources


def _invocation(call: dict[str, Json], answer: Answer | None) -> Json:
    invocation = {"toolCallId": call.get("toolCallId"), "toolName": call.get("toolName"), "args": call.get("args")}
    if answer is None:
        return {"state": "call", **invocation}
    return {"state": "result", **invocation, "result": answer[1].get("result")}


def _reasoning(part: dict[str, Json]) -> dict[str, Json]:
    if part["type"] == "redacted-reasoning":
        return {"type": "reasoning", "reasoning": "", "details": [{"type": "redacted", "data": part.get("data")}]}
    detail = {"type": "text", "text": part.get("text")}
    if "signature" in part:
        detail["signature"] = part["signature"]
    return {"type": "reasoning", "reasoning": part.get("text"), "details": [detail]}


EDGE = Edge("vercel-v4-core", "vercel-v4-ui", vercel_v4_core_to_vercel_v4_ui, "what useChat of AI SDK 4 stores")
