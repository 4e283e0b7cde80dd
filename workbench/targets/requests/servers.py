"""Requirements of self-hosted servers for requests, according to their public code."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import GO_ITEM_WORDS, GO_WORDS, NLOHMANN_WORDS, VLLM_WORDS, ZOD_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests import (
    llama_cpp_schema,
    ollama_schema,
    sglang_schema,
    vllm_responses_schema,
    vllm_schema,
)
from workbench.targets.requests.contract import Combination, RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import COMPATIBLE, LENIENT, RESPONSES, SCHEMA
from workbench.targets.severities import ERROR, INFO, WARNING

_RANGES = {
    "temperature": (0, 2),
    "top_p": (0, 1),
    "min_p": (0, 1),
    "presence_penalty": (-2, 2),
    "frequency_penalty": (-2, 2),
    "n": (1, None),
    "max_tokens": (1, None),
    "max_completion_tokens": (1, None),
}
_IN_RANGE = Words("{field} must be in [{least}, {most}], got {value}.", "{field}", "400", "BadRequestError")

_ABOVE = replace(_IN_RANGE, text="{field} must be in ({least}, {most}], got {value}.")

_MISTRAL_TOKENIZERS = ("mistral-small", "mistral-medium", "mistral-large", "ministral", "magistral", "devstral")
"""Models that a server reads with Mistral's own tokenizer, which renders no template."""

VLLM = replace(
    COMPATIBLE,
    family=VLLM_WORDS,
    schema=vllm_schema.request_schema,
    null_is_absent=False,
    settings=SettingTerms(
        ranges=_RANGES,
        above_least=frozenset({"top_p"}),
        refused_by_model=dict.fromkeys(_MISTRAL_TOKENIZERS, frozenset({"chat_template", "chat_template_kwargs"})),
        exclusive=(("continue_final_message", "add_generation_prompt"),),
        combinations=(
            Combination(
                "constraints",
                "response_format",
                "A forced call and an answer in JSON are two constraints of the answer; the server takes one.",
                when={"response_format.type": ("json_object",), "tool_choice": ("required",), "tools": ()},
            ),
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        **SCHEMA,
        "settings-contradict": ERROR,
        "tools-empty": ERROR,
        "tool-choice-unknown-tool": ERROR,
        "tool-choice-without-tools": ERROR,
        "stream-options-without-stream": ERROR,
        "logprobs-conflict": ERROR,
        "setting-out-of-range": ERROR,
        "settings-exclusive": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "settings-contradict:constraints": Words(
            "You can only use one kind of structured outputs constraint but multiple are specified: "
            "{'json': {'type': 'array', 'minItems': 1}, 'json_object': True}",
            seen="2026-01",
        ),
        "tools-empty": Words(
            "`tools` must not be an empty array. Either provide at least one tool or omit the field entirely."
        ),
        "tool-choice-unknown-tool": Words(
            "The tool specified in `tool_choice` does not match any of the specified `tools`"
        ),
        "tool-choice-without-tools": Words("When using `tool_choice`, `tools` must be set."),
        "stream-options-without-stream": Words("Stream options can only be defined when `stream=True`."),
        "logprobs-conflict": Words("when using `top_logprobs`, `logprobs` must be set to true."),
        "parameter-unsupported-by-model:template": Words(
            "chat_template is not supported for Mistral tokenizers.", type="BadRequestError", seen="2026-03"
        ),
        "setting-out-of-range": _IN_RANGE,
        "setting-out-of-range:open": _ABOVE,
        "settings-exclusive": Words("Cannot set both `{one}` and `{other}` to True."),
    },
)
SGLANG = replace(
    VLLM,
    schema=sglang_schema.request_schema,
    refuses_null=True,
    settings=SettingTerms(ranges={**_RANGES, "temperature": (0, None), "repetition_penalty": (0, 2)}),
    rules={
        **COMPATIBLE.rules,
        **SCHEMA,
        "tools-empty": INFO,
        "tool-choice-unknown-tool": ERROR,
        "setting-out-of-range": ERROR,
        "tool-schema-invalid": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "tool-choice-unknown-tool": Words("Tool '{name}' not found in tools list."),
        "tool-choice-without-tools": Words("Tools cannot be empty if tool choice is set to required."),
        "tool-schema-invalid": Words("Tool {tool} function has invalid 'parameters' schema: {shown} is not valid"),
        "setting-out-of-range": _IN_RANGE,
    },
)
_UNREAD_SCHEMA = Words("JSON schema conversion failed:\nUnrecognized schema: {json}", type="invalid_request_error")
LLAMA_CPP = replace(
    COMPATIBLE,
    family=NLOHMANN_WORDS,
    null_is_absent=False,
    schema=llama_cpp_schema.request_schema,
    tools=replace(
        COMPATIBLE.tools,
        types=frozenset({"function"}),
        refuses_only_untyped=True,
        refuses_untyped=True,
        only_object_schemas=True,
    ),
    settings=SettingTerms(exclusive=(("continue_final_message", "add_generation_prompt"), ("json_schema", "grammar"))),
    rules={
        **COMPATIBLE.rules,
        **SCHEMA,
        "logprobs-conflict": ERROR,
        "tool-type-unsupported": ERROR,
        "settings-exclusive": ERROR,
        "tool-schema-pattern-unsupported": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-type-placement": WARNING,
    },
    words={
        **COMPATIBLE.words,
        "tool-schema-pattern-unsupported": Words(
            "Unable to generate parser for this template. Automatic parser generation failed: JSON schema conversion "
            "failed:\nPattern must start with '^' and end with '$'",
            seen="2026-07",
        ),
        "tool-schema-pattern-unsupported:grammar": Words(
            "Failed to initialize samplers: failed to parse grammar", seen="2026-08"
        ),
        "tool-schema-type-placement": _UNREAD_SCHEMA,
        "logprobs-conflict": Words("top_logprobs requires logprobs to be set to true"),
        "tool-type-unsupported": Words("Unsupported tool type: {call}"),
        "settings-exclusive": Words("Cannot use both {one} and {other}"),
        "tool-schema-invalid": _UNREAD_SCHEMA,
        "tool-schema-property-not-schema": replace(
            _UNREAD_SCHEMA, text="JSON schema conversion failed:\nUnrecognized schema: {json}"
        ),
    },
)
LM_STUDIO = replace(
    LLAMA_CPP,
    family=ZOD_WORDS,
    tools=replace(LLAMA_CPP.tools, fields="always", refuses_untyped=False),
    settings=SettingTerms(values={"response_format.type": ("json_schema", "text")}, tool_choice_is_text=True),
    rules={
        **LLAMA_CPP.rules,
        "tool-schema-pattern-unsupported": WARNING,
        "setting-value-unsupported": ERROR,
        "tool-choice-not-text": ERROR,
        "tool-schema-root-without-fields": ERROR,
        "tool-schema-root-not-object": ERROR,
    },
    words={
        **LLAMA_CPP.words,
        "tool-schema-root-not-object": Words(
            '[{"code":"invalid_union_discriminator","options":["object"],"path":'
            '[{tool},"function","parameters","type"],"message":"Invalid discriminator value. Expected \'object\'"}]',
            type=None,
        ),
        "setting-value-unsupported": Words("'response_format.type' must be 'json_schema' or 'text'", type=None),
        "tool-choice-not-text": Words(
            "Invalid tool_choice type: 'object'. Supported string values: none, auto, required", type=None
        ),
        "tool-schema-root-without-fields": Words(
            '[{"code":"invalid_type","expected":"object","received":"undefined","path":'
            '[{tool},"function","parameters","properties"]}]',
            type=None,
        ),
    },
)
NVIDIA = replace(
    VLLM,
    settings=replace(
        VLLM.settings,
        refused_by_model={
            **VLLM.settings.refused_by_model,
            "gemma-2": frozenset({"presence_penalty", "frequency_penalty"}),
        },
        refuses_zero_penalties=True,
        refused=frozenset(
            {"enable_thinking", "thinking", "preserve_thinking", "reasoning", "reasoning_budget", "usage"}
        )
        | {
            "verbosity",
            "prompt_cache_key",
            "prompt_cache_options",
            "prompt_cache_retention",
            "output_config",
            "provider",
            "tool_stream",
        },
    ),
    rules={**VLLM.rules, "parameter-unsupported": ERROR},
    words={
        **VLLM.words,
        "parameter-unsupported": Words("Validation: Unsupported parameter(s): `{field}`", None, "400", "Bad Request"),
    },
)
_NO_REASONING_ON_OLLAMA = (
    *("llama2", "llama3", "llama4", "codellama", "gemma", "gemma2", "gemma3", "mistral", "mixtral", "mistral-nemo"),
    *("mistral-small", "phi3", "phi4", "qwen2", "qwen2.5", "qwen2.5-coder", "qwen2.5vl", "qwen3-coder", "codestral"),
    *("deepseek-coder", "command-r", "granite3", "smollm2", "tinyllama", "llava", "moondream", "nemotron-mini"),
)
OLLAMA = RequestTerms(
    GO_WORDS,
    schema=ollama_schema.request_schema,
    null_is_absent=True,
    settings=SettingTerms(
        ranges={"top_logprobs": (0, 20)},
        most_by_model={"output": {"deepseek-v4-flash": 65_536}},  # in its cloud, where this model runs
        refused_by_model=dict.fromkeys(_NO_REASONING_ON_OLLAMA, frozenset({"think"})),
        efforts=dict.fromkeys(_NO_REASONING_ON_OLLAMA, ("none",)),
    ),
    rules=SCHEMA
    | {"effort-unsupported": ERROR, "parameter-unsupported-by-model": ERROR, "setting-out-of-range": ERROR},
    words={"setting-out-of-range": Words("top_logprobs must be between 0 and 20", type="invalid_request_error")},
)
VLLM_RESPONSES = replace(
    RESPONSES,
    family=VLLM_WORDS,
    schema=vllm_responses_schema.request_schema,
    unknown_fields=None,
    unknown_in_files=None,
    settings=SettingTerms(ranges={"temperature": (0, 2), "top_p": (0, 1)}),
    tools=ToolTerms(),
    rules=SCHEMA | {"setting-out-of-range": ERROR, "tool-choice-unknown-tool": WARNING},
    words={"setting-out-of-range": _IN_RANGE},
)

COMPATIBLE_RESPONSES = replace(RESPONSES, rules=LENIENT, unknown_fields=None, unknown_in_files=None)
"""Responses of others than OpenAI: the same items, and no knowledge of what more they mind."""
OPENROUTER_RESPONSES = replace(
    VLLM_RESPONSES,
    rules=LENIENT,
    words=dict.fromkeys(
        ("field-missing", "field-wrong-type", "value-unsupported"),
        Words("Invalid Responses API request", None, "invalid_prompt", seen="2026-02"),
    ),
)
"""Its schemas require the same fields of an answer as the types of OpenAI's package."""
LLAMA_CPP_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    family=NLOHMANN_WORDS,
    settings=SettingTerms(refused=frozenset({"previous_response_id"})),
    rules={**LENIENT, "parameter-unsupported": ERROR, "value-unsupported": ERROR},
    words={
        "parameter-unsupported": Words("llama.cpp does not support '{field}'.", None, "400"),
        "value-unsupported": Words("'type' must be one of 'input_text', 'input_image', or 'input_file'", None, "400"),
    },
)
OLLAMA_RESPONSES = replace(COMPATIBLE_RESPONSES, family=GO_ITEM_WORDS, rules={**LENIENT, "value-unsupported": ERROR})
_NEEDS_FORMAT = "Some versions of the server require the format of the text."
LM_STUDIO_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    family=ZOD_WORDS,
    tools=ToolTerms(types=frozenset({"function", "mcp"}), fields="schema"),
    settings=replace(
        COMPATIBLE_RESPONSES.settings,
        combinations=(
            Combination("format", "text", _NEEDS_FORMAT, when={"text": ({},)}),
            Combination("format", "text", _NEEDS_FORMAT, when={"text": ()}, unless={"text.format": ()}),
        ),
    ),
    rules={**LENIENT, "tool-type-unsupported": WARNING, "tool-schema-root-without-fields": ERROR}
    | {"settings-contradict": WARNING},
    words={
        "settings-contradict:format": Words("Required", "text.format", "missing_required_parameter", seen="2026-02"),
        "tool-schema-root-without-fields": Words("Invalid input", "tools.{tool}", "custom", seen="2026-08"),
        "tool-type-unsupported": Words(
            "Invalid discriminator value. Expected 'function' | 'mcp'",
            "tools.{tool}.type",
            "invalid_union_discriminator",
            seen="2026-01",
        ),
    },
)
