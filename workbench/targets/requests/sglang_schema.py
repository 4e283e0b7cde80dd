"""SGLang's Chat Completions, after its `ChatCompletionRequest` (cce0a12). Other keys are ignored.

Some settings have a default but are not nullable: null is refused for them.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import FunctionChoice, Object, TextPart
from workbench.targets.requests.vllm_schema import JsonSchema, Number


class ThinkingPart(TypedDict, total=False):
    type: Required[Literal["thinking", "reasoning"]]
    thinking: str | None
    text: str | None


class ImageUrl(TypedDict, total=False):
    url: Required[str]
    detail: Literal["auto", "low", "high"] | None


class ImagePart(TypedDict, total=False):
    type: Required[Literal["image_url"]]
    image_url: Required[ImageUrl]


class Address(TypedDict, total=False):
    url: Required[str]


class VideoPart(TypedDict, total=False):
    type: Required[Literal["video_url"]]
    video_url: Required[Address]


class SoundPart(TypedDict, total=False):
    type: Required[Literal["audio_url"]]
    audio_url: Required[Address]


class InlineSound(TypedDict, total=False):
    data: Required[str]
    format: Required[Literal["wav", "mp3"]]


class InlineSoundPart(TypedDict, total=False):
    type: Required[Literal["input_audio"]]
    input_audio: Required[InlineSound]


class ReferencePart(TypedDict, total=False):
    type: Required[Literal["tool_reference"]]
    name: Required[str]


Part = Annotated[
    TextPart | ThinkingPart | ImagePart | VideoPart | SoundPart | InlineSoundPart | ReferencePart,
    Field(discriminator="type"),
]


class Called(TypedDict, total=False):
    name: str | None
    arguments: str | Object | None


class Call(TypedDict, total=False):
    id: str | None
    type: Literal["function"]
    function: Required[Called]


class UserMessage(TypedDict, total=False):
    role: Required[Literal["user"]]
    content: Required[str | list[Part]]


class OtherMessage(TypedDict, total=False):
    role: Required[Literal["system", "assistant", "tool", "function", "developer", "latest_reminder"]]
    content: str | list[Part] | None
    tool_call_id: str | None
    name: str | None
    reasoning_content: str | None
    tool_calls: list[Call] | None


def _kind(message: object) -> Any:
    return "user" if isinstance(message, dict) and message.get("role") == "user" else "~other"


Message = Annotated[Annotated[UserMessage, Tag("user")] | Annotated[OtherMessage, Tag("~other")], Discriminator(_kind)]


class Function(TypedDict, total=False):
    name: Required[str]
    description: str | None
    strict: bool


class Tool(TypedDict, total=False):
    type: str
    function: Required[Function]


class ResponseFormat(TypedDict, total=False):
    type: Required[Literal["text", "json_object", "json_schema", "structural_tag"]]
    json_schema: JsonSchema | None


class Settings(TypedDict, total=False):
    model: str
    chat_template_kwargs: Object | None
    frequency_penalty: float | str
    logprobs: bool
    max_completion_tokens: Number
    max_tokens: Number
    n: int | str
    parallel_tool_calls: bool
    presence_penalty: float | str
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | float | None
    response_format: ResponseFormat | None
    stop: str | list[str] | None
    stream: bool
    temperature: Number
    tool_choice: Literal["auto", "required", "none"] | FunctionChoice
    tools: list[Tool] | None
    top_logprobs: Number
    top_p: Number
    user: str | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
