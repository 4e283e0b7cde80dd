"""The schema of a UI message of SDK 4 and its parts."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import (
    OpenModel,
)


class ToolInvocation(OpenModel):
    state: Literal["partial-call", "call", "result"]
    toolCallId: str
    toolName: str
    args: Any = None
    step: int | None = None


class TextPart(OpenModel):
    type: Literal["text"]
    text: str


class ReasoningPart(OpenModel):
    type: Literal["reasoning"]
    reasoning: str
    details: list[dict[str, Any]]


class ToolInvocationPart(OpenModel):
    type: Literal["tool-invocation"]
    toolInvocation: ToolInvocation


class SourcePart(OpenModel):
    type: Literal["source"]
    source: dict[str, Any]


class FilePart(OpenModel):
    type: Literal["file"]
    mimeType: str
    data: str


class StepStartPart(OpenModel):
    type: Literal["step-start"]


class Attachment(OpenModel):
    url: str
    contentType: str | None = None
    name: str | None = None


Part = Annotated[
    TextPart | ReasoningPart | ToolInvocationPart | SourcePart | FilePart | StepStartPart, Field(discriminator="type")
]


class Message(OpenModel):
    id: str | None = None
    role: Literal["system", "user", "assistant", "data"]
    content: str
    parts: list[Part] | None = None
    toolInvocations: list[ToolInvocation] | None = None
    experimental_attachments: list[Attachment] | None = None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
