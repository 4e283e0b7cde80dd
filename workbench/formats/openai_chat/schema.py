"""What a Chat Completions message and its parts must hold, as the `openai` package 3.49 types them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import OpenModel


class TextPart(OpenModel):
    type: Literal["text"]
    text: str


class RefusalPart(OpenModel):
    type: Literal["refusal"]
    refusal: str


class ImageUrl(OpenModel):
    url: str


class ImagePart(OpenModel):
    type: Literal["image_url"]
    image_url: ImageUrl


class AudioPart(OpenModel):
    type: Literal["input_audio"]
    input_audio: dict[str, Any]


class FilePart(OpenModel):
    type: Literal["file"]
    file: dict[str, Any]


class Function(OpenModel):
    name: str
    arguments: str


class FunctionCall(OpenModel):
    id: str
    type: Literal["function"]
    function: Function


class CustomCall(OpenModel):
    id: str
    type: Literal["custom"]
    custom: dict[str, Any]


Part = Annotated[TextPart | RefusalPart | ImagePart | AudioPart | FilePart, Field(discriminator="type")]
Call = Annotated[FunctionCall | CustomCall, Field(discriminator="type")]


class SystemMessage(OpenModel):
    role: Literal["system", "developer"]
    content: str | list[Part]


class UserMessage(OpenModel):
    role: Literal["user"]
    content: str | list[Part]


class AssistantMessage(OpenModel):
    role: Literal["assistant"]
    content: str | list[Part] | None = None
    tool_calls: list[Call] | None = None


class ToolMessage(OpenModel):
    role: Literal["tool"]
    tool_call_id: str
    content: str | list[Part]


class FunctionMessage(OpenModel):
    role: Literal["function"]
    name: str
    content: str | None


Message = Annotated[
    SystemMessage | UserMessage | AssistantMessage | ToolMessage | FunctionMessage, Field(discriminator="role")
]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
