"""The schema of a CoreMessage and its parts, as `coreMessageSchema` of `ai` 4.3.19 defines it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import OpenModel


class TextPart(OpenModel):
    type: Literal["text"]
    text: str


class ImagePart(OpenModel):
    type: Literal["image"]
    image: str
    mimeType: str | None = None


class FilePart(OpenModel):
    type: Literal["file"]
    data: str
    mimeType: str
    filename: str | None = None


class ReasoningPart(OpenModel):
    type: Literal["reasoning"]
    text: str
    signature: str | None = None


class RedactedReasoningPart(OpenModel):
    type: Literal["redacted-reasoning"]
    data: str


class ToolCallPart(OpenModel):
    type: Literal["tool-call"]
    toolCallId: str
    toolName: str
    args: Any = None


class ToolResultPart(OpenModel):
    type: Literal["tool-result"]
    toolCallId: str
    toolName: str
    result: Any = None
    isError: bool | None = None


UserPart = Annotated[TextPart | ImagePart | FilePart, Field(discriminator="type")]
AssistantPart = Annotated[
    TextPart | FilePart | ReasoningPart | RedactedReasoningPart | ToolCallPart, Field(discriminator="type")
]


class SystemMessage(OpenModel):
    role: Literal["system"]
    content: str


class UserMessage(OpenModel):
    role: Literal["user"]
    content: str | list[UserPart]


class AssistantMessage(OpenModel):
    role: Literal["assistant"]
    content: str | list[AssistantPart]


class ToolMessage(OpenModel):
    role: Literal["tool"]
    content: list[ToolResultPart]


Message = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
