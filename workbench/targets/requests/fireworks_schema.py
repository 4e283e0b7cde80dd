"""Fireworks's Chat Completions, after the types of its package (8399c12, 2026-07). Other keys are refused."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, Required

from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import ChosenFunction, FunctionDefinition, Object


class Media(TypedDict, total=False):
    url: Required[str]
    detail: str | None
    max_frames: int | None
    sample_fps: float | None
    spatial_limit: int | None


class Part(TypedDict, total=False):
    type: Required[str]
    text: str | None
    image_url: Media | None
    video_url: Media | None


class Called(TypedDict, total=False):
    name: str | None
    arguments: str | Object | None


class Call(TypedDict, total=False):
    function: Required[Called]
    id: str | None
    type: str
    index: int | None


class Message(TypedDict, total=False):
    role: Required[str]
    content: str | list[Part] | None
    reasoning_content: str | None
    tool_call_id: str | None
    tool_calls: list[Call] | None
    name: str | None


class Tool(TypedDict, total=False):
    type: Required[Literal["function"]]
    function: FunctionDefinition | None


class ToolChoice(TypedDict, total=False):
    type: Required[Literal["function"]]
    function: ChosenFunction | None


class ResponseFormat(TypedDict, total=False):
    type: Required[Literal["json_object", "json_schema", "grammar", "text"]]
    grammar: str | None
    json_schema: Any
    schema: Any


class Settings(TypedDict, total=False):
    model: str
    context_length_exceeded_behavior: str | None
    echo: bool | None
    echo_last: int | None
    frequency_penalty: float | None
    function_call: Any
    functions: list[Object] | None
    ignore_eos: bool
    logit_bias: Object | None
    logprobs: int | bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    metadata: Object | None
    min_p: float | None
    mirostat_lr: float | None
    mirostat_target: float | None
    n: int
    parallel_tool_calls: bool | None
    perf_metrics_in_response: bool | None
    prediction: Any
    presence_penalty: float | None
    prompt_cache_isolation_key: str | None
    prompt_cache_key: str | None
    prompt_truncate_len: int | None
    raw_output: bool | None
    reasoning_effort: str | int | bool | None
    reasoning_history: str | None
    repetition_penalty: float | None
    response_format: ResponseFormat | None
    return_token_ids: bool | None
    safe_tokenization: bool | None
    seed: int | None
    service_tier: str | None
    speculation: Any
    stop: str | list[str] | None
    store: bool | None
    stream: bool | None
    stream_options: Object | None
    temperature: float | None
    thinking: Object | None
    tool_choice: Literal["auto", "none", "any", "required"] | ToolChoice | None
    tools: list[Tool] | None
    top_k: int | None
    top_logprobs: int | None
    top_p: float | None
    typical_p: float | None
    user: str | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
