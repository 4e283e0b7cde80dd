"""The schema of a request's tools: the user's own, and those that the provider defines and versions by date.

New versions appear every few months. The fields of a tool with a later date than this table are not checked.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_text import CacheControl, Citing, Object


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


class ClientTool(TypedDict, total=False):
    """A tool that the provider defines and the user runs. Each has a fixed name."""

    allowed_callers: list[str]
    cache_control: CacheControl | None
    defer_loading: bool
    input_examples: list[Object]
    strict: bool


class BashTool(ClientTool, total=False):
    type: Required[Literal["bash_20241022", "bash_20250124"]]
    name: Required[Literal["bash"]]


class MemoryTool(ClientTool, total=False):
    type: Required[Literal["memory_20250818"]]
    name: Required[Literal["memory"]]


class FirstEditorTool(ClientTool, total=False):
    type: Required[Literal["text_editor_20241022", "text_editor_20250124"]]
    name: Required[Literal["str_replace_editor"]]


class SecondEditorTool(ClientTool, total=False):
    type: Required[Literal["text_editor_20250429"]]
    name: Required[Literal["str_replace_based_edit_tool"]]


class EditorTool(ClientTool, total=False):
    type: Required[Literal["text_editor_20250728"]]
    name: Required[Literal["str_replace_based_edit_tool"]]
    max_characters: int | None


class ComputerTool(TypedDict, total=False):
    type: Required[Literal["computer_20241022", "computer_20250124", "computer_20251124"]]
    name: Required[Literal["computer"]]
    display_height_px: Required[int]
    display_width_px: Required[int]
    display_number: int | None
    enable_zoom: bool
    allowed_callers: list[str]
    cache_control: CacheControl | None
    defer_loading: bool
    input_examples: list[Object]
    strict: bool


class CodeTool(TypedDict, total=False):
    type: Required[
        Literal[
            "code_execution_20250522", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"
        ]
    ]
    name: Required[Literal["code_execution"]]
    allowed_callers: list[str]
    cache_control: CacheControl | None
    defer_loading: bool
    strict: bool


class Location(TypedDict, total=False):
    type: Required[Literal["approximate"]]
    city: str | None
    country: str | None
    region: str | None
    timezone: str | None


class SearchTool(TypedDict, total=False):
    type: Required[Literal["web_search_20250305", "web_search_20260209", "web_search_20260318"]]
    name: Required[Literal["web_search"]]
    allowed_callers: list[str]
    allowed_domains: list[str] | None
    blocked_domains: list[str] | None
    cache_control: CacheControl | None
    defer_loading: bool
    max_uses: int | None
    response_inclusion: Literal["full", "excluded"]
    strict: bool
    user_location: Location | None


class FetchTool(TypedDict, total=False):
    type: Required[Literal["web_fetch_20250910", "web_fetch_20260209", "web_fetch_20260309", "web_fetch_20260318"]]
    name: Required[Literal["web_fetch"]]
    allowed_callers: list[str]
    allowed_domains: list[str] | None
    blocked_domains: list[str] | None
    cache_control: CacheControl | None
    citations: Citing | None
    defer_loading: bool
    max_content_tokens: int | None
    max_uses: int | None
    response_inclusion: Literal["full", "excluded"]
    strict: bool
    url_sources: Object | None
    use_cache: bool


class ToolSearchTool(TypedDict, total=False):
    type: Required[
        Literal[
            "tool_search_tool_bm25",
            "tool_search_tool_bm25_20251119",
            "tool_search_tool_regex",
            "tool_search_tool_regex_20251119",
        ]
    ]
    name: Required[Literal["tool_search_tool_bm25", "tool_search_tool_regex"]]
    allowed_callers: list[str]
    cache_control: CacheControl | None
    defer_loading: bool
    strict: bool


class AdvisorTool(TypedDict, total=False):
    type: Required[Literal["advisor_20260301"]]
    name: Required[Literal["advisor"]]
    model: Required[str]
    allowed_callers: list[str]
    cache_control: CacheControl | None
    caching: CacheControl | None
    defer_loading: bool
    max_tokens: int | None
    max_uses: int | None
    strict: bool


class McpToolset(TypedDict, total=False):
    type: Required[Literal["mcp_toolset"]]
    mcp_server_name: Required[str]
    cache_control: CacheControl | None
    configs: Object | None
    default_config: Object
    tools: list[Object] | None


_RunByUser = BashTool | MemoryTool | FirstEditorTool | SecondEditorTool | EditorTool | ComputerTool
_Own = _RunByUser | CodeTool | SearchTool | FetchTool | ToolSearchTool | AdvisorTool | McpToolset
_LATER = re.compile(r"_20\d{6}$")
_KNOWN = frozenset(
    {
        *("bash_20241022", "bash_20250124", "memory_20250818", "computer_20241022", "computer_20250124"),
        *("computer_20251124", "text_editor_20241022", "text_editor_20250124", "text_editor_20250429"),
        *("text_editor_20250728", "code_execution_20250522", "code_execution_20250825", "code_execution_20260120"),
        *("code_execution_20260521", "web_search_20250305", "web_search_20260209", "web_search_20260318"),
        *("web_fetch_20250910", "web_fetch_20260209", "web_fetch_20260309", "web_fetch_20260318"),
        *("tool_search_tool_bm25", "tool_search_tool_bm25_20251119", "tool_search_tool_regex"),
        *("tool_search_tool_regex_20251119", "advisor_20260301", "mcp_toolset"),
    }
)


def _tool_kind(tool: object) -> Any:
    """Return "custom" for the user's own tools, which have no type or the type `custom`; others are the provider's."""
    kind = tool.get("type") if isinstance(tool, dict) else None
    if kind in (None, "custom"):
        return "custom"
    if isinstance(kind, str) and kind not in _KNOWN and _LATER.search(kind):
        return "~later"
    return "~own"


Tool = Annotated[
    Annotated[CustomTool, Tag("custom")]
    | Annotated[Annotated[_Own, Field(discriminator="type")], Tag("~own")]
    | Annotated[Object, Tag("~later")],
    Discriminator(_tool_kind),
]
