"""Ollama's chat requests, after its server's structs (`api/types.go` and `openai/openai.go`, 2026-08).

Its own API and its OpenAI-compatible one share most of them. Null is a zero value, and other keys are ignored.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import Object


class Called(TypedDict, total=False):
    name: str
    arguments: Any


class Call(TypedDict, total=False):
    id: str
    function: Called


class TextPart(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]


class ImagePart(TypedDict, total=False):
    type: Required[Literal["image_url"]]
    image_url: Required[str | Object]


class AudioPart(TypedDict, total=False):
    type: Required[Literal["input_audio"]]
    input_audio: Required[Object]


Part = Annotated[TextPart | ImagePart | AudioPart, Field(discriminator="type")]


class Message(TypedDict, total=False):
    role: str
    content: str | list[Part]
    thinking: str
    reasoning: str
    images: list[str]
    tool_calls: list[Call]
    tool_name: str
    tool_call_id: str
    name: str


class Property(TypedDict, total=False):
    anyOf: list[Property]
    type: str | list[str]
    description: str
    enum: list[Any]
    properties: dict[str, Property]
    required: list[str]


class Parameters(TypedDict, total=False):
    type: str
    required: list[str]
    properties: dict[str, Property]


class Function(TypedDict, total=False):
    name: str
    description: str
    parameters: Parameters


class Tool(TypedDict, total=False):
    type: str
    function: Function


class Settings(TypedDict, total=False):
    model: str
    stream: bool
    tools: list[Tool]
    options: Object
    think: bool | Literal["low", "medium", "high", "max"]
    stream_options: Object
    max_tokens: int
    seed: int
    temperature: float
    frequency_penalty: float
    presence_penalty: float
    top_p: float
    response_format: Object
    reasoning_effort: Literal["minimal", "low", "medium", "high", "xhigh", "ultra", "max", "none"]
    logprobs: bool
    top_logprobs: int


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
