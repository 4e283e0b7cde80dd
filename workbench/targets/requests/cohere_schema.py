"""Cohere's Chat API v2, after the types of `cohere` 7.0.9. Other keys are refused.

Its OpenAI-compatible endpoint accepts the same messages with other settings; see `COMPATIBLE_ONLY`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import Object, TextPart

COMPATIBLE_ONLY = frozenset({
    "top_p", "stop", "stream_options", "reasoning_effort", "max_completion_tokens", "top_logprobs", "n", "user",
    "parallel_tool_calls", "logit_bias", "metadata", "modalities", "prediction", "service_tier", "store",
})  # fmt: skip
"""Settings that only OpenAI's clients send: a request with one of them is for the compatible endpoint."""


class ImageUrl(TypedDict, total=False):
    url: Required[str]
    detail: str | None


class ImagePart(TypedDict, total=False):
    type: Required[Literal["image_url"]]
    image_url: Required[ImageUrl]


class ThinkingPart(TypedDict, total=False):
    type: Required[Literal["thinking"]]
    thinking: Required[str]


class Document(TypedDict, total=False):
    data: Required[Object | str]
    """Its examples send a tool's result as JSON text."""
    id: str | None


class DocumentPart(TypedDict, total=False):
    type: Required[Literal["document"]]
    document: Required[Document]


class CalledFunction(TypedDict, total=False):
    name: str
    arguments: str


class Call(TypedDict, total=False):
    id: Required[str]
    type: Literal["function"]
    function: CalledFunction


class SystemMessage(TypedDict, total=False):
    role: Required[Literal["system", "developer"]]
    content: Required[str | list[TextPart]]


class UserMessage(TypedDict, total=False):
    role: Required[Literal["user"]]
    content: Required[str | list[Annotated[TextPart | ImagePart, Field(discriminator="type")]]]


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | list[Annotated[TextPart | ThinkingPart, Field(discriminator="type")]] | None
    tool_calls: list[Call] | None
    tool_plan: str | None
    citations: list[Any] | None


class ToolMessage(TypedDict, total=False):
    role: Required[Literal["tool"]]
    tool_call_id: Required[str]
    content: Required[str | list[Annotated[TextPart | DocumentPart, Field(discriminator="type")]]]


Message = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


class FunctionDefinition(TypedDict, total=False):
    name: Required[str]
    description: str | None
    parameters: Object | None


class Tool(TypedDict, total=False):
    type: Required[str]
    function: FunctionDefinition


class ResponseFormat(TypedDict, total=False):
    type: Required[Literal["text", "json_object", "json_schema"]]
    json_schema: Object | None
    schema: Object | None


class CitationOptions(TypedDict, total=False):
    mode: Literal["ENABLED", "DISABLED", "FAST", "ACCURATE", "OFF"]


class Thinking(TypedDict, total=False):
    type: Required[Literal["enabled", "disabled"]]
    token_budget: int | None


class Settings(TypedDict, total=False):
    model: str
    stream: bool
    tools: list[Tool] | None
    strict_tools: bool | None
    documents: list[str | Document] | None
    citation_options: CitationOptions | None
    response_format: ResponseFormat | None
    safety_mode: Literal["CONTEXTUAL", "STRICT", "OFF"] | None
    max_tokens: int | None
    stop_sequences: list[str] | None
    temperature: float | None
    seed: int | None
    frequency_penalty: float | None
    presence_penalty: float | None
    k: int | None
    p: float | None
    logprobs: bool | None
    tool_choice: Literal["REQUIRED", "NONE", "required", "none", "auto"] | Object | None
    thinking: Thinking | None
    priority: int | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
