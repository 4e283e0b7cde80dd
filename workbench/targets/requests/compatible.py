"""Servers that speak Chat Completions: what each of them holds a request to beside its messages."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import (
    CEREBRAS_WORDS,
    COHERE_WORDS,
    FIREWORKS_WORDS,
    GO_WORDS,
    GROQ_WORDS,
    MISTRAL_WORDS,
    SERDE_WORDS,
)
from workbench.targets.refusal_words import Words
from workbench.targets.requests import cerebras_schema, cohere_schema, groq_schema, mistral_schema
from workbench.targets.requests.contract import RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import COMPATIBLE, LENIENT, OPENAI, RESPONSES, SCHEMA
from workbench.targets.severities import ERROR, WARNING

_CODE = "invalid_request_error"
_TOOLS = ToolTerms(root_combinators=OPENAI.tools.root_combinators, name_max=64)

DEEPSEEK = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=replace(_TOOLS, types=frozenset({"function"})),
    settings=SettingTerms(
        stop_max=16, ranges={"temperature": (0, 2), "top_p": (0, 1)}, answers_by_schema=False, thinks_by_model=True
    ),
    rules=SCHEMA
    | {
        "tools-empty": ERROR,
        "tool-type-unsupported": ERROR,
        "tool-name-duplicate": WARNING,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-choice-without-tools": ERROR,
        "json-word-missing": ERROR,
        "response-format-unavailable": ERROR,
        "thinking-forced-tool": ERROR,
        "setting-out-of-range": WARNING,
    },
    words={
        "tools-empty": replace(
            Words(
                "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
            ),
            param="tools",
            code=_CODE,
        ),
        "tool-schema-root-not-object": Words(
            "Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: null'.",
            None,
            _CODE,
        ),
        "tool-schema-invalid:type": Words(
            "Invalid schema for function '{name}': {json} is not of type {types}", None, _CODE
        ),
        "tool-schema-invalid": Words(
            "Invalid schema for function '{name}': {json} is not valid under any of the schemas listed in the 'anyOf' "
            "keyword",
            None,
            _CODE,
        ),
        "tool-choice-without-tools": OPENAI.words["tool-choice-without-tools"],
        "json-word-missing": Words(
            "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
            None,
            _CODE,
        ),
        "response-format-unavailable": Words("This response_format type is unavailable now", None, _CODE),
        "thinking-forced-tool": Words("Thinking mode does not support this tool_choice", None, _CODE),
    },
)

_FLAVORED = "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: "

MOONSHOT = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, only_object_schemas=True, root_combinators=frozenset()),
    settings=SettingTerms(stop_max=5, ranges={"temperature": (0, 1)}, thinks_by_model=True),
    rules={
        **COMPATIBLE.rules,
        "thinking-forced-tool": ERROR,
        "stop-too-many": ERROR,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-type-placement": ERROR,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-required-undefined": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "thinking-forced-tool": Words("tool_choice '{word}' is incompatible with thinking enabled"),
        "tool-schema-property-not-schema": Words(
            _FLAVORED + "<At path '{holder}': property schema for '{property}' must be an object>", None, _CODE
        ),
        "tool-schema-root-not-object": Words(
            'Invalid request: tools.function.parameters.type is required and must be "object"', None, _CODE
        ),
        "tool-schema-required-undefined": Words(
            _FLAVORED + "<At path '{holder}': required property '{property}' is not defined in properties>", None, _CODE
        ),
        "tool-schema-type-placement:items": Words(
            _FLAVORED + "<At path '{holder}': items must be an object>", None, _CODE
        ),
        "tool-schema-type-placement:definitions": Words(
            _FLAVORED + "<At path '{holder}': references must start with #/$defs/>", None, _CODE
        ),
        "tool-schema-type-placement": Words(
            _FLAVORED + "<At path '{holder}': when using anyOf, type should be defined in anyOf items instead of the "
            "parent schema>",
            None,
            _CODE,
        ),
        "tool-schema-type-placement:missing": Words(
            _FLAVORED + "<At path '{holder}': type is not defined>", None, _CODE
        ),
        "tool-schema-type-placement:reference": Words(
            _FLAVORED + "<At path '{holder}': conflicting keywords found after $ref expansion: {keyword}>", None, _CODE
        ),
    },
)

MINIMAX = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, fields="schema"),
    rules={**COMPATIBLE.rules, "tool-schema-root-without-fields": ERROR},
    words={
        **COMPATIBLE.words,
        "tool-schema-root-without-fields": Words(
            "invalid params, function parameters is empty (2013)", type="bad_request_error"
        ),
    },
)

ZHIPU = replace(
    COMPATIBLE,
    takes=frozenset({"tools[].type"}),
    rules={**COMPATIBLE.rules, "tool-search-unset": ERROR},
    words={**COMPATIBLE.words, "tool-search-unset": Words("tools[{tool}].web_search can not be null", None, "1214")},
)

QWEN = replace(
    COMPATIBLE,
    rules={**COMPATIBLE.rules, "thinking-needs-stream": ERROR, "json-word-missing": ERROR},
    words={
        **COMPATIBLE.words,
        "thinking-needs-stream": Words(
            "<400> InternalError.Algo.InvalidParameter: parameter.enable_thinking must be set to false for "
            "non-streaming calls"
        ),
        "json-word-missing": Words(
            "<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use "
            "'response_format' of type 'json_object'."
        ),
    },
)

XAI = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=_TOOLS,
    settings=SettingTerms(stop_max=8),
    rules=SCHEMA | {"tools-empty": WARNING, "tool-schema-root-combinator": WARNING, "stop-too-many": ERROR},
    words={"stop-too-many": Words("Cannot provide more than {limit} stop strings but len(stop) = {length}")},
)

GROQ = RequestTerms(
    GROQ_WORDS,
    schema=groq_schema.request_schema,
    unknown_fields=ERROR,
    tools=replace(_TOOLS, count=128, fields="if required"),
    settings=SettingTerms(
        stop_max=4,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "n": (1, 1)},
        formats_without_tools=frozenset({"json_object"}),
    ),
    rules=SCHEMA
    | {
        "tools-empty": WARNING,
        "tools-too-many": WARNING,
        "tool-schema-root-not-object": WARNING,
        "tool-schema-root-without-fields": ERROR,
        "tool-choice-without-tools": WARNING,
        "stop-too-many": ERROR,
        "setting-out-of-range": ERROR,
        "json-with-tools": ERROR,
    },
    words={
        "json-with-tools": Words("json mode cannot be combined with tool/function calling"),
        "tool-schema-root-without-fields": Words(
            "invalid JSON schema for tool {name}, tools[{tool}].function.parameters: 'required' present but "
            "'properties' is missing",
            "tool {name}, tools[{tool}].function.parameters",
        ),
    },
)

_FORMAT = "wrong_api_format"
_CLOSED = "'additionalProperties' is required to be supplied and set to false."

CEREBRAS = RequestTerms(
    CEREBRAS_WORDS,
    schema=cerebras_schema.request_schema,
    unknown_fields=ERROR,
    tools=replace(_TOOLS, strict_keywords={"minItems": True, "maxItems": True, "pattern": False, "format": False}),
    settings=SettingTerms(stop_max=4),
    rules=SCHEMA
    | {
        "tools-empty": WARNING,
        "stop-too-many": ERROR,
        "tools-mixed-strictness": ERROR,
        "tool-schema-strict-open": ERROR,
        "tool-schema-strict-keyword": ERROR,
    },
    words={
        "tools-mixed-strictness": Words(
            "Tools with mixed values for 'strict' are not allowed. Please set all tools to 'strict: true' or "
            "'strict: false'",
            "tools",
            _FORMAT,
            seen="2026-05",
        ),
        "tool-schema-strict-open": Words(_CLOSED, "tools", _FORMAT, seen="2026-01"),
        "tool-schema-strict-open:output": Words(_CLOSED, "response_format", _FORMAT, seen="2026-01"),
        "tool-schema-strict-keyword": Words(
            "Unsupported JSON schema fields: {'{keyword}'}", "response_format", _FORMAT, seen="2025-08"
        ),
        "stop-too-many": Words(
            "stop.list[str]: List should have at most {limit} items after validation, not {length}",
            "validation_error",
            _FORMAT,
        ),
    },
)

MISTRAL = RequestTerms(
    MISTRAL_WORDS,
    schema=mistral_schema.request_schema,
    unknown_fields=ERROR,
    tools=_TOOLS,
    settings=SettingTerms(ranges={"temperature": (0, 1.5), "top_p": (0, 1)}),
    rules=SCHEMA | {"tool-schema-root-not-object": WARNING, "setting-out-of-range": ERROR},
)

FIREWORKS = RequestTerms(FIREWORKS_WORDS, unknown_fields=WARNING, tools=_TOOLS, rules=SCHEMA)
TOGETHER = replace(
    COMPATIBLE,
    settings=SettingTerms(stop_max=4, ranges={"temperature": (0, 1)}),
    rules={**COMPATIBLE.rules, "stop-too-many": ERROR, "setting-out-of-range": WARNING},
    words={**COMPATIBLE.words, "setting-out-of-range": Words("temperature must be within [0, 1], got {value}")},
)
VLLM = replace(
    COMPATIBLE,
    rules={
        **COMPATIBLE.rules,
        "tools-empty": ERROR,
        "tool-choice-unknown-tool": ERROR,
        "tool-choice-without-tools": ERROR,
        "stream-options-without-stream": ERROR,
        "logprobs-conflict": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "tools-empty": Words(
            "`tools` must not be an empty array. Either provide at least one tool or omit the field entirely."
        ),
        "tool-choice-unknown-tool": Words(
            "The tool specified in `tool_choice` does not match any of the specified `tools`"
        ),
        "tool-choice-without-tools": Words("When using `tool_choice`, `tools` must be set."),
        "stream-options-without-stream": Words("Stream options can only be defined when `stream=True`."),
        "logprobs-conflict": Words("when using `top_logprobs`, `logprobs` must be set to true."),
    },
)
LLAMA_CPP = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, types=frozenset({"function"})),
    rules={**COMPATIBLE.rules, "logprobs-conflict": ERROR, "tool-type-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "logprobs-conflict": Words("top_logprobs requires logprobs to be set to true"),
        "tool-type-unsupported": Words("Unsupported tool type: {call}"),
    },
)
COHERE = replace(
    COMPATIBLE,
    family=COHERE_WORDS,
    schema=cohere_schema.request_schema,
    unknown_fields=ERROR,
    of_other_address=cohere_schema.COMPATIBLE_ONLY,
    settings=SettingTerms(
        stop_max=5,
        ranges={"p": (0.01, 0.99), "k": (0, 500), "frequency_penalty": (0, 1), "presence_penalty": (0, 1)},
        formats_without_tools=frozenset({"json_object", "json_schema"}),
    ),
    rules={
        **COMPATIBLE.rules,
        **SCHEMA,
        "stop-too-many": WARNING,
        "setting-out-of-range": WARNING,
        "tool-name-duplicate": ERROR,
        "tool-schema-required-undefined": ERROR,
        "json-with-tools": WARNING,
    },
    words={
        **COMPATIBLE.words,
        "tool-name-duplicate": Words("invalid request: cannot have duplicate tool ids", type=None),
        "tool-schema-required-undefined": Words("required field name not found in properties", type=None),
        "json-with-tools": Words("response_format is not supported with RAG.", type=None),
    },
)
OLLAMA = RequestTerms(GO_WORDS, null_is_absent=True, rules=LENIENT)
XAI_RESPONSES = replace(
    RESPONSES,
    rules={**LENIENT, "settings-exclusive": ERROR},
    unknown_fields=None,
    settings=SettingTerms(exclusive=(("instructions", "previous_response_id"),)),
    words={"settings-exclusive": Words("Argument not supported: {one} and {other} together", None, "400")},
)
OTHER_RESPONSES = replace(RESPONSES, rules=LENIENT, unknown_fields=None)
"""Responses of others than OpenAI: the same items, and no knowledge of what more they mind."""
