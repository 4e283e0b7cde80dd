"""IContent, the internal history format: spec 000's shape, and the one llxprt-code really stores (f80a695f3).

The spec's blocks are text, image, tool_call and tool_response with a `status`; the real one has no image block and
no `system` speaker, and adds media, thinking and code blocks, `toolName` and `isComplete`. Both are read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import (
    CERTAIN,
    LIKELY,
    NO_EVIDENCE,
    TELLING,
    Event,
    Format,
    OpenModel,
    Shape,
    Tool,
)
from workbench.json.media import is_image, media_type_of_url
from workbench.json.pointer import Path
from workbench.json.text import Json

# --- models -----------------------------------------------------------------------------------------------------


class TextBlock(OpenModel):
    type: Literal["text"]
    text: str


class ImageBlock(OpenModel):
    type: Literal["image"]
    data: str


class MediaBlock(OpenModel):
    type: Literal["media"]
    mimeType: str
    data: str
    encoding: Literal["url", "base64"]


class ToolCallBlock(OpenModel):
    type: Literal["tool_call"]
    id: str
    name: str
    parameters: Any = None


class ToolResponseBlock(OpenModel):
    type: Literal["tool_response"]
    callId: str
    toolName: str | None = None
    result: Any = None
    status: str | None = None
    error: str | None = None
    isComplete: bool | None = None


class ThinkingBlock(OpenModel):
    type: Literal["thinking"]
    thought: str
    signature: str | None = None


class CodeBlock(OpenModel):
    type: Literal["code"]
    code: str
    language: str | None = None


class ProviderBlock(OpenModel):
    """A block that only one provider understands, kept whole under its name for the way back to it."""

    type: Literal["provider"]
    providerMetadata: dict[str, Any]


Block = Annotated[
    TextBlock | ImageBlock | MediaBlock | ToolCallBlock | ToolResponseBlock | ThinkingBlock | CodeBlock | ProviderBlock,
    Field(discriminator="type"),
]


class Content(OpenModel):
    speaker: Literal["human", "ai", "tool", "system"]
    blocks: list[Block]
    metadata: dict[str, Any] | None = None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Content)


# --- recognition ------------------------------------------------------------------------------------------------

_SPEAKERS = {"human", "ai", "tool", "system"}
_REAL_KINDS = {"media", "thinking", "code"}
_REAL_KEYS = {"toolName", "isComplete", "encoding"}


def recognise(shape: Shape) -> int:
    if "speaker" in shape.keys and "blocks" in shape.keys:
        return CERTAIN
    return LIKELY if "speaker" in shape.keys and shape.role in _SPEAKERS else NO_EVIDENCE


def dialect(messages: Sequence[Json]) -> str | None:
    """`llxprt` if a block or key of the shipped format is seen, `spec` if one that only the spec has, else None."""
    for message in messages[:TELLING]:
        blocks = message.get("blocks") if isinstance(message, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict):
                kind = block.get("type")
                if (isinstance(kind, str) and kind in _REAL_KINDS) or not _REAL_KEYS.isdisjoint(block):
                    return "llxprt"
                if kind == "image" or "status" in block:
                    return "spec"
    return None


# --- events -----------------------------------------------------------------------------------------------------

_TEXT: Mapping[str, Path] = {"value": ("text",)}
_DATA: Mapping[str, Path] = {"value": ("data",)}
_THOUGHT: Mapping[str, Path] = {"value": ("thought",), "signature": ("signature",)}
_CODE: Mapping[str, Path] = {"value": ("code",)}
_CALL: Mapping[str, Path] = {"id": ("id",), "name": ("name",), "value": ("parameters",)}
_RESULT: Mapping[str, Path] = {"id": ("callId",), "name": ("toolName",), "value": ("result",), "error": ("error",)}
_WHOLE: Mapping[str, Path] = {}


def read(message: Json, index: int) -> list[Event]:
    blocks = message.get("blocks") if isinstance(message, dict) else None
    if not isinstance(blocks, list):
        return []
    return [_event(block, index, ("blocks", at)) for at, block in enumerate(blocks)]


def _event(block: Json, index: int, path: Path) -> Event:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Event("text", index, path, _TEXT, block, value=block.get("text"))
    if kind == "tool_call":
        return Event("call", index, path, _CALL, block, block.get("id"), block.get("name"), block.get("parameters"))
    if kind == "tool_response":
        failed = block.get("status") == "error" or block.get("error") is not None
        name, result = block.get("toolName"), block.get("result")
        return Event("result", index, path, _RESULT, block, block.get("callId"), name, result, failed)
    if kind == "image":
        data = block.get("data")
        return Event("image", index, path, _DATA, block, value=data, media_type=media_type_of_url(data))
    if kind == "media":
        said = block.get("mimeType")
        media_type = said if isinstance(said, str) else None
        shown = "image" if is_image(media_type) else "file"
        return Event(shown, index, path, _DATA, block, value=block.get("data"), media_type=media_type)
    if kind == "thinking":
        return Event("thought", index, path, _THOUGHT, block, value=block.get("thought"))
    if kind == "code":
        return Event("text", index, path, _CODE, block, value=block.get("code"))
    return Event("other", index, path, _WHOLE, block, name=kind)


# --- repair -----------------------------------------------------------------------------------------------------


def answer(call_id: Json, name: Json, text: str) -> Json:
    block = {"type": "tool_response", "callId": call_id, "result": text}
    return {**block, "toolName": name} if isinstance(name, str) else block


def envelope(blocks: list[Json]) -> Json:
    return {"speaker": "tool", "blocks": blocks}


def say(texts: list[str]) -> Json:
    return {"speaker": "human", "blocks": [{"type": "text", "text": text} for text in texts]}


def read_tools(settings: Mapping[str, Json]) -> list[Tool]:
    """The internal tool definitions (spec 003's ITool): name, description and parameters."""
    tools = settings.get("tools")
    return [
        Tool(tool["name"], str(tool.get("description") or ""), tool.get("parameters") or {})
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict) and isinstance(tool.get("name"), str)
    ]


def write_tools(tools: list[Tool]) -> dict[str, Json]:
    return {"tools": [tool._asdict() for tool in tools]} if tools else {}


FORMAT = Format(
    name="icontent",
    title="IContent",
    recognise=recognise,
    read=read,
    roles={"human": "user", "ai": "assistant", "tool": "tool", "system": "system"},
    role_key="speaker",
    model=model,
    say=say,
    own_target="openai",
    list_key="contents",
    dialect=dialect,
    answer=answer,
    envelope=envelope,
    read_tools=read_tools,
    write_tools=write_tools,
)
