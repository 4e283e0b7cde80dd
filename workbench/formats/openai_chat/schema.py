"""The schema of a Chat Completions request, as the `openai` package 3.49 types it.

The server accepts some fields that the types do not name: `annotations` of an answer, the `name` of a tool in its
result. Differences between servers of this format (limits, fields they refuse) belong to the targets.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema

Object = dict[str, Any]


class TextPart(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]
    prompt_cache_breakpoint: Object


class RefusalPart(TypedDict, total=False):
    type: Required[Literal["refusal"]]
    refusal: Required[str]


class ImageUrl(TypedDict, total=False):
    url: Required[str]
    detail: Literal["auto", "low", "high", "original"]


class ImagePart(TypedDict, total=False):
    type: Required[Literal["image_url"]]
    image_url: Required[ImageUrl]
    prompt_cache_breakpoint: Object


class InputAudio(TypedDict, total=False):
    data: Required[str]
    format: Required[Literal["wav", "mp3"]]


class AudioPart(TypedDict, total=False):
    type: Required[Literal["input_audio"]]
    input_audio: Required[InputAudio]
    prompt_cache_breakpoint: Object


class FileFields(TypedDict, total=False):
    file_data: str
    file_id: str
    filename: str


class FilePart(TypedDict, total=False):
    type: Required[Literal["file"]]
    file: Required[FileFields]
    prompt_cache_breakpoint: Object


class Function(TypedDict, total=False):
    name: Required[str]
    arguments: Required[str]


class FunctionCall(TypedDict, total=False):
    id: Required[str]
    type: Required[Literal["function"]]
    function: Required[Function]


class CustomFields(TypedDict, total=False):
    name: Required[str]
    input: Required[str]


class CustomCall(TypedDict, total=False):
    id: Required[str]
    type: Required[Literal["custom"]]
    custom: Required[CustomFields]


Part = Annotated[TextPart | RefusalPart | ImagePart | AudioPart | FilePart, Field(discriminator="type")]
Call = Annotated[FunctionCall | CustomCall, Field(discriminator="type")]


class SystemMessage(TypedDict, total=False):
    role: Required[Literal["system", "developer"]]
    content: Required[str | list[Part]]
    name: str


class UserMessage(TypedDict, total=False):
    role: Required[Literal["user"]]
    content: Required[str | list[Part]]
    name: str


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | list[Part] | None
    annotations: list[Any] | None
    name: str
    refusal: str | None
    audio: Object | None
    function_call: Function | None
    tool_calls: list[Call]


class ToolMessage(TypedDict, total=False):
    role: Required[Literal["tool"]]
    tool_call_id: Required[str]
    content: Required[str | list[Part]]
    name: str | None


class FunctionMessage(TypedDict, total=False):
    role: Required[Literal["function"]]
    name: Required[str]
    content: Required[str | None]


Message = Annotated[
    SystemMessage | UserMessage | AssistantMessage | ToolMessage | FunctionMessage, Field(discriminator="role")
]


class FunctionDefinition(TypedDict, total=False):
    name: Required[str]
    description: str
    parameters: Object
    strict: bool | None


class FunctionTool(TypedDict, total=False):
    type: Required[Literal["function"]]
    function: Required[FunctionDefinition]


class CustomTool(TypedDict, total=False):
    type: Required[Literal["custom"]]
    custom: Required[Object]


class ChosenFunction(TypedDict, total=False):
    name: Required[str]


class FunctionChoice(TypedDict, total=False):
    type: Required[Literal["function"]]
    function: Required[ChosenFunction]


class CustomChoice(TypedDict, total=False):
    type: Required[Literal["custom"]]
    custom: Required[ChosenFunction]


class AllowedTools(TypedDict, total=False):
    type: Required[Literal["allowed_tools"]]
    allowed_tools: Required[Object]


class JsonSchema(TypedDict, total=False):
    name: Required[str]
    description: str
    schema: Object
    strict: bool | None


class TextFormat(TypedDict, total=False):
    type: Required[Literal["text"]]


class JsonObjectFormat(TypedDict, total=False):
    type: Required[Literal["json_object"]]


class JsonSchemaFormat(TypedDict, total=False):
    type: Required[Literal["json_schema"]]
    json_schema: Required[JsonSchema]


class StreamOptions(TypedDict, total=False):
    include_usage: bool
    include_obfuscation: bool


Tool = Annotated[FunctionTool | CustomTool, Field(discriminator="type")]
ToolChoice = (
    Literal["none", "auto", "required"]
    | Annotated[FunctionChoice | CustomChoice | AllowedTools, Field(discriminator="type")]
)
ResponseFormat = Annotated[TextFormat | JsonObjectFormat | JsonSchemaFormat, Field(discriminator="type")]


class Settings(TypedDict, total=False):
    """All settings. `model` is optional, because a file may contain only part of a request."""

    model: str
    audio: Object | None
    frequency_penalty: float | None
    function_call: Literal["none", "auto"] | ChosenFunction
    functions: list[FunctionDefinition]
    logit_bias: Object | None
    logprobs: bool | None
    max_completion_tokens: int | None
    max_tokens: int | None
    metadata: dict[str, str] | None
    modalities: list[Literal["text", "audio"]] | None
    moderation: Object | None
    n: int | None
    parallel_tool_calls: bool
    prediction: Object | None
    presence_penalty: float | None
    prompt_cache_key: str | None
    prompt_cache_options: Object
    prompt_cache_retention: str | None
    reasoning_effort: str | None
    response_format: ResponseFormat
    safety_identifier: str | None
    seed: int | None
    service_tier: str | None
    stop: str | list[str] | None
    store: bool | None
    stream: bool | None
    stream_options: StreamOptions | None
    temperature: float | None
    tool_choice: ToolChoice
    tools: list[Tool] | None
    top_logprobs: int | None
    top_p: float | None
    user: str
    verbosity: str | None
    web_search_options: Object


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
