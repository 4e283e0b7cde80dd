"""vLLM's Responses, after its `ResponsesRequest`, which uses the types of the `openai` package (a014e35).

OpenAI's own server requires less of an item than the types of its package; vLLM requires all of it.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_responses.items import CALLS, OTHER_ITEMS, OUTPUTS, SERVER_TOOLS
from workbench.formats.openai_responses.schema import (
    FunctionCall,
    FunctionCallOutput,
    InputFile,
    InputImage,
    InputText,
    Object,
    ReasoningText,
    Refusal,
    Settings,
    SummaryText,
)


class OutputText(TypedDict, total=False):
    type: Required[Literal["output_text"]]
    text: Required[str]
    annotations: Required[list[Object]]


InputPart = Annotated[InputText | InputImage | InputFile, Field(discriminator="type")]
OutputPart = Annotated[OutputText | Refusal, Field(discriminator="type")]


class InputMessage(TypedDict, total=False):
    role: Required[Literal["user", "assistant", "system", "developer"]]
    content: Required[str | list[InputPart]]


class OutputMessage(TypedDict, total=False):
    role: Required[Literal["assistant"]]
    type: Required[Literal["message"]]
    id: Required[str]
    status: Required[Literal["in_progress", "completed", "incomplete"]]
    content: Required[list[OutputPart]]


class Reasoning(TypedDict, total=False):
    type: Required[Literal["reasoning"]]
    id: Required[str]
    summary: Required[list[SummaryText]]
    content: list[ReasoningText] | None
    encrypted_content: str | None


_UNCHECKED = {*CALLS, *OUTPUTS, *SERVER_TOOLS, *OTHER_ITEMS} - {"function_call", "function_call_output"}


def _is_output(content: object) -> bool:
    return isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") in ("output_text", "refusal") for part in content
    )


def _item_kind(item: object) -> Any:
    if not isinstance(item, dict):
        return None
    kind = item.get("type")
    if kind == "message" or (kind is None and "role" in item):
        return "~output" if _is_output(item.get("content")) else "message"
    if isinstance(kind, str):
        return "~unchecked" if kind in _UNCHECKED else kind
    return "~unchecked" if kind is None and "id" in item else None


Item = Annotated[
    Annotated[InputMessage, Tag("message")]
    | Annotated[OutputMessage, Tag("~output")]
    | Annotated[FunctionCall, Tag("function_call")]
    | Annotated[FunctionCallOutput, Tag("function_call_output")]
    | Annotated[Reasoning, Tag("reasoning")]
    | Annotated[Object, Tag("~unchecked")],
    Discriminator(_item_kind),
]


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Item, Settings)
