"""The schema of a UI message and its parts, as `uiMessagesSchema` of `ai` 5 to 7 defines it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter

from workbench.formats.contract import OpenModel

State = Literal[
    "input-streaming",
    "input-available",
    "approval-requested",
    "approval-responded",
    "output-available",
    "output-error",
    "output-denied",
]


class TextPart(OpenModel):
    type: Literal["text", "reasoning"]
    text: str


class FilePart(OpenModel):
    type: Literal["file", "reasoning-file"]
    mediaType: str
    url: str


class SourcePart(OpenModel):
    type: Literal["source-url", "source-document"]
    sourceId: str


class ToolPart(OpenModel):
    type: Annotated[str, Field(pattern="^tool-")]
    toolCallId: str
    state: State


class DynamicToolPart(OpenModel):
    type: Literal["dynamic-tool"]
    toolName: str
    toolCallId: str
    state: State


class OtherPart(OpenModel):
    """`step-start`, `data-*` and the kinds that SDK 7 added. They have no required fields in common."""

    type: Annotated[str, Field(pattern="^(step-start$|data-|custom$|steering-message$)")]


def _tag(part: object) -> str:
    kind = part.get("type") if isinstance(part, dict) else getattr(part, "type", None)
    if not isinstance(kind, str):
        return "other"
    if kind.startswith("tool-"):
        return "tool"
    return _TAGS.get(kind, "other")


_TAGS = {"text": "text", "reasoning": "text", "file": "file", "reasoning-file": "file", "dynamic-tool": "dynamic-tool"}
_TAGS |= {"source-url": "source", "source-document": "source"}

Part = Annotated[
    Annotated[TextPart, Tag("text")]
    | Annotated[FilePart, Tag("file")]
    | Annotated[SourcePart, Tag("source")]
    | Annotated[ToolPart, Tag("tool")]
    | Annotated[DynamicToolPart, Tag("dynamic-tool")]
    | Annotated[OtherPart, Tag("other")],
    Discriminator(_tag),
]


class Message(OpenModel):
    id: str
    role: Literal["system", "user", "assistant"]
    parts: list[Part]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
