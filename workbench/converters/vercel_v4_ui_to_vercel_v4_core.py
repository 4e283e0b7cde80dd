"""UI messages → CoreMessages of the AI SDK 4, as its `convertToCoreMessages` (`ai` 4.3.19) does it.

Each step becomes an assistant message and a tool message; `parts` take precedence over `toolInvocations`. Dropped: a
user's parts that are not text, `data` messages, sources and annotations. Where the SDK throws, this continues: an
invocation without a result becomes a call alone, a tool message of a mixed history stays unchanged, and an attachment
without a type becomes a file of unknown type. An attached image stays a data URL; in the SDK it is bytes, which JSON
does not have.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.formats.vercel_request import system_setting
from workbench.json.media import split_data_url
from workbench.json.text import Json

_Invocation = dict[str, Json]


def vercel_v4_ui_to_vercel_v4_core(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    last = len(messages) - 1
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for converted in _messages(message, index == last):
                yield Converted(converted, (index,))


def _messages(message: dict[str, Json], is_last: bool) -> Iterator[Json]:
    role, parts, content = message.get("role"), message.get("parts"), message.get("content")
    if role == "tool":
        yield message
    elif role == "system":
        yield {"role": "system", "content": content}
    elif role == "user":
        yield {"role": "user", "content": _user_content(message)}
    elif role == "assistant" and isinstance(parts, list):
        yield from _steps(parts)
    elif role == "assistant":
        yield from _legacy_steps(content, _invocations(message.get("toolInvocations")), is_last)


def _user_content(message: dict[str, Json]) -> Json:
    content, parts, attachments = message.get("content"), message.get("parts"), message.get("experimental_attachments")
    if isinstance(parts, list):
        texts = [part for part in parts if isinstance(part, dict) and part.get("type") == "text"]
        content = [{"type": "text", "text": part.get("text")} for part in texts]
    if not isinstance(attachments, list):
        return content
    text_parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return [*text_parts, *(_attachment(item) for item in attachments if isinstance(item, dict))]


def _attachment(attachment: dict[str, Json]) -> Json:
    url, declared = attachment.get("url"), attachment.get("contentType")
    inline = split_data_url(url)
    media_type = declared if isinstance(declared, str) and declared else inline.media_type if inline else None
    if media_type and media_type.startswith("image/"):
        return {"type": "image", "image": url}
    if inline and media_type and media_type.startswith("text/"):
        return {"type": "text", "text": _decoded(inline.data)}
    data = inline.data if inline else url
    return {"type": "file", "data": data, "mimeType": media_type or "application/octet-stream"}


def _decoded(data: str) -> str:
    try:
        return base64.b64decode(data + "=" * (-len(data) % 4)).decode(errors="replace")
    except (binascii.Error, ValueError):
        return data


def _steps(parts: list[Any]) -> Iterator[Json]:
    """Yield the messages of all steps. A text after a tool, or an invocation with another step number, starts a step.

    As in the SDK, an empty step gives a message too.
    """
    step, has_tools = 0, False
    block: list[Json] = []
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in ("text", "file", "reasoning", "tool-invocation"):
            continue
        starts_step = kind == "text" and has_tools
        if kind == "tool-invocation":
            invocation = part.get("toolInvocation")
            if not isinstance(invocation, dict):
                continue
            starts_step = (invocation.get("step") or 0) != step
        if starts_step:
            yield from _step(block)
            step, has_tools, block = step + 1, False, []
        has_tools = has_tools or kind == "tool-invocation"
        block.append(part)
    yield from _step(block)


def _step(block: list[Any]) -> Iterator[Json]:
    content: list[Json] = []
    for part in block:
        if part["type"] == "tool-invocation":
            content.append(_call(part["toolInvocation"]))
        elif part["type"] == "reasoning":
            content.extend(_reasoning(part))
        else:
            content.append(part)
    yield {"role": "assistant", "content": content}
    yield from _results([part["toolInvocation"] for part in block if part["type"] == "tool-invocation"])


def _legacy_steps(content: object, invocations: list[_Invocation], is_last: bool) -> Iterator[Json]:
    """Yield the messages of the form without `parts`: text comes before the calls of the last message, after others."""
    if not invocations:
        yield {"role": "assistant", "content": content}
        return
    text_parts = [{"type": "text", "text": content}] if content and is_last else []
    for step in sorted({_step_of(invocation) for invocation in invocations}):
        of_step = [invocation for invocation in invocations if _step_of(invocation) == step]
        yield {"role": "assistant", "content": (text_parts if step == 0 else []) + [_call(item) for item in of_step]}
        yield from _results(of_step)
    if content and not is_last:
        yield {"role": "assistant", "content": content}


def _invocations(value: object) -> list[_Invocation]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _step_of(invocation: _Invocation) -> int:
    step = invocation.get("step")
    return step if isinstance(step, int) else 0


def _call(invocation: _Invocation) -> Json:
    call = {"type": "tool-call", "toolCallId": invocation.get("toolCallId"), "toolName": invocation.get("toolName")}
    return {**call, "args": invocation["args"]} if "args" in invocation else call


def _results(invocations: list[_Invocation]) -> Iterator[Json]:
    results = [
        {
            "type": "tool-result",
            "toolCallId": invocation.get("toolCallId"),
            "toolName": invocation.get("toolName"),
            "result": invocation["result"],
        }
        for invocation in invocations
        if "result" in invocation
    ]
    if results:
        yield {"role": "tool", "content": results}


def _reasoning(part: dict[str, Json]) -> Iterator[Json]:
    """Yield reasoning parts from the details, or from the text if an older SDK wrote no details."""
    details = part.get("details")
    if not isinstance(details, list):
        details = [{"type": "text", "text": part.get("reasoning")}]
    for detail in details:
        kind = detail.get("type") if isinstance(detail, dict) else None
        if kind == "text":
            signature_field = {"signature": detail["signature"]} if "signature" in detail else {}
            yield {"type": "reasoning", "text": detail.get("text"), **signature_field}
        elif kind == "redacted":
            yield {"type": "redacted-reasoning", "data": detail.get("data")}


EDGE = Edge("vercel-v4-ui", "vercel-v4-core", vercel_v4_ui_to_vercel_v4_core, "convertToCoreMessages of AI SDK 4")
