"""The schema of an IContent and its parts."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import (
    OpenModel,
)


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
    """A block that only one provider understands, stored unchanged under that provider's name to be sent back."""

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
