"""Anthropic's Messages: its own API, Vertex AI and Bedrock."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.formats.anthropic.schema_of_server_tools import OWN_BLOCKS
from workbench.targets.families import ANTHROPIC_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import SCHEMA
from workbench.targets.severities import ERROR, WARNING

STRICT_KEYWORDS = {
    "maxItems": True,
    "multipleOf": True,
    "minimum": True,
    "maximum": True,
    "exclusiveMinimum": True,
    "exclusiveMaximum": True,
    "minLength": False,
    "maxLength": False,
    "pattern": False,
    "uniqueItems": False,
}
"""Keywords that the documentation of structured outputs does not list. Refusals are known for counts and bounds of
numbers (2026-09); Bedrock was also seen to accept `minLength`."""
COMBINATORS = frozenset({"oneOf", "allOf", "anyOf"})

_PLATFORM_TOOLS = ("bash_20250124", "custom", "text_editor_20250124", "text_editor_20250429", "text_editor_20250728")
"""The types of tools that are part of no preview."""

ANTHROPIC_TOOLS = ToolTerms(
    name_max=128,
    platform_types=_PLATFORM_TOOLS,
    root_combinators=COMBINATORS,
    property_pattern=re.compile(r"^[a-zA-Z0-9_.-]{1,64}$"),
    strict_keywords=STRICT_KEYWORDS,
    strict_least_items=1,
    strict_constants_untyped=True,
    strict_tools=20,
    strict_optional=24,
    strict_unions=16,
)


def strict_words(prefix: str = "", type: str = "invalid_request_error") -> dict[str, Words]:  # noqa: A002
    """Claude's error messages for strict schemas; Bedrock adds a prefix."""
    unsupported = "For '{type}' type, property '{keyword}' is not supported"
    several = "For '{type}' type, properties {keywords} are not supported"
    is_open = "For 'object' type, 'additionalProperties' must be explicitly set to false"
    untyped = "Invalid schema: Schema type is missing for schema: {schema}"
    too_many = "For 'array' type, 'minItems' values other than 0 or 1 are not supported (got: [{least}])"
    places = {"tool": "tools.{tool}.custom", "output": "output_config.format.schema"}
    words: dict[str, Words] = {}
    for kind, place in places.items():
        words[f"tool-schema-strict-keyword:{kind}"] = Words(f"{prefix}{place}: {unsupported}", type=type)
        words[f"tool-schema-strict-keyword:{kind}-several"] = Words(f"{prefix}{place}: {several}", type=type)
        words[f"tool-schema-strict-open:{kind}"] = Words(f"{prefix}{place}: {is_open}", type=type)
        words[f"tool-schema-strict-untyped:{kind}"] = Words(f"{prefix}{place}: {untyped}", type=type, seen="2026-09")
        words[f"tool-schema-strict-keyword:{kind}-minItems"] = Words(f"{prefix}{place}: {too_many}", type=type)
    return words


def thinking_words(prefix: str = "", type: str = "invalid_request_error") -> dict[str, Words]:  # noqa: A002
    sentences = {
        "thinking-budget-too-high": "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our "
        "documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
        "#max-tokens-and-context-window-size",
        "thinking-budget-too-high:low": "thinking.enabled.budget_tokens: Input should be greater than or equal to "
        "{least}",
        "thinking-sampling:temperature": "`temperature` may only be set to 1 when thinking is enabled or in adaptive "
        "mode. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/"
        "extended-thinking#important-considerations-when-using-extended-thinking",
        "thinking-sampling:top_p": "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled "
        "or in adaptive mode.",
        "thinking-sampling:top_k": "`top_k` must be unset when thinking is enabled or in adaptive mode.",
        "thinking-forced-tool": "Thinking may not be enabled when tool_choice forces tool use.",
    }
    return {rule: Words(prefix + sentence, type=type) for rule, sentence in sentences.items()}


THINKING_RULES = {
    "thinking-budget-too-high": ERROR,
    "thinking-sampling": ERROR,
    "thinking-forced-tool": ERROR,
}

_INVALID_SCHEMA = Words(
    "tools.{tool}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at "
    "https://docs.claude.com/en/docs/tool-use."
)

_FOREIGN = frozenset(
    {
        *(
            "frequency_penalty",
            "presence_penalty",
            "logit_bias",
            "logprobs",
            "top_logprobs",
            "n",
            "seed",
            "stop",
            "user",
        ),
        *("max_completion_tokens", "max_output_tokens", "response_format", "parallel_tool_calls", "reasoning_effort"),
        *("reasoning", "stream_options", "store", "functions", "function_call", "input", "instructions", "contents"),
        *("min_p", "repetition_penalty", "enable_thinking", "chat_template_kwargs", "abort_signal", "extra_body"),
        *("messages[].tool_calls", "messages[].tool_call_id", "messages[].reasoning_content", "messages[].name"),
        *("messages[].id", "messages[].timestamp", "messages[].model", "messages[].usage", "messages[].stop_reason"),
        "messages[].content[].cache_control",
    }
)
"""Fields of other APIs and of answers, and the only place in messages where a cache mark is refused: on thinking."""

_LONGEST_ANSWERS = {
    "claude-3-haiku": 4_096,
    "claude-3-opus": 4_096,
    "claude-3-5-haiku": 8_192,
    "claude-3-5-sonnet": 8_192,
    "claude-opus-4": 32_000,
    "claude-opus-4-1": 32_000,
    "claude-sonnet-4": 64_000,
    "claude-sonnet-4-5": 64_000,
    "claude-opus-4-5": 64_000,
    "claude-haiku-4-5": 64_000,
    **dict.fromkeys(("claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-4-7", "claude-opus-4-8"), 128_000),
}
"""platform.claude.com: models (2026-08). Not that of Claude 3.7, which a preview doubles."""

_PREVIEW_FIELDS = {
    "context_management": "context-management-",
    "speed": "fast-mode-",
    "user_profile_id": "user-profiles-",
    **{
        f"{holder}.cache_control.scope": "prompt-caching-scope-"
        for holder in ("tools[]", "system[]", "messages[].content[]")
    },
}
"""Fields that the API refuses unless a header names their preview (Wei-Shaw/claude-relay-service#660,
caozhiyuan/copilot-api#145, experientiallabs/experiential#685, platform.claude.com: beta headers; 2026-08)."""

ANTHROPIC = RequestTerms(
    ANTHROPIC_WORDS,
    unknown_fields=ERROR,
    foreign_fields=_FOREIGN,
    previews=frozenset({"betas", "anthropic_beta"}),
    preview_fields=_PREVIEW_FIELDS,
    preview_tools={"computer_20241022": "computer-use-2024-10-22", "computer_2025": "computer-use-2025-"},
    returned_parts=OWN_BLOCKS,
    tools=ANTHROPIC_TOOLS,
    settings=SettingTerms(
        ranges={"temperature": (0, 1), "top_p": (0, 1), "top_k": (0, None)},
        accepts_choice_without_tools=True,
        most_by_model={"output": _LONGEST_ANSWERS},
        elsewhere={
            "instructions": "system",
            "stop": "stop_sequences",
            "max_completion_tokens": "max_tokens",
            "max_output_tokens": "max_tokens",
        },
    ),
    rules=SCHEMA
    | THINKING_RULES
    | {
        "tool-name-duplicate": ERROR,
        "tool-type-unsupported-by-model": ERROR,
        "user-id-personal": ERROR,
        "tools-all-deferred": ERROR,
        "tool-deferred-and-cached": ERROR,
        "tool-reference-unknown": ERROR,
        "cache-ttl-order": ERROR,
        "cache-ttl-conflict": ERROR,
        "preview-not-named": ERROR,
        "thinking-cleared-while-off": ERROR,
        "code-tool-injected-twice": ERROR,
        "search-domains-both-ways": ERROR,
        "mcp-server-unused": ERROR,
        "container-missing": ERROR,
        "tool-choice-without-tools": ERROR,
        "parallel-off-with-code-callers": ERROR,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-root-combinator": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-schema-property-name": ERROR,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-strict-open": ERROR,
        "tool-schema-strict-keyword": ERROR,
        "tool-schema-strict-untyped": ERROR,
        "tool-schema-too-complex": ERROR,
        "tool-choice-unknown-tool": ERROR,
        "setting-out-of-range": ERROR,
        "container-not-string": ERROR,
        "stop-blank": ERROR,
    },
    words=strict_words()
    | thinking_words()
    | {
        "cache-ttl-order": Words(
            "{place}.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. "
            "Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
            seen="2026-08",
        ),
        "cache-ttl-conflict": Words(
            "Top-level cache_control has ttl='{wanted}' but the target block already has cache_control with "
            "ttl='{own}'",
            seen="2026-04",
        ),
        "thinking-cleared-while-off": Words(
            "`clear_thinking_20251015` strategy requires `thinking` to be enabled", seen="2025-11"
        ),
        "code-tool-injected-twice": Words(
            "Auto-injecting tools would conflict with existing tool names: ['code_execution']. Each tool name must be "
            "unique.",
            seen="2026-08",
        ),
        "container-missing": Words(
            "container_id is required when there are pending tool uses generated by code execution with tools.",
            seen="2026-08",
        ),
        "mcp-server-unused": Words(
            "MCP server '{name}' is defined but not referenced by any mcp_toolset in tools", seen="2026-08"
        ),
        "tool-choice-without-tools": Words(
            "tool_choice.{word} may only be specified while providing tools", seen="2026-09"
        ),
        "user-id-personal": Words("metadata.user_id: user_id appears to contain an email address"),
        "tool-name-duplicate": Words("tools: Tool names must be unique."),
        "tool-type-unsupported-by-model": Words("'{model}' does not support tool types: {type}.", seen="2026-08"),
        "tools-all-deferred": Words(
            "At least one tool must have defer_loading=false. All tools cannot be deferred.", seen="2026-04"
        ),
        "tool-deferred-and-cached": Words(
            "Tool '{name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot "
            "use prompt caching.",
            seen="2026-08",
        ),
        "tool-reference-unknown": Words("Tool reference '{name}' not found in available tools", seen="2026-07"),
        "parallel-off-with-code-callers": Words(
            "tool_choice.disable_parallel_tool_use: true cannot be used with programmatic tool calling", seen="2026-04"
        ),
        "tool-schema-root-not-object": Words("tools.{tool}.custom.input_schema.type: Field required"),
        "tool-schema-root-not-object:other": Words("tools.{tool}.custom.input_schema.type: Input should be 'object'"),
        "tool-schema-root-combinator": Words(
            "tools.{tool}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"
        ),
        "tool-schema-root-combinator:untyped": Words("tools.{tool}.custom.input_schema.type: Field required"),
        "tool-schema-invalid": _INVALID_SCHEMA,
        "tool-schema-property-not-schema": _INVALID_SCHEMA,
        "tool-schema-property-name": Words(
            "tools.{tool}.custom.input_schema.properties: Property keys should match pattern '{pattern}'"
        ),
        "tool-schema-too-complex": Words(
            "The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or "
            "reduce the number of strict tools."
        ),
        "tool-schema-too-complex:tools": Words(
            "Too many strict tools ({found}). The maximum number of strict tools supported is {limit}. Try reducing "
            "the number of tools marked as strict.",
            seen="2026-08",
        ),
        "tool-schema-too-complex:optional": Words(
            "Schemas contains too many optional parameters ({found}), which would make grammar compilation "
            "inefficient. Reduce the number of optional parameters in your tool schemas (limit: {limit}).",
            seen="2026-08",
        ),
        "tool-schema-too-complex:unions": Words(
            "Schemas contains too many parameters with union types ({found} parameters with type arrays or anyOf). "
            "This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: "
            "{limit} parameters with unions).",
            seen="2026-08",
        ),
        "tool-choice-unknown-tool": Words("Tool '{name}' not found in provided tools"),
        "container-not-string": Words("container: Input should be a valid string"),
        "stop-blank:empty": Words("stop_sequences: each stop sequence must be non-empty"),
        "stop-blank": Words("stop_sequences: each stop sequence must contain non-whitespace"),
    },
)

_HOSTED = {
    **ANTHROPIC.rules,
    "parameter-unknown-to-platform": ERROR,
    "tool-type-unknown-to-platform": ERROR,
    "server-tool-unknown-to-platform": ERROR,
}
_ONLY_FIRST_PARTY = dict.fromkeys(
    (
        "container",
        "diagnostics",
        "fallback_credit_token",
        "fallbacks",
        "inference_geo",
        "mcp_servers",
        "service_tier",
        "speed",
        "thread",
    ),
    ERROR,
)
"""Settings that no platform that hosts Claude accepts. Known refusals: `diagnostics` and `speed` on Vertex AI,
`mcp_servers` and `speed` on Bedrock (anthropics/claude-code#82539, BerriAI/litellm b0fd3e1; 2026-08)."""

_FIRST_PARTY_TOOLS = dict.fromkeys(("code_execution_", "web_fetch_", "mcp_toolset", "advisor_"), ERROR)
"""Tools that only the provider's own servers run."""
_FIRST_PARTY_BLOCKS = (
    "web_fetch",
    "code_execution",
    "bash_code_execution",
    "text_editor_code_execution",
    "advisor",
    "mcp_",
)
"""Beginnings of the names of the same tools in the history: of their calls, and of the types of their results."""
_PLATFORM_BLOCKS = (
    *("document", "image", "redacted_thinking", "search_result", "text", "thinking", "tool_result", "tool_use"),
)

_SCOPE = {f"{holder}.cache_control.scope": ERROR for holder in ("tools[]", "system[]", "messages[].content[]")}
"""Who shares a cache: a preview of the provider's own API (caozhiyuan/copilot-api#145,
zhukunpenglinyutong/jetbrains-cc-gui#844; 2026-04)."""
_LIFETIMES = {f"{holder}.cache_control.ttl": WARNING for holder in ("tools[]", "system[]", "messages[].content[]")}
"""Bedrock accepts a longer lifetime for newer models only (posit-dev/chatlas#225; 2025-11)."""
_LATER = dict.fromkeys(
    ("tools[].eager_input_streaming", "tools[].defer_loading", "tools[].input_examples", "tools[].allowed_callers"),
    WARNING,
)
"""Fields of tools that came to the platforms later, and for some models only (anthropics/claude-code#33180, #31033,
#11678; 2026-03)."""

VERTEX_ANTHROPIC = replace(
    ANTHROPIC,
    rules=_HOSTED,
    preview_fields={},
    preview_tools={},
    tools=replace(
        ANTHROPIC_TOOLS,
        absent_types=_FIRST_PARTY_TOOLS | {"web_search_2026": WARNING},
        absent_server_tools=dict.fromkeys(_FIRST_PARTY_BLOCKS, WARNING),
        platform_blocks=_PLATFORM_BLOCKS,
    ),
    absent=_ONLY_FIRST_PARTY
    | _SCOPE
    | _LATER
    | {"context_management": WARNING, "output_config": WARNING, "output_format": WARNING},
)
"""Vertex AI adopted effort, structured answers and context edits one by one, and an organisation may switch them off
(OpenHands/software-agent-sdk#1630, anthropics/claude-code#21612)."""

BEDROCK_ANTHROPIC = replace(
    ANTHROPIC,
    preview_fields={},
    preview_tools={},
    rules=_HOSTED,
    tools=replace(
        ANTHROPIC_TOOLS,
        absent_types=_FIRST_PARTY_TOOLS
        | {"web_search_": ERROR, "tool_search_tool_bm25": ERROR, "tool_search_tool_regex": WARNING},
        absent_server_tools=dict.fromkeys(("web_search", *_FIRST_PARTY_BLOCKS), ERROR),
        platform_blocks=_PLATFORM_BLOCKS,
        preview_types=("computer_", "memory_"),
    ),
    words={
        **ANTHROPIC.words,
        "tool-type-unknown-to-platform:bm25": Words(
            "BM25 tool search is not supported on Bedrock. Use tool_search_tool_regex instead.", seen="2026-09"
        ),
        "tool-type-unknown-to-platform:by model": Words("tool type '{type}' is not supported for this model"),
    },
    absent=_ONLY_FIRST_PARTY
    | _SCOPE
    | _LATER
    | {
        "stream": ERROR,
        "context_management": WARNING,
        "output_config.effort": WARNING,
        **_LIFETIMES,
        "output_format": WARNING,
        "tools[].custom": ERROR,
    },
    present_by_model={"effort": "efforts", "ttl": "caches_longer"},
)
"""Bedrock has its own copy of the schema (BerriAI/litellm b0fd3e1, vercel/ai ed857f5; 2026-08)."""
