"""OpenAI and Azure: Chat Completions and Responses, and what servers that copy them hold a request to."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import OPENAI_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms, SettingTerms, ToolTerms
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

_CODE = "invalid_function_parameters"


def _invalid_schema(sentence: str, param: str, of: str = "function") -> Words:
    return Words(f"Invalid schema for {of} '{{name}}': {sentence}", param, _CODE)


def _of_schemas(tool: str, answer: str) -> dict[str, Words]:
    """The words for schemas, with the place of a tool's schema and of an answer's in this API."""
    closed = "In context={context}, 'additionalProperties' is required to be supplied and to be false."
    whole = (
        "In context={context}, 'required' is required to be supplied and to be an array including every key in "
        "properties. Missing '{missing}'."
    )
    return {
        "tool-schema-root-not-object": _invalid_schema(
            "schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{type}\"'.", tool
        ),
        "tool-schema-root-combinator": _invalid_schema(
            "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.", tool
        ),
        "tool-schema-root-without-fields": _invalid_schema("In context=(), object schema missing properties.", tool),
        "tool-schema-property-not-schema": _invalid_schema("{shown} is not of type 'object', 'boolean'.", tool),
        "tool-schema-array-without-items": _invalid_schema("In context={context}, array schema missing items.", tool),
        "tool-schema-invalid": _invalid_schema("{shown} is not valid under any of the given schemas.", tool),
        "tool-schema-invalid:type": _invalid_schema("{shown} is not of type {types}.", tool),
        "tool-schema-strict-open:tool": _invalid_schema(closed, tool),
        "tool-schema-strict-open:output": _invalid_schema(closed, answer, "response_format"),
        "tool-schema-strict-optional:tool": _invalid_schema(whole, tool),
        "tool-schema-strict-optional:output": _invalid_schema(whole, answer, "response_format"),
        "tool-schema-strict-keyword:tool": _invalid_schema("In context={context}, '{keyword}' is not permitted.", tool),
        "tool-schema-strict-keyword:output": _invalid_schema(
            "In context={context}, '{keyword}' is not permitted.", answer, "response_format"
        ),
    }


_TOOLS = ToolTerms(
    count=128,
    name_max=64,
    description_max=1_048_576,
    root_combinators=frozenset({"oneOf", "anyOf", "allOf", "enum", "not"}),
    takes_any_items=True,
    fields="always",
    strict_keywords=dict.fromkeys(("allOf", "not", "if", "then", "else", "uniqueItems", "patternProperties"), False),
)
_TOOL_RULES = {
    "tools-empty": ERROR,
    "tools-too-many": ERROR,
    "tool-name-duplicate": WARNING,
    "tool-schema-invalid": ERROR,
    "tool-name-too-long": ERROR,
    "tool-description-too-long": ERROR,
    "tool-schema-root-not-object": ERROR,
    "tool-schema-root-combinator": ERROR,
    "tool-schema-root-without-fields": ERROR,
    "tool-schema-property-not-schema": ERROR,
    "tool-schema-array-without-items": ERROR,
    "tool-schema-strict-open": ERROR,
    "tool-schema-strict-optional": ERROR,
    "tool-schema-strict-keyword": WARNING,
    "tool-choice-unknown-tool": ERROR,
}
_CHAT_RULES = SCHEMA | _TOOL_RULES | {
    "tool-choice-without-tools": ERROR,
    "parallel-calls-without-tools": ERROR,
    "setting-out-of-range": ERROR,
    "stop-too-many": ERROR,
    "stream-options-without-stream": ERROR,
    "logprobs-conflict": ERROR,
    "json-word-missing": ERROR,
}  # fmt: skip
_SAMPLING = {"temperature": (0, 2), "top_p": (0, 1)}
_PENALTIES = {"presence_penalty": (-2, 2), "frequency_penalty": (-2, 2)}

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
"""Parameters of other providers, of other APIs of this one, and of clients that were meant to keep them."""

OPENAI = RequestTerms(
    OPENAI_WORDS,
    unknown_fields=WARNING,
    foreign_fields=_FOREIGN,
    takes=frozenset({"messages[].reasoning_content"}),  # no refusal of it was ever seen
    tools=_TOOLS,
    settings=SettingTerms(stop_max=4, ranges=_SAMPLING | _PENALTIES | {"top_logprobs": (0, 20), "n": (1, 128)}),
    rules=_CHAT_RULES,
    words=_of_schemas("tools[{tool}].function.parameters", "response_format")
    | {
        "parameter-unsupported:not reasoning": Words("Unrecognized request argument supplied: {field}", None, None),
        "tool-choice-without-tools": Words(
            "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", "tool_choice"
        ),
        "parallel-calls-without-tools": Words(
            "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are "
            "specified.",
            "parallel_tool_calls",
        ),
        "tool-choice-unknown-tool": Words("Tool choice '{name}' not found in 'tools' parameter.", "tool_choice"),
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

AZURE_OPENAI = replace(
    OPENAI,
    takes=OPENAI.takes | {"data_sources", "enhancements"},
    tools=replace(_TOOLS, description_doubtful=1024),
    words={
        **OPENAI.words,
        "parameter-unsupported": Words("Unrecognized request argument supplied: {field}", None, None),
    },
)
"""Chat Completions over one's own data are Azure's addition; each of its versions knows the parameters of its time."""

RESPONSES = RequestTerms(
    OPENAI_WORDS,
    unknown_fields=WARNING,
    foreign_fields=(_FOREIGN - {"reasoning", "max_output_tokens", "input", "instructions", "previous_response_id"})
    - {"truncation"}
    | {"stop", "n", "seed", "logit_bias", "presence_penalty", "frequency_penalty", "functions", "function_call"}
    | {"reasoning.enabled", "reasoning.max_tokens", "reasoning.exclude"},
    tools=replace(_TOOLS, name_max=128, count=None),
    settings=SettingTerms(
        ranges=_SAMPLING | {"top_logprobs": (0, 20)},
        least_output=16,
        moved={
            "messages": "input",
            "response_format": "text.format",
            "reasoning_effort": "reasoning.effort",
            "verbosity": "text.verbosity",
            "max_tokens": "max_output_tokens",
            "max_completion_tokens": "max_output_tokens",
        },
        exclusive=(("conversation", "previous_response_id"),),
        demanded={"chatgpt.com/backend-api": {"store": False, "stream": True, "instructions": "text"}},
    ),
    rules=SCHEMA
    | _TOOL_RULES
    | {
        "tools-empty": INFO,  # vllm-project/vllm#40399: tried on the real API, with every choice of tools
        "tool-schema-root-not-object": ERROR,
        "setting-out-of-range": ERROR,
        "output-tokens-too-few": ERROR,
        "store-required-false": ERROR,
        "parameter-moved": ERROR,
        "settings-exclusive": ERROR,
        "reasoning-option-unsupported": ERROR,
        "json-word-missing": ERROR,
    },
    words=_of_schemas("tools[{tool}].parameters", "text.format.schema")
    | {
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
        "store-required-false": Words("Store must be set to false", type=None),
        "store-required-false:stream": Words("Stream must be set to true", type=None),
        "store-required-false:instructions": Words("Instructions are required", type=None),
        "reasoning-option-unsupported": Words(
            "Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",
            "{name}",
            "unsupported_value",
        ),
        "reasoning-option-unsupported:refused": Words(
            "`{name}` is not supported with this model.", "{name}", "unsupported_value"
        ),
        "tool-choice-unknown-tool": OPENAI.words["tool-choice-unknown-tool"],
        "json-word-missing": Words(
            "Response input messages must contain the word 'json' in some form to use 'text.format' of type "
            "'json_object'.",
            "input",
        ),
    },
)

COMPATIBLE = RequestTerms(
    OPENAI_WORDS,
    null_is_absent=True,
    tools=ToolTerms(root_combinators=_TOOLS.root_combinators, takes_any_items=True),
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
"""A server of which only the format is known: warnings, in OpenAI's words."""
