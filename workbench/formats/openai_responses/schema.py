"""The schema of a Responses request, after `ResponseCreateParams` of the `openai` package 3.49.0.

The server requires less of an item than its types do: it accepts messages without an id and output without
annotations. Only fields that it certainly requires are required here. Items of the provider's own tools are sent back
as they were received, so they are not checked.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag, TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_responses.items import CALLS, OTHER_ITEMS, OUTPUTS, SERVER_TOOLS
from workbench.formats.openai_responses.schema_of_tools import Tool

Object = dict[str, Any]
Status = str | None


class InputText(TypedDict, total=False):
    type: Required[Literal["input_text"]]
    text: Required[str]
    prompt_cache_breakpoint: Object | None


class InputImage(TypedDict, total=False):
    type: Required[Literal["input_image"]]
    image_url: str | None
    file_id: str | None
    detail: Literal["low", "high", "auto", "original"] | None
    prompt_cache_breakpoint: Object | None


class InputFile(TypedDict, total=False):
    type: Required[Literal["input_file"]]
    file_data: str | None
    file_id: str | None
    file_url: str | None
    filename: str | None
    detail: Literal["auto", "low", "high"]
    prompt_cache_breakpoint: Object | None


class InputAudio(TypedDict, total=False):
    type: Required[Literal["input_audio"]]
    input_audio: Object


class OutputText(TypedDict, total=False):
    type: Required[Literal["output_text"]]
    text: Required[str]
    annotations: list[Object] | None
    logprobs: list[Object] | None


class Refusal(TypedDict, total=False):
    type: Required[Literal["refusal"]]
    refusal: Required[str]


class Screenshot(TypedDict, total=False):
    type: Required[Literal["computer_screenshot"]]
    image_url: str | None
    file_id: str | None


class SummaryText(TypedDict, total=False):
    type: Required[Literal["summary_text"]]
    text: Required[str]


class ReasoningText(TypedDict, total=False):
    type: Required[Literal["reasoning_text"]]
    text: Required[str]


UserPart = Annotated[
    InputText | InputImage | OutputText | Refusal | InputFile | Screenshot | SummaryText | InputAudio,
    Field(discriminator="type"),
]
"""The parts in the order in which the server's error message lists them."""
AssistantPart = Annotated[OutputText | Refusal, Field(discriminator="type")]
OutputPart = Annotated[InputText | InputImage | InputFile, Field(discriminator="type")]


class OtherMessage(TypedDict, total=False):
    """A message with an unknown role: the server's error message lists the known ones."""

    role: Required[Literal["assistant", "system", "developer", "user"]]


class InputMessage(TypedDict, total=False):
    type: Literal["message"]
    role: Required[Literal["system", "developer", "user"]]
    content: Required[str | list[UserPart]]
    id: str | None
    status: Status
    phase: str | None


class AssistantMessage(TypedDict, total=False):
    type: Literal["message"]
    role: Required[Literal["assistant"]]
    content: Required[str | list[AssistantPart]]
    id: str | None
    status: Status
    phase: str | None


FunctionCall = TypedDict(
    "FunctionCall",
    {
        "type": Required[Literal["function_call"]],
        "call_id": Required[str],
        "name": Required[str],
        "arguments": Required[str],
        "id": str | None,
        "status": Status,
        "namespace": str | None,
        "caller": Object | None,
        "async": bool,
    },
    total=False,
)


CustomToolCall = TypedDict(
    "CustomToolCall",
    {
        "type": Required[Literal["custom_tool_call"]],
        "call_id": Required[str],
        "name": Required[str],
        "input": Required[str],
        "id": str | None,
        "status": Status,
        "namespace": str | None,
        "caller": Object | None,
        "async": bool,
    },
    total=False,
)


class FunctionCallOutput(TypedDict, total=False):
    type: Required[Literal["function_call_output", "custom_tool_call_output"]]
    call_id: Required[str]
    output: Required[str | list[OutputPart]]
    id: str | None
    status: Status
    name: str | None
    namespace: str | None
    caller: Object | None


class Reasoning(TypedDict, total=False):
    type: Required[Literal["reasoning"]]
    summary: Required[list[SummaryText]]
    id: str | None
    content: list[ReasoningText] | None
    encrypted_content: str | None


class OtherSearch(TypedDict, total=False):
    type: Required[Literal["search", "open_page", "find_in_page"]]
    query: Any
    queries: Any
    sources: Any
    url: Any
    pattern: Any


class OtherSearchCall(TypedDict, total=False):
    """A search with an unknown action. The server's error lists the known ones, so the schema has only those."""

    type: Required[Literal["web_search_call"]]
    action: Required[OtherSearch]
    id: str | None
    status: Status


class PagesFound(TypedDict, total=False):
    type: Required[Literal["search"]]
    query: Any
    queries: Any
    sources: Any


class PageOpened(TypedDict, total=False):
    type: Required[Literal["open_page"]]
    url: Any


class PageSearched(TypedDict, total=False):
    type: Required[Literal["find_in_page"]]
    url: Any
    pattern: Any


class SearchCall(TypedDict, total=False):
    """A search for pages, or what it did with one page. The latter has no query, not even one that is null."""

    type: Required[Literal["web_search_call"]]
    action: Required[Annotated[PagesFound | PageOpened | PageSearched, Field(discriminator="type")]]
    id: Any
    status: Any
    call_id: Any
    results: Any


_SEARCHES = frozenset({"search", "open_page", "find_in_page"})
_OWN = {*CALLS, *OUTPUTS, *SERVER_TOOLS, *OTHER_ITEMS, "configuration_update"} - {
    "function_call",
    "custom_tool_call",
    "function_call_output",
    "custom_tool_call_output",
}


class ToolSearchCall(TypedDict, total=False):
    """A search for tools whose arguments are a text, as those of a function call are; here they must be an object."""

    type: Required[Literal["tool_search_call"]]
    arguments: Object
    id: Any
    call_id: Any
    execution: Any
    status: Status


_OF_ROLES = {"assistant": "~assistant", "system": "message", "developer": "message", "user": "message"}


def _search_kind(action: object) -> str:
    kind = action.get("type") if isinstance(action, dict) else None
    return "~own" if not isinstance(kind, str) else "web_search_call" if kind in _SEARCHES else "~search"


def _item_kind(item: object) -> Any:
    if not isinstance(item, dict):
        return "~string" if isinstance(item, str) else None
    kind = item.get("type")
    if kind == "message" or (kind is None and "role" in item):
        return _OF_ROLES.get(str(item.get("role")), "~other")
    if kind is None and "id" in item:
        return "~own"
    if kind == "custom_tool_call_output":
        return "function_call_output"
    if kind == "web_search_call":
        return _search_kind(item.get("action"))
    if kind == "tool_search_call" and isinstance(item.get("arguments"), str):
        return kind
    return "~own" if isinstance(kind, str) and kind in _OWN else kind if isinstance(kind, str) else None


Item = Annotated[
    Annotated[InputMessage, Tag("message")]
    | Annotated[AssistantMessage, Tag("~assistant")]
    | Annotated[OtherMessage, Tag("~other")]
    | Annotated[FunctionCall, Tag("function_call")]
    | Annotated[CustomToolCall, Tag("custom_tool_call")]
    | Annotated[FunctionCallOutput, Tag("function_call_output")]
    | Annotated[Reasoning, Tag("reasoning")]
    | Annotated[OtherSearchCall, Tag("~search")]
    | Annotated[SearchCall, Tag("web_search_call")]
    | Annotated[ToolSearchCall, Tag("tool_search_call")]
    | Annotated[Object, Tag("~own")]
    | Annotated[str, Tag("~string")],
    Discriminator(_item_kind),
]


class FunctionChoice(TypedDict, total=False):
    type: Required[Literal["function", "custom"]]
    name: Required[str]


def _choice_kind(choice: object) -> Any:
    kind = choice.get("type") if isinstance(choice, dict) else None
    return "function" if kind in ("function", "custom") else "~own" if isinstance(kind, str) else None


ToolChoice = Annotated[
    Annotated[FunctionChoice, Tag("function")] | Annotated[Object, Tag("~own")], Discriminator(_choice_kind)
]


class ReasoningSettings(TypedDict, total=False):
    effort: str | None
    summary: str | None
    generate_summary: str | None
    context: str | None
    mode: str | None


class StreamOptions(TypedDict, total=False):
    include_obfuscation: bool


class TextFormat(TypedDict, total=False):
    type: Required[Literal["text", "json_object"]]


class JsonSchemaFormat(TypedDict, total=False):
    type: Required[Literal["json_schema"]]
    name: Required[str]
    schema: Required[Object]
    description: str
    strict: bool | None


class TextSettings(TypedDict, total=False):
    format: Annotated[TextFormat | JsonSchemaFormat, Field(discriminator="type")]
    verbosity: str | None


class Settings(TypedDict, total=False):
    """Everything except `input`. `model` is optional, because a file may contain only part of a request."""

    model: str
    access_programs: Object
    background: bool | None
    context_management: list[Object] | None
    conversation: str | Object | None
    image: Object
    include: list[str] | None
    instructions: str | list[Any] | None
    max_output_tokens: int | None
    max_tool_calls: int | None
    metadata: dict[str, str] | None
    moderation: Object | None
    frequency_penalty: float | None
    parallel_tool_calls: bool | None
    presence_penalty: float | None
    previous_response_id: str | None
    prompt: Object | None
    prompt_cache_key: str | None
    prompt_cache_options: Object | None
    prompt_cache_retention: str | None
    reasoning: ReasoningSettings | None
    safety_identifier: str | None
    service_tier: str | None
    store: bool | None
    stream: bool | None
    stream_options: StreamOptions | None
    temperature: float | None
    text: TextSettings | None
    tool_choice: Literal["none", "auto", "required"] | ToolChoice | None
    tools: list[Tool] | None
    top_logprobs: int | None
    top_p: float | None
    truncation: str | None
    user: str | None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Item)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Item, Settings, split_by="role")
