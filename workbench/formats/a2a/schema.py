"""The schema of an A2A message and its parts in any of the three dialects, as `a2a-sdk` types them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Tag, TypeAdapter

from workbench.formats.contract import OpenModel


class TextPart(OpenModel):
    text: str


class File(OpenModel):
    bytes: str | None = None
    uri: str | None = None
    name: str | None = None
    mimeType: str | None = None


class FilePart(OpenModel):
    file: File


class DataPart(OpenModel):
    data: dict[str, Any]


class FlatPart(OpenModel):
    """A part of dialect 1.0: it has one of text, raw, url and data, and data may be any value."""

    text: str | None = None
    raw: str | None = None
    url: str | None = None
    data: Any = None
    filename: str | None = None
    mediaType: str | None = None


def _part_tag(part: Any) -> str:
    return str(part.get("kind", part.get("type", "flat"))) if isinstance(part, dict) else "flat"


Part = Annotated[
    Annotated[TextPart, Tag("text")]
    | Annotated[FilePart, Tag("file")]
    | Annotated[DataPart, Tag("data")]
    | Annotated[FlatPart, Tag("flat")],
    Discriminator(_part_tag),
]


class Message(OpenModel):
    role: Literal["user", "agent", "ROLE_USER", "ROLE_AGENT", "ROLE_UNSPECIFIED"]
    parts: list[Part]
    messageId: str | None = None
    metadata: dict[str, Any] | None = None


class Artifact(OpenModel):
    artifactId: str | None = None
    parts: list[Part]


def _message_tag(message: Any) -> str:
    return "message" if isinstance(message, dict) and "role" in message else "artifact"


@cache
def model() -> TypeAdapter[Any]:
    either = Annotated[Message, Tag("message")] | Annotated[Artifact, Tag("artifact")]
    return TypeAdapter(Annotated[either, Discriminator(_message_tag)])
