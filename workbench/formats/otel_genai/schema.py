"""The schema of a GenAI message, as the convention's JSON schemas of input and output messages define it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import Discriminator, Tag, TypeAdapter

from workbench.formats.contract import OpenModel


class TextLike(OpenModel):
    type: str
    content: str


class ToolCall(OpenModel):
    type: str
    name: str
    id: str | None = None
    arguments: Any = None


class ToolCallResponse(OpenModel):
    """A result. The convention requires `response`, but pydantic-ai writes `result`, so neither is required."""

    type: str
    id: str | None = None


class Blob(OpenModel):
    type: str
    modality: str
    content: str
    mime_type: str | None = None


class Uri(OpenModel):
    type: str
    modality: str
    uri: str
    mime_type: str | None = None


class OtherPart(OpenModel):
    """A part of any other kind: the convention allows further kinds."""

    type: str


_TAGS = {
    "text": "words",
    "reasoning": "words",
    "thinking": "words",
    "tool_call": "call",
    "tool_call_response": "response",
    "blob": "blob",
    "uri": "uri",
}


def _which(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else getattr(part, "type", None)
    return _TAGS.get(kind, "other") if isinstance(kind, str) else "other"


Part = Annotated[
    Annotated[TextLike, Tag("words")]
    | Annotated[ToolCall, Tag("call")]
    | Annotated[ToolCallResponse, Tag("response")]
    | Annotated[Blob, Tag("blob")]
    | Annotated[Uri, Tag("uri")]
    | Annotated[OtherPart, Tag("other")],
    Discriminator(_which),
]


class Message(OpenModel):
    role: str
    parts: list[Part]
    finish_reason: str | None = None
    name: str | None = None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
