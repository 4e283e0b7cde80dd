"""The schema of a ModelMessage and its parts.

The types combine `modelMessageSchema` of `ai` 5.0.277, 6.0.326 and 7.0.169. The model accepts parts of all three;
`dialect` finds out which version knows them.
"""

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
    image: str | dict[str, str]
    mediaType: str | None = None


class FilePart(OpenModel):
    type: Literal["file", "reasoning-file"]
    data: str | dict[str, Any]
    mediaType: str
    filename: str | None = None


class ReasoningPart(OpenModel):
    type: Literal["reasoning"]
    text: str


class CustomPart(OpenModel):
    type: Literal["custom"]
    kind: str


class ToolCallPart(OpenModel):
    type: Literal["tool-call"]
    toolCallId: str
    toolName: str
    input: Any = None
    providerExecuted: bool | None = None


class TextOutput(OpenModel):
    type: Literal["text", "error-text"]
    value: str


class JsonOutput(OpenModel):
    type: Literal["json", "error-json"]
    value: Any


class DeniedOutput(OpenModel):
    type: Literal["execution-denied"]
    reason: str | None = None


class ContentItem(OpenModel):
    type: str


class ContentOutput(OpenModel):
    type: Literal["content"]
    value: list[ContentItem]


class ToolResultPart(OpenModel):
    type: Literal["tool-result"]
    toolCallId: str
    toolName: str
    output: Annotated[TextOutput | JsonOutput | DeniedOutput | ContentOutput, Field(discriminator="type")]


class ApprovalRequestPart(OpenModel):
    type: Literal["tool-approval-request"]
    approvalId: str
    toolCallId: str


class ApprovalResponsePart(OpenModel):
    type: Literal["tool-approval-response"]
    approvalId: str
    approved: bool
    reason: str | None = None


UserPart = Annotated[TextPart | ImagePart | FilePart, Field(discriminator="type")]
AssistantPart = Annotated[
    TextPart | FilePart | ReasoningPart | CustomPart | ToolCallPart | ToolResultPart | ApprovalRequestPart,
    Field(discriminator="type"),
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
    content: list[Annotated[ToolResultPart | ApprovalResponsePart, Field(discriminator="type")]]


Message = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
