"""Cerebras's Chat Completions, after the types of `cerebras_cloud_sdk` 1.91.0. Other keys are refused."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import (
    Function,
    FunctionChoice,
    FunctionDefinition,
    ImagePart,
    Object,
    ResponseFormat,
    StreamOptions,
    TextPart,
)


class PlainImagePart(TypedDict, total=False):
    type: Required[Literal["image"]]
    image: Required[str]


Part = Annotated[TextPart | ImagePart | PlainImagePart, Field(discriminator="type")]


class AskingMessage(TypedDict, total=False):
    role: Required[Literal["system", "developer", "user"]]
    content: Required[str | list[Part]]
    name: str | None


class FunctionCall(TypedDict, total=False):
    id: Required[str]
    type: Required[Literal["function"]]
    function: Required[Function]
    index: int | None


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | list[TextPart] | None
    name: str | None
    reasoning: str | list[TextPart] | None
    tool_calls: list[FunctionCall] | None


class ToolMessage(TypedDict, total=False):
    role: Required[Literal["tool"]]
    content: Required[str | list[TextPart]]
    tool_call_id: Required[str]
    name: str | None


Message = Annotated[AskingMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


class Tool(TypedDict, total=False):
    type: Required[str]
    function: Required[FunctionDefinition]


class Settings(TypedDict, total=False):
    model: str
    clear_thinking: bool | None
    disable_reasoning: bool | None
    frequency_penalty: float | None
    logit_bias: Object | None
    logprobs: bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    min_completion_tokens: int | None
    min_tokens: int | None
    model_parameters: Object | None
    n: int | None
    parallel_tool_calls: bool | None
    prediction: Object | None
    presence_penalty: float | None
    prompt_cache_key: str | None
    reasoning_effort: str | None
    reasoning_format: Literal["none", "parsed", "text_parsed", "raw", "hidden"]
    response_format: ResponseFormat | None
    seed: int | None
    service_tier: str | None
    stop: str | list[str] | None
    stream: bool | None
    stream_options: StreamOptions | None
    temperature: float | None
    tool_choice: Literal["none", "auto", "required"] | FunctionChoice | None
    tools: list[Tool] | None
    top_logprobs: int | None
    top_p: float | None
    user: str | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
