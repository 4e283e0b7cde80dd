"""The schema of a Messages request, as `anthropic` 2.8.0 types it, including the beta blocks of MCP.

Blocks and tools that the provider runs itself are only identified by their `type`: new ones appear every few months.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag, TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema

Object = dict[str, Any]


class CacheControl(TypedDict, total=False):
    type: Required[Literal["ephemeral"]]
    ttl: Literal["5m", "1h"]
    scope: str


class TextBlock(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]
    citations: list[Object] | None
    cache_control: CacheControl | None


class Base64Source(TypedDict, total=False):
    type: Required[Literal["base64"]]
    data: Required[str]
    media_type: Required[str]


class UrlSource(TypedDict, total=False):
    type: Required[Literal["url"]]
    url: Required[str]


class FileSource(TypedDict, total=False):
    type: Required[Literal["file"]]
    file_id: Required[str]


class PlainTextSource(TypedDict, total=False):
    type: Required[Literal["text"]]
    data: Required[str]
    media_type: Required[str]


class ContentSource(TypedDict, total=False):
    type: Required[Literal["content"]]
    content: Required[str | list[Object]]


ImageSource = Annotated[Base64Source | UrlSource | FileSource, Field(discriminator="type")]
DocumentSource = Annotated[
    Base64Source | UrlSource | FileSource | PlainTextSource | ContentSource, Field(discriminator="type")
]


class ImageBlock(TypedDict, total=False):
    type: Required[Literal["image"]]
    source: Required[ImageSource]
    transformations: Object | None
    cache_control: CacheControl | None


class DocumentBlock(TypedDict, total=False):
    type: Required[Literal["document"]]
    source: Required[DocumentSource]
    citations: Object | None
    context: str | None
    title: str | None
    cache_control: CacheControl | None


class SearchResultBlock(TypedDict, total=False):
    type: Required[Literal["search_result"]]
    content: Required[list[TextBlock]]
    source: Required[str]
    title: Required[str]
    citations: Object
    cache_control: CacheControl | None


class ToolUseBlock(TypedDict, total=False):
    type: Required[Literal["tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[Object]
    caller: Object
    toolset_name: str | None
    cache_control: CacheControl | None


class ThinkingBlock(TypedDict, total=False):
    type: Required[Literal["thinking"]]
    thinking: Required[str]
    signature: Required[str]


class RedactedThinkingBlock(TypedDict, total=False):
    type: Required[Literal["redacted_thinking"]]
    data: Required[str]


OWN_BLOCKS = frozenset(
    {
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "advisor_tool_result",
        "mcp_tool_use",
        "mcp_tool_result",
        "container_upload",
        "tool_reference",
        "browser_state",
        "compaction",
        "fallback",
        "tool_addition",
        "tool_removal",
    }
)
"""Blocks of the provider's own tools. They are sent back as they were received, so their fields are not checked."""


def _block_kind(block: object) -> Any:
    kind = block.get("type") if isinstance(block, dict) else None
    return "~own" if isinstance(kind, str) and kind in OWN_BLOCKS else kind if isinstance(kind, str) else None


ResultContent = Annotated[
    Annotated[TextBlock, Tag("text")]
    | Annotated[ImageBlock, Tag("image")]
    | Annotated[DocumentBlock, Tag("document")]
    | Annotated[SearchResultBlock, Tag("search_result")]
    | Annotated[Object, Tag("~own")],
    Discriminator(_block_kind),
]


class ToolResultBlock(TypedDict, total=False):
    type: Required[Literal["tool_result"]]
    tool_use_id: Required[str]
    content: str | list[ResultContent] | None
    is_error: bool | None
    toolset_name: str | None
    cache_control: CacheControl | None


Block = Annotated[
    Annotated[TextBlock, Tag("text")]
    | Annotated[ImageBlock, Tag("image")]
    | Annotated[DocumentBlock, Tag("document")]
    | Annotated[SearchResultBlock, Tag("search_result")]
    | Annotated[ToolUseBlock, Tag("tool_use")]
    | Annotated[ToolResultBlock, Tag("tool_result")]
    | Annotated[ThinkingBlock, Tag("thinking")]
    | Annotated[RedactedThinkingBlock, Tag("redacted_thinking")]
    | Annotated[Object, Tag("~own")],
    Discriminator(_block_kind),
]


class Message(TypedDict, total=False):
    """A message. Newer models accept `system` in the middle; at the beginning it belongs in the `system` setting."""

    role: Required[Literal["user", "assistant", "system"]]
    content: Required[str | list[Block]]


class CustomTool(TypedDict, total=False):
    name: Required[str]
    input_schema: Required[Object]
    type: Literal["custom"] | None
    description: str
    cache_control: CacheControl | None
    allowed_callers: list[str]
    defer_loading: bool
    eager_input_streaming: bool | None
    input_examples: list[Object]
    strict: bool


def _tool_kind(tool: object) -> str:
    """Return "custom" for the user's own tools, which have no type or the type `custom`; others are the provider's."""
    kind = tool.get("type") if isinstance(tool, dict) else None
    return "custom" if kind in (None, "custom") else "~own"


Tool = Annotated[Annotated[CustomTool, Tag("custom")] | Annotated[Object, Tag("~own")], Discriminator(_tool_kind)]


class PlainChoice(TypedDict, total=False):
    type: Required[Literal["auto", "any", "none"]]
    disable_parallel_tool_use: bool


class ToolChoice(TypedDict, total=False):
    type: Required[Literal["tool"]]
    name: Required[str]
    disable_parallel_tool_use: bool


class EnabledThinking(TypedDict, total=False):
    type: Required[Literal["enabled"]]
    budget_tokens: Required[int]
    display: str | None


class OtherThinking(TypedDict, total=False):
    type: Required[Literal["disabled", "adaptive", "between_tools"]]
    display: str | None
    budget_tokens: int


class Metadata(TypedDict, total=False):
    user_id: str | None


class OutputConfig(TypedDict, total=False):
    effort: str | None
    format: Object | None
    task_budget: Object | None


class Settings(TypedDict, total=False):
    """All settings. `model` and `max_tokens` are optional, because a file may contain only part of a request."""

    model: str
    max_tokens: int
    system: str | list[TextBlock]
    tools: list[Tool]
    tool_choice: Annotated[PlainChoice | ToolChoice, Field(discriminator="type")]
    thinking: Annotated[EnabledThinking | OtherThinking, Field(discriminator="type")]
    temperature: float
    top_p: float
    top_k: int
    stop_sequences: list[str]
    stream: bool
    metadata: Metadata
    cache_control: CacheControl | None
    container: str | Object | None
    context_management: Object | None
    diagnostics: Object | None
    inference_geo: str | None
    mcp_servers: list[Object]
    output_config: OutputConfig
    output_format: Object | None
    service_tier: str
    user_profile_id: str | None
    workspace_id: str | None
    speed: str | None
    betas: list[str]
    anthropic_version: str
    anthropic_beta: list[str]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
