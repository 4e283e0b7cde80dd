"""Groq's Chat Completions, after the types of `groq` 1.7.0. Other keys are refused, even if they are null.

Its types have `store` and `metadata`, but its server refuses them, so they are left out.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import (
    ChosenFunction,
    Function,
    FunctionCall,
    FunctionChoice,
    FunctionDefinition,
    FunctionMessage,
    Object,
    Part,
    ResponseFormat,
    StreamOptions,
    SystemMessage,
    TextPart,
    UserMessage,
)


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | list[TextPart] | None
    name: str
    reasoning: str | None
    function_call: Function
    tool_calls: list[FunctionCall]


class ToolMessage(TypedDict, total=False):
    role: Required[Literal["tool"]]
    tool_call_id: Required[str]
    content: Required[str | list[Part]]
    name: str


Message = Annotated[
    SystemMessage | UserMessage | AssistantMessage | ToolMessage | FunctionMessage, Field(discriminator="role")
]


class Tool(TypedDict, total=False):
    type: Required[str]
    function: FunctionDefinition


class Settings(TypedDict, total=False):
    model: str
    citation_options: str | None
    compound_custom: Object | None
    disable_tool_validation: bool
    documents: list[Object] | None
    exclude_domains: list[str] | None
    frequency_penalty: float | None
    function_call: str | ChosenFunction | None
    functions: list[Object] | None
    include_domains: list[str] | None
    include_reasoning: bool | None
    logit_bias: Object | None
    logprobs: bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    n: int | None
    parallel_tool_calls: bool | None
    presence_penalty: float | None
    reasoning_effort: str | None
    reasoning_format: Literal["hidden", "raw", "parsed"] | None
    response_format: ResponseFormat | None
    search_settings: Object | None
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
