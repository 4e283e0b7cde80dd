"""The parts of a ModelMessage, as pydantic models, and which SDK brought each: 5, 6 or 7.

The types are those of `modelMessageSchema` in `ai` 5.0.277, 6.0.326 and 7.0.169 taken together; what a version does
not know is told by `dialect`, not refused by the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import TELLING, OpenModel
from workbench.json.text import Json


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


_V7_PARTS = {"custom", "reasoning-file"}
_V7_ITEMS = {"file", "file-reference", "image-file-reference"}
_V6_PARTS = {"tool-approval-request", "tool-approval-response"}
_V6_ITEMS = {"file-data", "file-url", "file-id", "image-data", "image-url", "image-file-id", "custom"}


def dialect(messages: Sequence[Json]) -> str | None:
    """The newest SDK whose own part is seen; None where every part is one that all three know."""
    return max((version for message in messages[:TELLING] for version in _versions(message)), default=None)


def _versions(message: Json) -> Iterator[str]:
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict) or not isinstance(kind := part.get("type"), str):
            continue
        if kind in _V7_PARTS or (kind == "file" and isinstance(part.get("data"), dict)):
            yield "7"
        elif kind in _V6_PARTS:
            yield "6"
        elif kind == "tool-result" and isinstance(output := part.get("output"), dict):
            yield from _output_versions(output)


def _output_versions(output: dict[str, Json]) -> Iterator[str]:
    if output.get("type") == "execution-denied":
        yield "6"
    items = output.get("value") if output.get("type") == "content" else None
    for item in items if isinstance(items, list) else ():
        kind = item.get("type") if isinstance(item, dict) else None
        if isinstance(kind, str) and (kind == "media" or kind in _V7_ITEMS or kind in _V6_ITEMS):
            yield "7" if kind in _V7_ITEMS else "6" if kind in _V6_ITEMS else "5"
