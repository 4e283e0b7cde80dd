"""The fields that a LangChain message needs for `langchain-core` to load it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workbench.formats.contract import OpenModel

Content = str | list[str | dict[str, Any]]


class ToolCall(OpenModel):
    name: str
    args: dict[str, Any]
    id: str | None = None


class InvalidToolCall(OpenModel):
    name: str | None = None
    args: str | None = None
    id: str | None = None


class Spoken(OpenModel):
    type: Literal["human", "HumanMessageChunk", "system", "SystemMessageChunk", "developer"]
    content: Content
    name: str | None = None


class Answer(OpenModel):
    type: Literal["ai", "AIMessageChunk"]
    content: Content
    tool_calls: list[ToolCall] | None = None
    invalid_tool_calls: list[InvalidToolCall] | None = None


class Result(OpenModel):
    type: Literal["tool", "ToolMessageChunk"]
    content: Content
    tool_call_id: str
    status: Literal["success", "error"] = "success"


class FunctionResult(OpenModel):
    type: Literal["function", "FunctionMessageChunk"]
    content: Content
    name: str


class OtherSpeaker(OpenModel):
    type: Literal["chat", "ChatMessageChunk"]
    content: Content
    role: str


class Removal(OpenModel):
    type: Literal["remove"]
    id: str | None = None


Message = Annotated[
    Spoken | Answer | Result | FunctionResult | OtherSpeaker | Removal,
    Field(discriminator="type"),
]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
