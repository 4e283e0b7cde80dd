"""The pydantic models of Bedrock Converse's blocks and messages (botocore 1.44.0). Fields nobody heard of are kept."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from workbench.formats.contract import OpenModel


class Medium(OpenModel):
    """An image, a video or a sound."""

    format: str
    source: dict[str, Any]


class Document(OpenModel):
    name: str
    source: dict[str, Any]
    format: str | None = None


class ToolUse(OpenModel):
    toolUseId: str
    name: str
    input: Any
    type: str | None = None


class ResultBlock(OpenModel):
    text: str | None = None
    image: Medium | None = None
    document: Document | None = None
    video: Medium | None = None


class ToolResult(OpenModel):
    toolUseId: str
    content: list[ResultBlock]
    status: Literal["success", "error"] | None = None
    type: str | None = None


class ReasoningText(OpenModel):
    text: str
    signature: str | None = None


class Reasoning(OpenModel):
    reasoningText: ReasoningText | None = None
    redactedContent: str | None = None


class Block(OpenModel):
    """A union told by its key; kinds without a field here (cachePoint, guardContent, …) pass through."""

    text: str | None = None
    image: Medium | None = None
    document: Document | None = None
    video: Medium | None = None
    audio: Medium | None = None
    toolUse: ToolUse | None = None
    toolResult: ToolResult | None = None
    reasoningContent: Reasoning | None = None


class Message(OpenModel):
    role: Literal["user", "assistant", "system"]
    content: list[Block]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
