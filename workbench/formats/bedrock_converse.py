"""Amazon Bedrock Converse messages, as the service model of botocore 1.44.0 has them (`ContentBlock`).

A block says its kind by its only key (`{"text": …}`, `{"toolUse": …}`) and has no `type`. In JSON, bytes are base64
text. `type` on a `toolUse` marks a tool that the service runs itself; its result stands in the assistant turn too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from workbench.formats.bedrock_converse_blocks import Message
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Event, Format, Shape, Tool
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- models -----------------------------------------------------------------------------------------------------


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


# --- recognition ------------------------------------------------------------------------------------------------

_ROLES = {"user", "assistant", "system"}
_OWN_KEYS = {
    "toolUse",
    "toolResult",
    "reasoningContent",
    "cachePoint",
    "guardContent",
    "citationsContent",
    "searchResult",
}
_SHARED_KEYS = {"text", "image", "document", "video", "audio"}
_OWN_SETTINGS = {
    "toolConfig",
    "inferenceConfig",
    "additionalModelRequestFields",
    "additionalModelResponseFieldPaths",
    "guardrailConfig",
    "modelId",
    "performanceConfig",
}


def recognise(shape: Shape) -> int:
    if shape.role not in _ROLES or shape.parts_key != "content" or shape.kinds:
        return NO_EVIDENCE
    if shape.part_keys & _OWN_KEYS:
        return CERTAIN
    if not shape.part_keys:
        return POSSIBLE
    # No other format has a content list whose parts do not say their type.
    return LIKELY if shape.part_keys & _SHARED_KEYS else NO_EVIDENCE


def body_evidence(settings: Mapping[str, Json]) -> int:
    if settings.keys() & _OWN_SETTINGS:
        return CERTAIN
    system = settings.get("system")
    if isinstance(system, list) and system and all(_is_untyped(block) for block in system):
        return LIKELY
    return NO_EVIDENCE


def _is_untyped(block: Json) -> bool:
    return isinstance(block, dict) and "type" not in block


# --- events -----------------------------------------------------------------------------------------------------

_WHOLE: Mapping[str, Path] = {}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CALL: Mapping[str, Path] = {
    "id": ("toolUse", "toolUseId"),
    "name": ("toolUse", "name"),
    "value": ("toolUse", "input"),
}
_RESULT: Mapping[str, Path] = {
    "id": ("toolResult", "toolUseId"),
    "value": ("toolResult", "content"),
    "error": ("toolResult", "status"),
}
_THOUGHT: Mapping[str, Path] = {
    "value": ("reasoningContent", "reasoningText", "text"),
    "signature": ("reasoningContent", "reasoningText", "signature"),
}
_REDACTED: Mapping[str, Path] = {"value": ("reasoningContent", "redactedContent")}
_GUARDED: Mapping[str, Path] = {"value": ("guardContent", "text", "text")}
_SEARCH: Mapping[str, Path] = {"value": ("searchResult", "content"), "name": ("searchResult", "title")}
_BYTES: Mapping[str, Mapping[str, Path]] = {
    kind: {"value": (kind, "source", "bytes"), "media_type": (kind, "format")}
    for kind in ("image", "document", "video", "audio")
}
_FAMILIES = {"image": "image", "document": "application", "video": "video", "audio": "audio"}


def read(message: Json, index: int) -> list[Event]:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return []
    events: list[Event] = []
    for at, block in enumerate(content):
        path: Path = ("content", at)
        if isinstance(block, dict) and isinstance(result := block.get("toolResult"), dict):
            events.extend(_result_events(block, result, index, path))
        elif isinstance(block, dict) and isinstance(cited := block.get("citationsContent"), dict):
            events.extend(_cited_events(block, cited, index, path))
        else:
            events.append(_event(block, index, path))
    return events


def _result_events(block: Json, result: dict[str, Json], index: int, path: Path) -> list[Event]:
    kind = "server_result" if "type" in result else "result"
    content, failed = result.get("content"), result.get("status") == "error"
    events = [Event(kind, index, path, _RESULT, block, result.get("toolUseId"), None, content, failed)]
    if isinstance(content, list):
        inside = (*path, "toolResult", "content")
        # A JSON part is the result's own value, not something said or shown beside it.
        parts = [(at, part) for at, part in enumerate(content) if not (isinstance(part, dict) and "json" in part)]
        events.extend(_event(part, index, (*inside, at)) for at, part in parts)
    return events


def _cited_events(block: Json, cited: dict[str, Json], index: int, path: Path) -> list[Event]:
    texts = cited.get("content")
    if not isinstance(texts, list):
        return [Event("other", index, path, _WHOLE, block, name="citationsContent")]
    inside = (*path, "citationsContent", "content")
    return [_event(part, index, (*inside, at)) for at, part in enumerate(texts)]


def _event(block: Json, index: int, path: Path) -> Event:
    if not isinstance(block, dict):
        return Event("other", index, path, _WHOLE, block)
    if "text" in block:
        return Event("text", index, path, _TEXT, block, value=block["text"])
    kind = next(iter(block), None)
    inner = block[kind] if kind is not None else None
    if not isinstance(inner, dict):
        return _other(block, index, path)
    if kind == "toolUse":
        call = "server_call" if "type" in inner else "call"
        return Event(call, index, path, _CALL, block, inner.get("toolUseId"), inner.get("name"), inner.get("input"))
    if kind in _FAMILIES:
        return _medium(kind, inner, block, index, path)
    if kind == "reasoningContent":
        return _thought(inner, block, index, path)
    if kind == "guardContent" and isinstance(guarded := inner.get("text"), dict):
        return Event("text", index, path, _GUARDED, block, value=guarded.get("text"))
    if kind == "searchResult":
        return Event("file", index, path, _SEARCH, block, name=inner.get("title"), value=inner.get("content"))
    return _other(block, index, path)


def _other(block: dict[str, Json], index: int, path: Path) -> Event:
    return Event("other", index, path, _WHOLE, block, name=next(iter(block), None))


def _medium(kind: str, inner: dict[str, Json], block: Json, index: int, path: Path) -> Event:
    source, form = inner.get("source"), inner.get("format")
    data = source.get("bytes", source) if isinstance(source, dict) else source
    media_type = f"{_FAMILIES[kind]}/{form}" if isinstance(form, str) else None
    event_kind = "image" if kind == "image" else "file"
    return Event(
        event_kind, index, path, _BYTES[kind], block, name=inner.get("name"), value=data, media_type=media_type
    )


def _thought(inner: dict[str, Json], block: Json, index: int, path: Path) -> Event:
    if isinstance(text := inner.get("reasoningText"), dict):
        return Event("thought", index, path, _THOUGHT, block, value=text.get("text"))
    return Event("thought", index, path, _REDACTED, block, name="redactedContent", value=inner.get("redactedContent"))


# --- repair and responses ---------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    return {"toolResult": {"toolUseId": call_id, "content": [{"text": text}]}}


def envelope(blocks: list[Json]) -> Json:
    return {"role": "user", "content": blocks}


def response_from(message: Json) -> Json:
    called = any(event.kind == "call" for event in read(message, 0))
    return {"output": {"message": message}, "stopReason": "tool_use" if called else "end_turn"}


def messages_of_response(response: Json) -> list[Json]:
    """The message with what the response says about it (usage, stop reason), which the way to IContent keeps."""
    output = response.get("output") if isinstance(response, dict) else None
    message = output.get("message") if isinstance(output, dict) else None
    if not isinstance(message, dict):
        return []
    return [{**{key: value for key, value in response.items() if key != "output"}, **message}]


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    config = settings.get("toolConfig")
    tools = config.get("tools") if isinstance(config, dict) else None
    specs = [tool.get("toolSpec") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    return [
        Tool(str(spec.get("name", "")), str(spec.get("description") or ""), _schema(spec.get("inputSchema")))
        for spec in specs
        if isinstance(spec, dict)
    ]


def _schema(schema: Json) -> Json:
    return (schema.get("json") if isinstance(schema, dict) else None) or {}


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    """An empty description is left out: the service refuses one that is there and empty."""
    specs = [
        {"name": name, **({"description": words} if words else {}), "inputSchema": {"json": schema}}
        for name, words, schema in tools
    ]
    return {"toolConfig": {"tools": [{"toolSpec": spec} for spec in specs]}} if tools else {}


def write_system(blocks: list[Json]) -> dict[str, Json]:
    return {"system": blocks}


def say(texts: list[str]) -> Json:
    return {"role": "user", "content": [{"text": text} for text in texts]}


FORMAT = Format(
    name="bedrock-converse",
    title="Bedrock Converse",
    recognise=recognise,
    read=read,
    roles={"user": "user", "assistant": "assistant", "system": "system"},
    model=model,
    say=say,
    own_target="bedrock",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
)
