"""Mistral's Chat Completions, after the types of `mistralai` 3.7.0. Other keys are refused.

Arguments may be an object, images a string, calls and tools need no `type`, and answers may contain reasoning.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import ChosenFunction, Object, TextPart


class ImageUrl(TypedDict, total=False):
    url: Required[str]
    detail: str | None


class ImagePart(TypedDict, total=False):
    type: Required[Literal["image_url"]]
    image_url: Required[str | ImageUrl]


class DocumentPart(TypedDict, total=False):
    type: Required[Literal["document_url"]]
    document_url: Required[str]
    document_name: str | None


class ReferencePart(TypedDict, total=False):
    type: Required[Literal["reference"]]
    reference_ids: Required[list[Any]]


class FilePart(TypedDict, total=False):
    type: Required[Literal["file"]]
    file_id: str
    file: Object


class ThinkingPart(TypedDict, total=False):
    type: Required[Literal["thinking"]]
    thinking: Required[list[Object]]
    signature: str | None
    closed: bool


class AudioPart(TypedDict, total=False):
    type: Required[Literal["input_audio"]]
    input_audio: Required[str | Object]


Part = Annotated[
    TextPart | ImagePart | DocumentPart | ReferencePart | FilePart | ThinkingPart | AudioPart,
    Field(discriminator="type"),
]


class Function(TypedDict, total=False):
    name: Required[str]
    arguments: Required[str | Object]


class Call(TypedDict, total=False):
    function: Required[Function]
    id: str
    type: Literal["function"] | None
    index: int | None


class AskingMessage(TypedDict, total=False):
    role: Required[Literal["system", "user"]]
    content: Required[str | list[Part]]


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | list[Part] | None
    tool_calls: list[Call] | None
    prefix: bool


class ToolMessage(TypedDict, total=False):
    role: Required[Literal["tool"]]
    content: Required[str | list[Part]]
    tool_call_id: str | None
    name: str | None


Message = Annotated[AskingMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


class FunctionDefinition(TypedDict, total=False):
    name: Required[str]
    parameters: Object
    description: str
    strict: bool


class Tool(TypedDict, total=False):
    function: FunctionDefinition
    type: str


class ToolChoice(TypedDict, total=False):
    function: Required[ChosenFunction]
    type: str


class ResponseFormat(TypedDict, total=False):
    type: Literal["text", "json_object", "json_schema"]
    json_schema: Object | None


class Settings(TypedDict, total=False):
    model: str
    temperature: float | None
    top_p: float
    top_k: int | None
    max_tokens: int | None
    min_tokens: int | None
    stream: bool | None
    stream_options: Object | None
    stop: str | list[str] | None
    random_seed: int | None
    metadata: Object | None
    response_format: ResponseFormat | None
    tools: list[Tool] | None
    tool_choice: Literal["auto", "none", "any", "required"] | ToolChoice | None
    presence_penalty: float | None
    frequency_penalty: float | None
    repetition_penalty: float | None
    logprobs: bool | None
    top_logprobs: int | None
    prompt_logprobs: bool | None
    top_prompt_logprobs: int | None
    n: int | None
    prediction: Object | None
    parallel_tool_calls: bool | None
    reasoning_effort: str | None
    prompt_mode: str | None
    guardrails: list[Object] | None
    prompt_cache_key: str | None
    service_tier: str | None
    safe_prompt: bool | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
