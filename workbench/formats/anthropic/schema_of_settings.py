"""The schema of the request-level settings, as `anthropic` 2.9.0 types them, including previews."""

from __future__ import annotations

from typing import Annotated, Literal, Required

from annotated_types import MaxLen
from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_text import CacheControl, Object, TextBlock
from workbench.formats.anthropic.schema_of_tools import Tool


class PlainChoice(TypedDict, total=False):
    type: Required[Literal["auto", "any", "none"]]
    disable_parallel_tool_use: bool


class ToolChoice(TypedDict, total=False):
    type: Required[Literal["tool"]]
    name: Required[str]
    disable_parallel_tool_use: bool


class BlockBinding(TypedDict, total=False):
    prefix_mismatch_behavior: Literal["error", "drop_block"] | None


class EnabledThinking(TypedDict, total=False):
    type: Required[Literal["enabled"]]
    budget_tokens: Required[int]
    display: Literal["summarized", "omitted", "updates"] | None
    block_binding: BlockBinding | None


class AdaptiveThinking(TypedDict, total=False):
    type: Required[Literal["adaptive"]]
    display: Literal["summarized", "omitted", "updates"] | None
    block_binding: BlockBinding | None


class OtherThinking(TypedDict, total=False):
    type: Required[Literal["disabled", "between_tools"]]


class Metadata(TypedDict, total=False):
    user_id: Annotated[str, MaxLen(256)] | None


class OutputFormat(TypedDict, total=False):
    type: Required[Literal["json_schema"]]
    schema: Required[Object]


class TaskBudget(TypedDict, total=False):
    type: Required[Literal["tokens"]]
    total: Required[int]
    remaining: int | None


class OutputConfig(TypedDict, total=False):
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None
    format: OutputFormat | None
    task_budget: TaskBudget | None


class Amount(TypedDict, total=False):
    type: Required[str]
    value: Required[int]


class ClearToolUses(TypedDict, total=False):
    type: Required[Literal["clear_tool_uses_20250919"]]
    clear_at_least: Amount | None
    clear_tool_inputs: bool | list[str] | None
    exclude_tools: list[str] | None
    keep: Amount
    trigger: Amount


class KeptTurns(TypedDict, total=False):
    type: Required[Literal["thinking_turns", "all"]]
    value: int


class ClearThinking(TypedDict, total=False):
    type: Required[Literal["clear_thinking_20251015"]]
    keep: KeptTurns | Literal["all"]


class Compact(TypedDict, total=False):
    type: Required[Literal["compact_20260112"]]
    instructions: str | None
    pause_after_compaction: bool
    trigger: Amount | None


class ContextManagement(TypedDict, total=False):
    edits: list[Annotated[ClearToolUses | ClearThinking | Compact, Field(discriminator="type")]]


class Skill(TypedDict, total=False):
    type: Required[Literal["anthropic", "custom"]]
    skill_id: Required[str]
    version: str


class Container(TypedDict, total=False):
    id: str | None
    skills: list[Skill] | None


class McpServerTools(TypedDict, total=False):
    allowed_tools: list[str] | None
    enabled: bool | None


class McpServer(TypedDict, total=False):
    type: Required[Literal["url"]]
    name: Required[str]
    url: Required[str]
    authorization_token: str | None
    tool_configuration: McpServerTools | None


class Diagnostics(TypedDict, total=False):
    previous_message_id: str | None


class BillingPolicy(TypedDict, total=False):
    type: Required[Literal["billing_policy"]]
    bill_to: Literal["self", "user_profile"]


class Settings(TypedDict, total=False):
    """All settings. `model` and `max_tokens` are optional, because a file may contain only part of a request."""

    model: str
    max_tokens: int
    system: str | list[TextBlock]
    tools: list[Tool]
    tool_choice: Annotated[PlainChoice | ToolChoice, Field(discriminator="type")]
    thinking: Annotated[EnabledThinking | AdaptiveThinking | OtherThinking, Field(discriminator="type")]
    temperature: float
    top_p: float
    top_k: int
    stop_sequences: list[str]
    stream: bool
    metadata: Metadata
    billing_policy: BillingPolicy | None
    cache_control: CacheControl | None
    compaction: Object | None
    container: str | Container | None
    context_management: ContextManagement | None
    diagnostics: Diagnostics | None
    fallback_credit_token: str | Object | None
    fallbacks: list[Object] | str | None
    inference_geo: str | None
    mcp_servers: list[McpServer]
    output_config: OutputConfig
    output_format: OutputFormat | None
    service_tier: Literal["auto", "standard_only"]
    user_profile_id: str | None
    workspace_id: str | None
    speed: Literal["fast", "standard"] | None
    thread: Object | None
    betas: list[str]
    anthropic_version: str
    anthropic_beta: list[str]
