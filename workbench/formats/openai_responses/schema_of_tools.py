"""The schemas of tools in a Responses request: functions, and the provider's own, after `ToolParam` of `openai` 3.51.0.

The package is ahead of some servers and behind others, so an unknown field of one of the provider's own tools is in
doubt (`OWN_TOOLS`). Values are closed where the package lists them; sizes and models of images are open.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypedDict

Object = dict[str, Any]
Callers = list[Literal["direct", "programmatic"]] | None
ContextSize = Literal["low", "medium", "high"]


FunctionTool = TypedDict(
    "FunctionTool",
    {
        "type": Required[Literal["function"]],
        "name": Required[str],
        "parameters": Object | None,
        "description": str | None,
        "strict": bool | None,
        "allowed_callers": list[str] | None,
        "defer_loading": bool,
        "output_schema": Object | None,
        "async": bool,
    },
    total=False,
)


class FileSearchTool(TypedDict, total=False):
    type: Required[Literal["file_search"]]
    vector_store_ids: Required[list[str]]
    filters: Object | None
    max_num_results: int
    ranking_options: Object


class McpTool(TypedDict, total=False):
    type: Required[Literal["mcp"]]
    server_label: Required[str]
    allowed_callers: list[str] | None
    allowed_tools: list[str] | Object | None
    authorization: str
    connector_id: str
    defer_loading: bool
    headers: dict[str, str] | None
    require_approval: str | Object | None
    server_description: str
    server_url: str


class CodeInterpreterTool(TypedDict, total=False):
    type: Required[Literal["code_interpreter"]]
    container: Required[str | Object]
    allowed_callers: list[str] | None


class ComputerTool(TypedDict, total=False):
    type: Required[Literal["computer"]]


class ComputerPreviewTool(TypedDict, total=False):
    type: Required[Literal["computer_use_preview"]]
    display_height: Required[int]
    display_width: Required[int]
    environment: Required[Literal["windows", "mac", "linux", "ubuntu", "browser"]]


class UserLocation(TypedDict, total=False):
    type: Literal["approximate"]
    city: str | None
    country: str | None
    region: str | None
    timezone: str | None


class WebSearchTool(TypedDict, total=False):
    """The search tool. Codex sends `search_content_types` to it too, which the package lists for the preview only."""

    type: Required[Literal["web_search", "web_search_2025_08_26"]]
    external_web_access: bool | None
    filters: Object | None
    search_content_types: list[Literal["text", "image"]] | None
    search_context_size: ContextSize | None
    user_location: UserLocation | None


class WebSearchPreviewTool(TypedDict, total=False):
    type: Required[Literal["web_search_preview", "web_search_preview_2025_03_11"]]
    search_content_types: list[Literal["text", "image"]] | None
    search_context_size: ContextSize | None
    user_location: UserLocation | None


class ImageTool(TypedDict, total=False):
    type: Required[Literal["image_generation"]]
    action: Literal["generate", "edit", "auto"] | None
    background: Literal["transparent", "opaque", "auto"] | None
    complexity: ContextSize | None
    frame_count: int | None
    frame_duration_ms: int | None
    input_fidelity: Literal["high", "low"] | None
    input_image_mask: Object | None
    model: str | None
    moderation: Literal["auto", "low"] | None
    output_compression: int | None
    output_format: Literal["png", "webp", "jpeg", "gif", "svg"] | None
    partial_images: int | None
    quality: Literal["low", "medium", "high", "xhigh", "max", "auto"] | None
    size: str | None
    svg: Object | None


class ShellTool(TypedDict, total=False):
    type: Required[Literal["shell"]]
    allowed_callers: Callers
    environment: Object | None


class LocalShellTool(TypedDict, total=False):
    type: Required[Literal["local_shell"]]


class ApplyPatchTool(TypedDict, total=False):
    type: Required[Literal["apply_patch"]]
    allowed_callers: Callers


class ProgrammaticCallingTool(TypedDict, total=False):
    type: Required[Literal["programmatic_tool_calling"]]


class ToolSearchTool(TypedDict, total=False):
    type: Required[Literal["tool_search"]]
    description: str | None
    execution: Literal["server", "client"] | None
    parameters: Object | None


class PlainFormat(TypedDict, total=False):
    type: Required[Literal["text"]]


class GrammarFormat(TypedDict, total=False):
    type: Required[Literal["grammar"]]
    definition: Required[str]
    syntax: Required[Literal["lark", "regex"]]


CustomTool = TypedDict(
    "CustomTool",
    {
        "type": Required[Literal["custom"]],
        "name": Required[str],
        "allowed_callers": Callers,
        "async": bool,
        "defer_loading": bool,
        "description": str | None,
        "format": Annotated[PlainFormat | GrammarFormat, Field(discriminator="type")] | None,
    },
    total=False,
)


class NamespaceTool(TypedDict, total=False):
    type: Required[Literal["namespace"]]
    name: Required[str]
    tools: Required[list[Object]]
    description: str | None


_NAMES = {
    "computer": "computer",
    "computer_use_preview": "computer_use_preview",
    "web_search": "web_search",
    "web_search_2025_08_26": "web_search",
    "web_search_preview": "web_search_preview",
    "web_search_preview_2025_03_11": "web_search_preview",
    "image_generation": "image_generation",
    "shell": "shell",
    "local_shell": "local_shell",
    "apply_patch": "apply_patch",
    "programmatic_tool_calling": "programmatic_tool_calling",
    "tool_search": "tool_search",
    "custom": "custom",
    "namespace": "namespace",
}
"""Type of one of the provider's own tools → the member of the union below. Some have a second, dated type."""
OWN_TOOLS = frozenset(_NAMES)


def _tool_kind(tool: object) -> Any:
    kind = tool.get("type") if isinstance(tool, dict) else None
    return _NAMES.get(kind, kind) if isinstance(kind, str) else None


Tool = Annotated[
    Annotated[FunctionTool, Tag("function")]
    | Annotated[FileSearchTool, Tag("file_search")]
    | Annotated[McpTool, Tag("mcp")]
    | Annotated[CodeInterpreterTool, Tag("code_interpreter")]
    | Annotated[ComputerTool, Tag("computer")]
    | Annotated[ComputerPreviewTool, Tag("computer_use_preview")]
    | Annotated[WebSearchTool, Tag("web_search")]
    | Annotated[WebSearchPreviewTool, Tag("web_search_preview")]
    | Annotated[ImageTool, Tag("image_generation")]
    | Annotated[ShellTool, Tag("shell")]
    | Annotated[LocalShellTool, Tag("local_shell")]
    | Annotated[ApplyPatchTool, Tag("apply_patch")]
    | Annotated[ProgrammaticCallingTool, Tag("programmatic_tool_calling")]
    | Annotated[ToolSearchTool, Tag("tool_search")]
    | Annotated[CustomTool, Tag("custom")]
    | Annotated[NamespaceTool, Tag("namespace")],
    Discriminator(_tool_kind),
]
