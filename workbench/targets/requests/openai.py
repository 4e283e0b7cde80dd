"""Requirements for requests: OpenAI's and Azure's Chat Completions and Responses, and servers that copy them."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.formats.openai_responses.schema_of_tools import OWN_TOOLS
from workbench.targets.families import OPENAI_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai_tools import TOOL_RULES, TOOLS, schema_messages
from workbench.targets.severities import ERROR, INFO, WARNING

SCHEMA = dict.fromkeys(
    (
        "field-missing",
        "field-wrong-type",
        "value-unsupported",
        "value-out-of-bounds",
        "field-unknown",
        "parameter-unsupported",
        "tool-call-extra-field",
        "item-field-unknown",
    ),
    ERROR,
)
LENIENT = dict.fromkeys(SCHEMA, WARNING)

_VALUE_RULES = dict.fromkeys(("setting-value-unsupported", "setting-too-long", "setting-bad-characters"), ERROR)
_CHAT_RULES = SCHEMA | TOOL_RULES | _VALUE_RULES | {
    "tool-choice-without-tools": ERROR,
    "parallel-calls-without-tools": ERROR,
    "setting-out-of-range": ERROR,
    "stop-too-many": ERROR,
    "stream-options-without-stream": ERROR,
    "logprobs-conflict": ERROR,
    "json-word-missing": ERROR,
    "settings-exclusive": ERROR,
    "reasoning-option-unsupported": ERROR,
    "tool-calls-empty": ERROR,
    "functions-beside-tools": ERROR,
    "audio-missing": ERROR,
}  # fmt: skip
_SAMPLING = {"temperature": (0, 2), "top_p": (0, 1)}
_PENALTIES = {"presence_penalty": (-2, 2), "frequency_penalty": (-2, 2)}
_LOW_TO_HIGH = ("low", "medium", "high")
_VALUES = {
    "service_tier": ("auto", "default", "fast", "flex", "priority", "scale"),
    "prompt_cache_retention": ("in_memory", "24h"),
}
_LENGTHS = {"prompt_cache_key": 64, "safety_identifier": 64, "metadata": 16, "metadata{}": 512}
_NAME = re.compile(r"^[a-zA-Z0-9_-]+$")
_INCLUDED = (
    *("file_search_call.results", "web_search_call.results", "web_search_call.action.sources"),
    *("message.input_image.image_url", "computer_call_output.output.image_url", "code_interpreter_call.outputs"),
    *("reasoning.encrypted_content", "message.output_text.logprobs"),
)

_FOREIGN = frozenset(
    {
        *("thinking", "enable_thinking", "thinking_budget", "chat_template_kwargs", "include_reasoning", "think"),
        *("reasoning", "reasoning_format", "reasoning_split", "search_parameters", "stop_sequences", "system"),
        *("top_k", "min_p", "top_a", "repetition_penalty", "random_seed", "safe_prompt", "typical_p", "best_of"),
        *("max_output_tokens", "input", "instructions", "previous_response_id", "truncation", "contents"),
        *("generationConfig", "anthropic_version", "num_ctx", "options", "keep_alive", "provider", "transforms"),
        *("abort_signal", "extra_body", "extra_headers", "timeout", "api_key", "base_url"),
    }
)
"""Parameters of other providers, of OpenAI's other APIs, and of client libraries."""

_MAX_OUTPUT = {
    **dict.fromkeys(("gpt-3.5-turbo", "gpt-4-turbo", "gpt-4o-2024-05-13"), 4096),
    **dict.fromkeys(("gpt-4o", "gpt-5.1-chat", "gpt-5.2-chat", "gpt-5.3-chat"), 16_384),
    "gpt-4.1": 32_768,
    **dict.fromkeys(("o1", "o3", "o4-mini"), 100_000),
    "o1-mini": 65_536,
    "o1-preview": 32_768,
    **dict.fromkeys(("gpt-5", "gpt-5.1", "gpt-5.2", "gpt-5.3", "gpt-5.4", "gpt-5.5", "gpt-5.6"), 128_000),
}
"""From the models' pages (platform.openai.com/docs/models, 2026-08)."""

_OPTION = Words(
    "Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",
    "{name}",
    "unsupported_value",
)

OPENAI = RequestTerms(
    OPENAI_WORDS,
    unknown_fields=ERROR,
    unknown_in_files=WARNING,
    foreign_fields=_FOREIGN,
    # Fields of Agno were answered in January 2026, the `index` of a streamed call in 2025; other requests were refused.
    doubtful_fields=("messages[].content[].", "messages[].tool_calls[].", "tools[].function."),
    lenient_places=frozenset({"messages[].reasoning_content"}),  # no refusal is known
    tools=TOOLS,
    settings=SettingTerms(
        stop_max=4,
        ranges=_SAMPLING
        | _PENALTIES
        | {"top_logprobs": (0, 20), "n": (1, 128), "max_completion_tokens": (1, None), "max_tokens": (1, None)},
        by_model_parameters=frozenset({"logprobs", "logit_bias", "prediction", "parallel_tool_calls"})
        | {"top_logprobs", "audio", "modalities", *_PENALTIES, *_SAMPLING},
        refused_efforts=frozenset({"max"}),
        most_by_model={"output": _MAX_OUTPUT},
        exclusive=(("max_tokens", "max_completion_tokens"),),
        values=_VALUES | {"verbosity": _LOW_TO_HIGH},
        lengths=_LENGTHS | {"response_format.json_schema.name": 64},
        patterns={"response_format.json_schema.name": _NAME},
    ),
    rules=_CHAT_RULES,
    words=schema_messages("tools[{tool}].function.parameters", "response_format")
    | {
        "reasoning-option-unsupported": _OPTION,
        "parameter-unsupported:not reasoning": Words("Unrecognized request argument supplied: {field}", None, None),
        "functions-beside-tools": Words(
            "Invalid parameter: messages with role 'tool' cannot be used when 'functions' are present. Please use "
            "'tools' instead of 'functions'.",
            seen="2025-08",
        ),
        "tool-choice-without-tools": Words(
            "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", "tool_choice"
        ),
        "parallel-calls-without-tools": Words(
            "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are "
            "specified.",
            "parallel_tool_calls",
        ),
        "tool-choice-unknown-tool": Words(
            "Invalid value for 'function_call': no function named '{name}' was specified in the 'functions' parameter.",
            "function_call",
        ),
        "settings-exclusive": Words(
            "Setting '{one}' and '{other}' at the same time is not supported.", None, "invalid_parameter_combination"
        ),
        "logprobs-conflict": Words(
            "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.", "top_logprobs"
        ),
        "stream-options-without-stream": Words(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options"
        ),
        "json-word-missing": Words(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            "messages",
        ),
    },
)

_OF_ALL_ITEMS = frozenset({"type", "id", "status", "created_by"})
_OF_ITEMS = {
    "file_search_call": {"queries", "results"},
    "code_interpreter_call": {"code", "container_id", "outputs"},
    "image_generation_call": {"result", "error", "revised_prompt", "background", "output_format", "quality", "size"}
    | {"action", "call_id", "svg_usage"},
    "mcp_call": {"name", "arguments", "output", "error", "server_label", "approval_request_id"},
    "mcp_list_tools": {"server_label", "tools", "error"},
    "mcp_approval_request": {"name", "arguments", "server_label"},
    "mcp_approval_response": {"approval_request_id", "approve", "reason"},
    "computer_call": {"call_id", "action", "actions", "pending_safety_checks"},
    "compaction": {"encrypted_content"},
}
"""After the types of `openai` 3.51.0."""

AZURE_OPENAI = replace(
    OPENAI,
    lenient_places=OPENAI.lenient_places | {"data_sources", "enhancements"},
    tools=replace(TOOLS, description_doubtful=1024),
    words={
        **OPENAI.words,
        "parameter-unsupported": Words("Unrecognized request argument supplied: {field}", None, None),
    },
)
"""Azure adds Chat Completions on your own data; each of its API versions accepts the parameters of its time."""

RESPONSES = RequestTerms(
    OPENAI_WORDS,
    unknown_fields=ERROR,
    unknown_in_files=WARNING,
    returned_parts=OWN_TOOLS,
    foreign_fields=(_FOREIGN - {"reasoning", "max_output_tokens", "input", "instructions", "previous_response_id"})
    - {"truncation"}
    | {"stop", "n", "seed", "logit_bias", "logprobs", "functions", "function_call"}
    | {"reasoning.enabled", "reasoning.max_tokens", "reasoning.exclude"}
    | {f"input[].action.{name}" for name in ("query", "queries", "sources", "url", "pattern")},
    tools=replace(
        TOOLS,
        name_max=128,
        count=None,
        reserved_namespaces={"file_search": "", "image_gen": "image_generation"},
    ),
    settings=SettingTerms(
        ranges=_SAMPLING | {"top_logprobs": (0, 20), "max_tool_calls": (1, None)},
        least_output=16,
        by_model_parameters=frozenset({"top_logprobs", "top_p", *_PENALTIES}),
        moved={
            "messages": "input",
            "response_format": "text.format",
            "reasoning_effort": "reasoning.effort",
            "verbosity": "text.verbosity",
            "max_tokens": "max_output_tokens",
            "max_completion_tokens": "max_output_tokens",
        },
        exclusive=(("conversation", "previous_response_id"),),
        thinking_tools={"minimal": ("web_search", "file_search", "image_generation", "code_interpreter")},
        values=_VALUES
        | {
            "text.verbosity": _LOW_TO_HIGH,
            "reasoning.effort": ("none", "minimal", *_LOW_TO_HIGH, "xhigh", "max"),
            "reasoning.summary": ("concise", "detailed", "auto"),
            "truncation": ("auto", "disabled"),
            "include[]": _INCLUDED,
        },
        lengths=_LENGTHS | {"text.format.name": 64},
        patterns={"text.format.name": _NAME},
    ),
    rules=SCHEMA
    | TOOL_RULES
    | _VALUE_RULES
    | {
        "tools-empty": INFO,  # vllm-project/vllm#40399: tested on the real API, with every tool choice
        "tool-schema-root-not-object": ERROR,
        "setting-out-of-range": ERROR,
        "output-tokens-too-few": ERROR,
        "parameter-moved": ERROR,
        "settings-exclusive": ERROR,
        "reasoning-option-unsupported": ERROR,
        "json-word-missing": ERROR,
        "tool-unsupported-by-effort": ERROR,
        "tool-name-reserved": ERROR,
        "call-namespace-undefined": WARNING,
    },
    item_fields={kind: _OF_ALL_ITEMS | fields for kind, fields in _OF_ITEMS.items()},
    # A search may have new fields, but not those of the other actions.
    doubtful_fields=("input[].action.",),
    refused_item_fields=dict.fromkeys(
        ("image_generation_call.action", "image_generation_call.call_id", "web_search_call.call_id"), ERROR
    ),
    words=schema_messages("tools[{tool}].parameters", "text.format.schema")
    | {
        "call-namespace-undefined": Words(
            "Unknown parameter: 'input[{message}].namespace'.",
            "input[{message}].namespace",
            "unknown_parameter",
            seen="2026-07",
        ),
        "tool-name-reserved:namespace": Words(
            "Invalid Value: 'tools.namespace'. User-defined namespace '{name}' collides with an existing tool "
            "namespace.",
            "tools",
            seen="2026-04",
        ),
        "tool-name-reserved:beside": Words(
            "Invalid Value: 'tools'. Function '{name}' conflicts with a hosted tool in the same request.",
            "tools",
            seen="2026-07",
        ),
        "parameter-moved": Words(
            "Unsupported parameter: '{field}'. In the Responses API, this parameter has moved to '{place}'. Try again "
            "with the new parameter.",
            "{field}",
            "unsupported_parameter",
        ),
        "settings-exclusive": Words(
            "Mutually exclusive parameters: ''. Ensure you are only providing one of: '{other}' or '{one}'.",
            None,
            "mutually_exclusive_parameters",
        ),
        "reasoning-option-unsupported": _OPTION,
        "reasoning-option-unsupported:encrypted": Words(
            "Encrypted content is not supported with this model.", "include", None
        ),
        "reasoning-option-unsupported:refused": Words(
            "`{name}` is not supported with this model.", "{name}", "unsupported_value"
        ),
        "reasoning-option-unsupported:summary": Words(
            "Unsupported parameter: '{name}' is not supported with the '{model}' model.",
            "{name}",
            "unsupported_parameter",
            seen="2026-07",
        ),
        "tool-choice-unknown-tool": Words("Tool choice '{name}' not found in 'tools' parameter.", "tool_choice"),
        "tool-unsupported-by-effort": Words(
            "The following tools cannot be used with reasoning.effort '{effort}': {kind}.", "tools", None
        ),
        "json-word-missing": Words(
            "Response input messages must contain the word 'json' in some form to use 'text.format' of type "
            "'json_object'.",
            "input",
        ),
    },
)

CODEX = replace(
    RESPONSES,
    tools=replace(RESPONSES.tools, absent_types={"web_search_preview": ERROR, "computer_use": WARNING}),
    refused_item_fields={
        **RESPONSES.refused_item_fields,
        "function_call.status": WARNING,  # refused for GPT-5.5 and answered by GPT-5.4
        "function_call_output.status": WARNING,
    },
    settings=replace(
        RESPONSES.settings,
        required={"store": False, "stream": True, "instructions": "text"},
        refused=frozenset({"temperature", "top_p", "max_output_tokens", "top_logprobs", "user", "safety_identifier"})
        | {"metadata", "stream_options", "max_tool_calls", "background", "truncation", "prompt_cache_retention"}
        | {"conversation", "previous_response_id", *_PENALTIES},
    ),
    rules={**RESPONSES.rules, "store-required-false": ERROR, "tool-type-unknown-to-platform": ERROR},
    words={
        **RESPONSES.words,
        **dict.fromkeys(
            ("parameter-unsupported", "parameter-moved"), Words("Unsupported parameter: {field}", type=None)
        ),
        **dict.fromkeys(
            ("tool-type-unknown-to-platform", "tool-type-unknown-to-platform:by model"),
            Words("Unsupported tool type: {type}", type=None, seen="2025-09"),
        ),
        "store-required-false": Words("Store must be set to false", type=None),
        "store-required-false:stream": Words("Stream must be set to true", type=None),
        "store-required-false:instructions": Words("Instructions are required", type=None),
    },
)
"""The backend of ChatGPT, which Codex uses: it stores nothing, always streams, and accepts fewer parameters."""

_OPENAI_PARAMETERS = frozenset(
    {"store", "verbosity", "prompt_cache_key", "prompt_cache_retention", "safety_identifier", "prediction", "metadata"}
) | {"web_search_options", "modalities", "audio", "functions", "function_call", "moderation"}
"""OpenAI's parameters that most compatible servers do not have; some ignore them, and some refuse them."""

COMPATIBLE_TOOLS = ToolTerms(root_combinators=OPENAI.tools.root_combinators, name_max=64)
"""What servers with a schema of their own require of tools."""
COMPATIBLE = RequestTerms(
    OPENAI_WORDS,
    null_is_absent=True,
    tools=ToolTerms(root_combinators=TOOLS.root_combinators, accepts_any_items=True),
    settings=SettingTerms(doubtful=_OPENAI_PARAMETERS),
    rules=LENIENT
    | {
        "tools-empty": WARNING,
        "tool-name-duplicate": WARNING,
        "tool-schema-root-not-object": WARNING,
        "tool-schema-root-combinator": WARNING,
        "tool-choice-unknown-tool": WARNING,
        "tool-choice-without-tools": WARNING,
    },
    words={
        name: OPENAI.words[name]
        for name in (
            "tool-schema-root-not-object",
            "tool-schema-root-combinator",
            "tool-choice-without-tools",
            "tool-choice-unknown-tool",
        )
    },
)
"""A server of which only the format is known: warnings, with OpenAI's error messages."""

FORWARDED_RULES = {
    **TOOL_RULES,
    "json-word-missing": ERROR,
    "audio-missing": ERROR,
    "tool-choice-unknown-tool": WARNING,
    "tools-empty": WARNING,
}
"""What a gateway refuses of a request for one of OpenAI's own models, because OpenAI does."""

COPILOT = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, count=128, name_max=64),
    settings=SettingTerms(
        by_model_parameters=OPENAI.settings.by_model_parameters,
        stop_max=4,
        refused_by_model=dict.fromkeys(("gpt-5.4", "gpt-5.5", "gpt-5.6"), frozenset({"temperature"})),
    ),
    rules={**COMPATIBLE.rules, "tools-too-many": ERROR, "tool-name-too-long": ERROR},
)
"""Its limits on tools are OpenAI's, also for other vendors' models."""
