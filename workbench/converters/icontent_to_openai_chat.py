"""IContent → OpenAI Chat Completions in one hop: ids by spec 001, the rest by spec 000 where the API allows it.

Unlike in spec 000, the other blocks of a content with results are not lost: results become tool messages, followed by
the rest of the content (or preceded by it, if it makes their calls). Blocks of the real IContent are converted too:
thinking becomes `reasoning_content`, code becomes text, media becomes an image or a file. Dropped: images of the
assistant, the error text of a failed result, metadata, a `tool` content without a response. A content that only
reports usage is not a message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import AUDIO_FORMATS
from workbench.converters.failed_results import result_with_error_text
from workbench.converters.file_names import named_file
from workbench.converters.openai_chat_to_icontent import NAME
from workbench.converters.provider_metadata import stored_for, with_stored_fields
from workbench.converters.tool_ids import Rewrite, unchanged_id, wire_id
from workbench.json.text import Json, JsonObject, compact

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "user"}
"""The media of a tool are sent as the user's, because a tool message may only contain text."""


def icontent_to_openai_chat(
    contents: Sequence[Json], settings: Mapping[str, Json], rewrite: Rewrite = wire_id
) -> Iterator[Converted]:
    for index, content in enumerate(contents):
        if isinstance(content, dict):
            for message in _messages(content, rewrite):
                yield Converted(message, (index,))


def _messages(content: dict[str, Json], rewrite: Rewrite) -> list[Json]:
    listed, metadata = content.get("blocks"), content.get("metadata")
    blocks = [block for block in listed if isinstance(block, dict)] if isinstance(listed, list) else []
    if not blocks and isinstance(metadata, dict) and "usage" in metadata:
        return []
    kinds = [block.get("type") for block in blocks]
    if "tool_response" not in kinds:
        message = _message(content, blocks, rewrite) if content.get("speaker") != "tool" else None
        return [] if message is None else [message]
    results = [block for block in blocks if block.get("type") == "tool_response"]
    tools: list[Json] = [_tool_message(block, rewrite) for block in results]
    if len(results) == len(blocks):
        return tools
    rest = [block for block in blocks if block.get("type") != "tool_response"]
    message = _message(content, rest, rewrite)
    if message is None or (not message["content"] and len(message) == 2):
        return tools
    return [message, *tools] if _makes_its_calls(results, rest, rewrite) else [*tools, message]


def _message(content: dict[str, Json], blocks: list[dict[str, Json]], rewrite: Rewrite) -> dict[str, Json] | None:
    speaker, metadata = content.get("speaker"), content.get("metadata")
    role = _ROLES.get(speaker) if isinstance(speaker, str) else None
    if role is None:
        return None
    if speaker == "tool" and any(block.get("type") == "tool_call" for block in blocks):
        role = "assistant"
    if not isinstance(metadata, dict):
        return _message_of_role(role, blocks, rewrite)
    if metadata.get("role") in ("system", "developer"):  # llxprt has no system speaker; the role is here
        role = str(metadata["role"])
    message, kept = _message_of_role(role, blocks, rewrite), stored_for(NAME, metadata)
    if role == "assistant" and isinstance(reasoning := metadata.get("reasoning"), str):  # generation puts it here
        message.setdefault("reasoning_content", reasoning)
    return {**kept, **message} if isinstance(kept, dict) else message


def _message_of_role(role: str, blocks: list[dict[str, Json]], rewrite: Rewrite) -> dict[str, Json]:
    if role == "assistant":
        return _assistant_message(blocks, rewrite)
    return {"role": role, "content": _content(blocks, role)}


def _assistant_message(blocks: list[dict[str, Json]], rewrite: Rewrite) -> dict[str, Json]:
    """Return an assistant message. Missing text is null if there are calls, otherwise '' (spec 000, line 115)."""
    kinds = [block.get("type") for block in blocks]
    message: dict[str, Json] = {"role": "assistant", "content": _content(blocks, "assistant")}
    if "tool_call" in kinds:
        if "text" not in kinds and "code" not in kinds:
            message["content"] = None
        message["tool_calls"] = [_tool_call(block, rewrite) for block in blocks if block.get("type") == "tool_call"]
    if "thinking" in kinds:
        thoughts = (block.get("thought") for block in blocks if block.get("type") == "thinking")
        message["reasoning_content"] = "\n".join(thought for thought in thoughts if isinstance(thought, str))
    return message


def _content(blocks: list[JsonObject], role: str) -> Json:
    """Return a string if all blocks are texts, else parts. Only a user's message has images and files."""
    parts: list[JsonObject] = [part for block in blocks if (part := _part(block, role)) is not None]
    if len(parts) == 1 and len(parts[0]) == 2 and parts[0]["type"] == "text":
        return parts[0]["text"]
    if all(len(part) == 2 and part["type"] == "text" for part in parts):
        return "\n".join(part["text"] for part in parts)
    return parts


def _part(block: dict[str, Json], role: str) -> dict[str, Json] | None:
    kind = block.get("type")
    if kind in ("text", "code"):
        text = block.get(kind)
        if not isinstance(text, str):
            return None
        part = with_stored_fields({"type": "text", "text": text}, NAME, block) if "providerMetadata" in block else None
        if part is None or part["type"] != "refusal":
            return part or {"type": "text", "text": text}
        return {"type": "refusal", "refusal": text}
    if role != "user":
        return None
    if kind == "provider":
        kept = stored_for(NAME, block)
        return kept if isinstance(kept, dict) and isinstance(kept.get("type"), str) else None
    if kind not in ("image", "media") or not isinstance(data := block.get("data"), str):
        return None
    if kind == "image":
        return {"type": "image_url", "image_url": with_stored_fields({"url": data}, NAME, block)}
    return _media_part(block, data)


def _media_part(block: dict[str, Json], data: str) -> dict[str, Json] | None:
    """Return an image, audio or file part. None for a file given by address, which Chat Completions does not accept."""
    declared, name = block.get("mimeType"), block.get("filename")
    media_type = declared if isinstance(declared, str) else "application/octet-stream"
    is_inline = block.get("encoding") != "url" and not data.startswith("data:")
    url = f"data:{media_type};base64,{data}" if is_inline else data
    if media_type.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": url}}
    if is_inline and media_type in AUDIO_FORMATS:
        return {"type": "input_audio", "input_audio": {"data": data, "format": AUDIO_FORMATS[media_type]}}
    if not url.startswith("data:"):
        return None
    return {"type": "file", "file": named_file(name, url)}


def _tool_call(block: dict[str, Json], rewrite: Rewrite) -> dict[str, Json]:
    parameters, call_id = block.get("parameters"), rewrite(block.get("id"))
    kept = stored_for(NAME, block)
    if isinstance(kept, dict) and kept.get("type") == "custom" and isinstance(parameters, str):
        return {"id": call_id, **kept, "custom": {"name": block.get("name"), "input": parameters}}
    arguments = parameters if isinstance(parameters, str) else "{}" if parameters is None else compact(parameters)
    call = {"id": call_id, "type": "function", "function": {"name": block.get("name"), "arguments": arguments}}
    return {**kept, **call} if isinstance(kept, dict) else call


def _tool_message(block: dict[str, Json], rewrite: Rewrite) -> dict[str, Json]:
    """Return the tool message of a result. Only a null or absent result becomes ''.

    The API has no failure flag, so a failed result looks like any other. Spec 000 drops the error text of an IContent
    history; a history that only passes through IContent keeps it.
    """
    result = result_with_error_text(block) if rewrite is unchanged_id else block.get("result")
    content = result if isinstance(result, str) else "" if result is None else compact(result)
    message = {"role": "tool", "tool_call_id": rewrite(block.get("callId")), "content": content}
    kept = stored_for(NAME, block)
    return {**kept, **message} if isinstance(kept, dict) else message


def _makes_its_calls(results: list[dict[str, Json]], rest: list[dict[str, Json]], rewrite: Rewrite) -> bool:
    calls = [rewrite(block.get("id")) for block in rest if block.get("type") == "tool_call"]
    return any(rewrite(block.get("callId")) in calls for block in results)


EDGE = Edge(
    "icontent",
    "openai-chat",
    icontent_to_openai_chat,
    "ids as in spec 001, the rest as in spec 000",
    normalises_ids=True,
)
IN_PASSING = replace(EDGE, convert=partial(icontent_to_openai_chat, rewrite=unchanged_id), normalises_ids=False)
