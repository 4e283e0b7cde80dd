"""Anthropic Messages, as the `anthropic` package 2.8.0 types them (`MessageParam` and its beta blocks).

Calls and results are blocks inside the turns: a call in the assistant's, its result in the user's right after it.
Tools that the provider runs itself stand whole inside the assistant turn (`server_tool_use`, `mcp_tool_use` and the
many `…_tool_result`). New block kinds appear often: a kind without a model here is read as `other` and passes through.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from workbench.formats.anthropic_blocks import Message
from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    POSSIBLE,
    Event,
    Format,
    Shape,
    Tool,
)
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- models -----------------------------------------------------------------------------------------------------


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


# --- recognition ------------------------------------------------------------------------------------------------

_ROLES = {"user", "assistant", "system"}
_FOREIGN_KEYS = {
    "tool_calls",
    "tool_call_id",
    "function_call",
    "reasoning_content",
    "toolInvocations",
    "parts",
    "blocks",
}
_OWN_KINDS = {
    "tool_use",
    "tool_result",
    "server_tool_use",
    "mcp_tool_use",
    "redacted_thinking",
    "search_result",
    "container_upload",
    "tool_addition",
    "tool_removal",
    "compaction",
}
_SHARED_KINDS = {"text", "image", "document", "thinking"}


def recognise(shape: Shape) -> int:
    if shape.role not in _ROLES or shape.keys & _FOREIGN_KEYS or shape.content not in ("string", "list"):
        return NO_EVIDENCE
    if shape.kinds & _OWN_KINDS or any(kind.endswith("_tool_result") for kind in shape.kinds):
        return CERTAIN
    if shape.type == "message" and "stop_reason" in shape.keys:  # a whole response, which is also its message
        return CERTAIN
    if shape.kinds - _SHARED_KINDS or (shape.part_keys and not shape.kinds):
        return NO_EVIDENCE
    if shape.kinds & {"image", "document"}:
        return CERTAIN if "source" in shape.part_keys else NO_EVIDENCE
    if "thinking" in shape.kinds:
        return CERTAIN if "signature" in shape.part_keys else LIKELY
    # OpenAI-compatible routers take cache marks too, so a mark alone does not decide.
    return LIKELY if "citations" in shape.part_keys else POSSIBLE


def body_evidence(settings: Mapping[str, Json]) -> int:
    tools, system, name = settings.get("tools"), settings.get("system"), settings.get("model")
    if "anthropic_version" in settings or "mcp_servers" in settings:
        return CERTAIN
    if isinstance(tools, list) and any(isinstance(tool, dict) and "input_schema" in tool for tool in tools):
        return CERTAIN
    blocks = system if isinstance(system, list) else ()
    if isinstance(system, str) or any(isinstance(block, dict) and "type" in block for block in blocks):
        return LIKELY
    if isinstance(settings.get("thinking"), dict) or settings.keys() & {"stop_sequences", "context_management"}:
        return LIKELY
    if isinstance(name, str) and name.startswith("claude"):
        return LIKELY
    return POSSIBLE if settings.keys() & {"max_tokens", "model", "stream"} else NO_EVIDENCE


# --- events -----------------------------------------------------------------------------------------------------

_WHOLE: Mapping[str, Path] = {}
_CONTENT: Mapping[str, Path] = {"value": ("content",)}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_THOUGHT: Mapping[str, Path] = {"value": ("thinking",), "signature": ("signature",)}
_REDACTED: Mapping[str, Path] = {"value": ("data",)}
_UPLOAD: Mapping[str, Path] = {"value": ("file_id",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("input",)}
_RESULT: Mapping[str, Path] = {"id": ("tool_use_id",), "value": ("content",), "error": ("is_error",)}
_SOURCES: Mapping[str, Mapping[str, Path]] = {
    key: {"value": ("source", key), "media_type": ("source", "media_type")} for key in ("data", "url", "file_id")
}


def read(message: Json, index: int) -> list[Event]:
    if not isinstance(message, dict):
        return []
    content = message.get("content")
    if isinstance(content, str):
        return [Event("text", index, (), _CONTENT, message, value=content)]
    return _events(content, index, ("content",)) if isinstance(content, list) else []


def _events(blocks: list[Json], index: int, path: Path) -> list[Event]:
    events: list[Event] = []
    for at, block in enumerate(blocks):
        events.append(_event(block, index, (*path, at)))
        # Only what the client's own tools and MCP servers return is made of the same blocks as a message, and a
        # result inside a result does not exist: reading one level deep keeps hostile nesting harmless.
        if isinstance(block, dict) and block.get("type") in ("tool_result", "mcp_tool_result"):
            nested, inside = block.get("content"), (*path, at, "content")
            if isinstance(nested, list):
                events.extend(_event(part, index, (*inside, where)) for where, part in enumerate(nested))
    return events


def _event(block: Json, index: int, path: Path) -> Event:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, block, value=block.get("text"))
    if kind == "tool_use":
        return Event("call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("input"))
    if kind == "tool_result":
        failed = block.get("is_error") is True
        return Event(
            "result", index, path, _RESULT, block, block.get("tool_use_id"), None, block.get("content"), failed
        )
    if kind == "thinking":
        return Event("thought", index, path, _THOUGHT, block, value=block.get("thinking"))
    if kind == "redacted_thinking":
        return Event("thought", index, path, _REDACTED, block, name=kind, value=block.get("data"))
    if kind in ("image", "document"):
        return _source_event(kind, block, index, path)
    if kind in ("server_tool_use", "mcp_tool_use"):
        return Event("server_call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("input"))
    if isinstance(kind, str) and kind.endswith("_tool_result"):
        return _server_result(kind, block, index, path)
    if kind == "container_upload":
        return Event("file", index, path, _UPLOAD, block, value=block.get("file_id"))
    if kind == "search_result":
        return Event("file", index, path, _CONTENT, block, name=block.get("title"), value=block.get("content"))
    return Event("other", index, path, _WHOLE, block, name=kind)


def _source_event(kind: str, block: dict[str, Json], index: int, path: Path) -> Event:
    event_kind = "image" if kind == "image" else "file"
    source = block.get("source")
    if isinstance(source, dict):
        for key, places in _SOURCES.items():
            if key in source:
                media_type = source.get("media_type")
                known = media_type if isinstance(media_type, str) else None
                return Event(event_kind, index, path, places, block, value=source[key], media_type=known)
    return Event(event_kind, index, path, _WHOLE, block, value=source)


def _server_result(kind: str, block: dict[str, Json], index: int, path: Path) -> Event:
    content = block.get("content")
    inner = content.get("type") if isinstance(content, dict) else None
    failed = block.get("is_error") is True or (isinstance(inner, str) and inner.endswith("_error"))
    tool = kind.removesuffix("_tool_result")
    return Event("server_result", index, path, _RESULT, block, block.get("tool_use_id"), tool, content, failed)


# --- repair and responses ---------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    return {"type": "tool_result", "tool_use_id": call_id, "content": text}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "content": blocks}


def response_from(message: Json) -> Json:
    """The response body that this assistant message once was; a response always has blocks, never a bare string."""
    content = message.get("content") if isinstance(message, dict) else None
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    kinds = [block.get("type") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    stop_reason = "tool_use" if "tool_use" in kinds else "end_turn"
    return {"type": "message", "role": "assistant", "content": blocks, "stop_reason": stop_reason}


def messages_of_response(response: Json) -> list[Json]:
    """The body is the message; id, model, usage and stop reason stay on it, and the way to IContent keeps them."""
    if not isinstance(response, dict) or "content" not in response:
        return []
    return [{"role": "assistant", **{key: value for key, value in response.items() if key != "type"}}]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    """The tools that the client runs; those of the provider (`web_search_…`) mean nothing to others."""
    tools = settings.get("tools")
    return [
        Tool(str(tool.get("name", "")), str(tool.get("description") or ""), tool.get("input_schema") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and "input_schema" in tool
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    written = [{"name": name, "description": words, "input_schema": schema} for name, words, schema in tools]
    return {"tools": written} if tools else {}


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"system": blocks}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


FORMAT = Format(
    name="anthropic",
    title="Anthropic Messages",
    recognise=recognise,
    read=read,
    roles={"user": "user", "assistant": "assistant", "system": "system"},
    model=model,
    say=say,
    own_target="anthropic",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
)
