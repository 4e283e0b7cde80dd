"""The schema of the blocks of the provider's own tools. They are sent back as they were received."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_documents import DocumentBlock
from workbench.formats.anthropic.schema_of_text import CacheControl, Object, TextBlock


class Caller(TypedDict, total=False):
    """Who called a tool: the model itself, or code that it runs. New versions appear every few months."""

    type: Required[str]
    tool_id: str


class ServerToolUse(TypedDict, total=False):
    type: Required[Literal["server_tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[Object]
    caller: Caller
    cache_control: CacheControl | None


class WebSearchResult(TypedDict, total=False):
    type: Required[Literal["web_search_result"]]
    url: Required[str]
    title: Required[str]
    encrypted_content: Required[str]
    page_age: str | None


class WebSearchError(TypedDict, total=False):
    type: Required[Literal["web_search_tool_result_error"]]
    error_code: Required[str]


class WebSearchToolResult(TypedDict, total=False):
    type: Required[Literal["web_search_tool_result"]]
    tool_use_id: Required[str]
    content: Required[list[WebSearchResult] | WebSearchError]
    caller: Caller
    cache_control: CacheControl | None


class WebFetchResult(TypedDict, total=False):
    type: Required[Literal["web_fetch_result"]]
    url: Required[str]
    content: Required[DocumentBlock]
    retrieved_at: str | None


class WebFetchError(TypedDict, total=False):
    type: Required[Literal["web_fetch_tool_result_error"]]
    error_code: Required[str]


class WebFetchToolResult(TypedDict, total=False):
    type: Required[Literal["web_fetch_tool_result"]]
    tool_use_id: Required[str]
    content: Required[Annotated[WebFetchResult | WebFetchError, Field(discriminator="type")]]
    caller: Caller
    cache_control: CacheControl | None


class CodeOutput(TypedDict, total=False):
    type: Required[str]
    file_id: Required[str]


class CodeResult(TypedDict, total=False):
    """The package does not type `abort_reason`, but the API returns it and accepts it back (2026-08)."""

    type: Required[Literal["code_execution_result", "bash_code_execution_result"]]
    content: Required[list[CodeOutput]]
    return_code: Required[int]
    stderr: Required[str]
    stdout: Required[str]
    abort_reason: str | None


class EncryptedCodeResult(TypedDict, total=False):
    type: Required[Literal["encrypted_code_execution_result"]]
    content: Required[list[CodeOutput]]
    return_code: Required[int]
    stderr: Required[str]
    encrypted_stdout: Required[str]
    abort_reason: str | None


class FileView(TypedDict, total=False):
    type: Required[Literal["text_editor_code_execution_view_result"]]
    content: Required[str]
    file_type: Required[str]
    num_lines: int | None
    start_line: int | None
    total_lines: int | None


class FileCreated(TypedDict, total=False):
    type: Required[Literal["text_editor_code_execution_create_result"]]
    is_file_update: Required[bool]


class FileChanged(TypedDict, total=False):
    type: Required[Literal["text_editor_code_execution_str_replace_result"]]
    lines: list[str] | None
    new_lines: int | None
    new_start: int | None
    old_lines: int | None
    old_start: int | None


class CodeError(TypedDict, total=False):
    type: Required[
        Literal[
            "code_execution_tool_result_error",
            "bash_code_execution_tool_result_error",
            "text_editor_code_execution_tool_result_error",
        ]
    ]
    error_code: Required[str]
    error_message: str | None


class CodeToolResult(TypedDict, total=False):
    type: Required[
        Literal[
            "code_execution_tool_result", "bash_code_execution_tool_result", "text_editor_code_execution_tool_result"
        ]
    ]
    tool_use_id: Required[str]
    content: Required[
        Annotated[
            CodeResult | EncryptedCodeResult | FileView | FileCreated | FileChanged | CodeError,
            Field(discriminator="type"),
        ]
    ]
    cache_control: CacheControl | None


class ToolReference(TypedDict, total=False):
    type: Required[Literal["tool_reference"]]
    tool_name: Required[str]
    cache_control: CacheControl | None


class FoundTools(TypedDict, total=False):
    type: Required[Literal["tool_search_tool_search_result"]]
    tool_references: Required[list[ToolReference]]


class ToolSearchError(TypedDict, total=False):
    type: Required[Literal["tool_search_tool_result_error"]]
    error_code: Required[str]
    error_message: str | None


class ToolSearchToolResult(TypedDict, total=False):
    type: Required[Literal["tool_search_tool_result"]]
    tool_use_id: Required[str]
    content: Required[Annotated[FoundTools | ToolSearchError, Field(discriminator="type")]]
    cache_control: CacheControl | None


class Advice(TypedDict, total=False):
    type: Required[Literal["advisor_result"]]
    text: Required[str]
    stop_reason: str | None


class RedactedAdvice(TypedDict, total=False):
    type: Required[Literal["advisor_redacted_result"]]
    encrypted_content: Required[str]
    stop_reason: str | None


class AdviceError(TypedDict, total=False):
    type: Required[Literal["advisor_tool_result_error"]]
    error_code: Required[str]


class AdvisorToolResult(TypedDict, total=False):
    type: Required[Literal["advisor_tool_result"]]
    tool_use_id: Required[str]
    content: Required[Annotated[Advice | RedactedAdvice | AdviceError, Field(discriminator="type")]]
    cache_control: CacheControl | None


class McpToolUse(TypedDict, total=False):
    type: Required[Literal["mcp_tool_use"]]
    id: Required[str]
    name: Required[str]
    server_name: Required[str]
    input: Required[Object]
    cache_control: CacheControl | None


class McpToolResult(TypedDict, total=False):
    type: Required[Literal["mcp_tool_result"]]
    tool_use_id: Required[str]
    content: str | list[TextBlock]
    is_error: bool
    cache_control: CacheControl | None


class ContainerUpload(TypedDict, total=False):
    type: Required[Literal["container_upload"]]
    file_id: Required[str]
    cache_control: CacheControl | None


_TYPED = (
    ServerToolUse
    | WebSearchToolResult
    | WebFetchToolResult
    | CodeToolResult
    | ToolSearchToolResult
    | AdvisorToolResult
    | McpToolUse
    | McpToolResult
    | ContainerUpload
)
_UNTYPED = frozenset(
    {
        "tool_reference",
        "browser_state",
        "compaction",
        "fallback",
        "tool_addition",
        "tool_removal",
        "mcp_tool_listing",
    }
)
"""Blocks that are too new for a schema: their fields are not checked."""
_TAGS = frozenset(
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
    }
)
OWN_BLOCKS = _TAGS | _UNTYPED


def _is_typed(block: Any) -> str:
    return "~typed" if isinstance(block, dict) and block.get("type") in _TAGS else "~untyped"


ServerToolBlock = Annotated[
    Annotated[Annotated[_TYPED, Field(discriminator="type")], Tag("~typed")] | Annotated[Object, Tag("~untyped")],
    Discriminator(_is_typed),
]
