"""The schema of a message, as `anthropic` 2.9.0 types it, including beta blocks."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag, TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_documents import DocumentBlock, ImageBlock, SearchResultBlock
from workbench.formats.anthropic.schema_of_server_tools import OWN_BLOCKS, Caller, ServerToolBlock, ToolReference
from workbench.formats.anthropic.schema_of_settings import Settings
from workbench.formats.anthropic.schema_of_text import CacheControl, Object, TextBlock
from workbench.formats.contract import RequestSchema


class ToolUseBlock(TypedDict, total=False):
    type: Required[Literal["tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[Object]
    caller: Caller
    toolset_name: str | None
    cache_control: CacheControl | None


class ThinkingBlock(TypedDict, total=False):
    type: Required[Literal["thinking"]]
    thinking: Required[str]
    signature: Required[str]


class RedactedThinkingBlock(TypedDict, total=False):
    type: Required[Literal["redacted_thinking"]]
    data: Required[str]


class BrowserState(TypedDict, total=False):
    type: Required[Literal["browser_state"]]
    tabs: list[Object]
    changes: list[Object]
    state_changes: list[Object]
    cache_control: CacheControl | None


ResultContent = Annotated[
    TextBlock | ImageBlock | DocumentBlock | SearchResultBlock | ToolReference | BrowserState,
    Field(discriminator="type"),
]


class ToolResultBlock(TypedDict, total=False):
    type: Required[Literal["tool_result"]]
    tool_use_id: Required[str]
    content: str | list[ResultContent] | None
    is_error: bool | None
    toolset_name: str | None
    cache_control: CacheControl | None


def _block_kind(block: object) -> Any:
    kind = block.get("type") if isinstance(block, dict) else None
    return "~own" if isinstance(kind, str) and kind in OWN_BLOCKS else kind if isinstance(kind, str) else None


Block = Annotated[
    Annotated[TextBlock, Tag("text")]
    | Annotated[ImageBlock, Tag("image")]
    | Annotated[DocumentBlock, Tag("document")]
    | Annotated[SearchResultBlock, Tag("search_result")]
    | Annotated[ToolUseBlock, Tag("tool_use")]
    | Annotated[ToolResultBlock, Tag("tool_result")]
    | Annotated[ThinkingBlock, Tag("thinking")]
    | Annotated[RedactedThinkingBlock, Tag("redacted_thinking")]
    | Annotated[ServerToolBlock, Tag("~own")],
    Discriminator(_block_kind),
]


class Message(TypedDict, total=False):
    """A message. Newer models accept `system` in the middle; at the beginning it belongs in the `system` setting."""

    role: Required[Literal["user", "assistant", "system"]]
    content: Required[str | list[Block]]
    clear_at: Literal["next_user_message", "never"] | None
    output_config: Object | None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
