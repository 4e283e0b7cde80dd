"""vLLM's Chat Completions, after its `ChatCompletionRequest` (a014e35). Other keys are ignored.

Pydantic converts strings to numbers, so numbers may be strings. The parts of a message are not checked here.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import CustomCall, FunctionCall, FunctionChoice, Object

Number = float | str | None
Parts = list[Object | str]
Call = Annotated[FunctionCall | CustomCall, Field(discriminator="type")]


class AssistantMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    content: str | Parts | None
    tool_calls: list[Call] | None
    reasoning: str | None
    name: str | None


class OtherMessage(TypedDict, total=False):
    """A message of any role: the template decides which roles exist."""

    role: Required[str]
    content: str | Parts
    tool_call_id: str | None
    name: str | None


def _kind(message: object) -> Any:
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return "~other"
    return "assistant" if message["role"] == "assistant" else "~other"


Message = Annotated[
    Annotated[AssistantMessage, Tag("assistant")] | Annotated[OtherMessage, Tag("~other")], Discriminator(_kind)
]


class Function(TypedDict, total=False):
    name: Required[str]
    description: str | None
    parameters: Object | None
    strict: bool | None


class Tool(TypedDict, total=False):
    type: Literal["function"]
    function: Required[Function]


class JsonSchema(TypedDict, total=False):
    name: Required[str]
    description: str | None
    schema: Object | None
    strict: bool | None


class ResponseFormat(TypedDict, total=False):
    type: Required[Literal["text", "json_object", "json_schema", "structural_tag"]]
    json_schema: JsonSchema | None


class Settings(TypedDict, total=False):
    model: str | None
    chat_template: str | None
    chat_template_kwargs: Object | None
    frequency_penalty: Number
    logit_bias: Object | None
    max_completion_tokens: Number
    max_tokens: Number
    min_p: Number
    n: Number
    presence_penalty: Number
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None
    repetition_penalty: Number
    response_format: ResponseFormat | None
    seed: Number
    stop: str | list[str] | None
    stream_options: Object | None
    temperature: Number
    tool_choice: Literal["none", "auto", "required"] | FunctionChoice | None
    tools: list[Tool] | None
    top_k: Number
    top_logprobs: Number
    top_p: Number
    user: str | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
