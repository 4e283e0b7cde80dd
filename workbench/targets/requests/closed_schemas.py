"""What Groq, Cerebras and Fireworks, which refuse unknown fields, require of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import (
    CEREBRAS_WORDS,
    FIREWORKS_WORDS,
    GROQ_WORDS,
)
from workbench.targets.refusal_words import Words
from workbench.targets.requests import (
    cerebras_schema,
    fireworks_schema,
    groq_schema,
)
from workbench.targets.requests.contract import Combination, RequestTerms, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE_TOOLS, SCHEMA
from workbench.targets.severities import ERROR, WARNING

_NO_REASONING_ON_GROQ = ("llama", "gemma", "kimi-k2", "mistral-saba", "mixtral", "compound", "allam")

_MAX_OUTPUT_ON_GROQ = {
    "llama-3.3-70b": 32_768,
    "llama-4-scout": 8_192,
    "llama-4-maverick": 8_192,
    "gpt-oss": 65_536,
    "qwen3-32b": 40_960,
    "qwen3.6-27b": 16_384,
    "compound": 8_192,
    "kimi-k2": 16_384,
}
"""From the table of models (console.groq.com/docs/models, 2026-08)."""

GROQ = RequestTerms(
    GROQ_WORDS,
    schema=groq_schema.request_schema,
    unknown_fields=ERROR,
    tools=replace(
        COMPATIBLE_TOOLS, count=128, fields="if required", strict_keywords={"minItems": True, "maxItems": True}
    ),
    settings=SettingTerms(
        stop_max=4,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "n": (1, 1)},
        formats_without_tools=frozenset({"json_object"}),
        efforts={"gpt-oss": ("low", "medium", "high"), "qwen3": ("none", "default"), "qwen3.6": ("none", "default")}
        | dict.fromkeys(_NO_REASONING_ON_GROQ, ())
        | {"deepseek-r1-distill": ()},
        most_by_model={"output": _MAX_OUTPUT_ON_GROQ},
        refused_by_model=dict.fromkeys(_NO_REASONING_ON_GROQ, frozenset({"reasoning_format", "include_reasoning"}))
        | {"compound": frozenset({"reasoning_format", "include_reasoning", "tools"})},
        structured=("gpt-oss", "llama-4", "kimi-k2"),
        exclusive=(("include_reasoning", "reasoning_format"),),
    ),
    rules=SCHEMA
    | {
        "tools-empty": WARNING,
        "tools-too-many": ERROR,
        "tool-schema-root-not-object": WARNING,
        "tool-schema-root-without-fields": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-choice-without-tools": WARNING,
        "stop-too-many": ERROR,
        "setting-out-of-range": ERROR,
        "json-with-tools": ERROR,
        "settings-exclusive": ERROR,
        "parameter-unsupported-by-model": ERROR,
        "tool-schema-strict-keyword": WARNING,
    },
    words={
        "tool-schema-strict-keyword": Words(
            "invalid schema for response format: response_format/json_schema: {keyword} is not supported",
            seen="2025-10",
        ),
        "json-with-tools": Words("json mode cannot be combined with tool/function calling"),
        "settings-exclusive": Words("cannot specify both `{one}` and `{other}`"),
        "tool-schema-invalid": Words(
            "schema is not valid JSON Schema: jsonschema file:///home/di/params.json compilation failed: '{place}' "
            "does not validate with https://json-schema.org/draft/2020-12/schema"
        ),
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
    tools=replace(
        COMPATIBLE_TOOLS, strict_keywords={"minItems": True, "maxItems": True, "pattern": False, "format": False}
    ),
    settings=SettingTerms(
        stop_max=4,
        formats_without_tools=frozenset({"text", "json_object", "json_schema"}),
        tool_choice_is_text=True,
        efforts=dict.fromkeys(("qwen-3", "gpt-oss"), ("low", "medium", "high"))
        | {"zai-glm-4.7": ("none", "low", "medium", "high")},
    ),
    rules=SCHEMA
    | {
        "tool-choice-not-text": WARNING,
        "json-with-tools": ERROR,
        "tools-empty": WARNING,
        "stop-too-many": ERROR,
        "tool-choice-without-tools": ERROR,
        "tools-mixed-strictness": ERROR,
        "tool-schema-strict-open": ERROR,
        "tool-schema-strict-keyword": ERROR,
    },
    words={
        "json-with-tools": Words(
            '"tools" is incompatible with "response_format"', "response_format", _FORMAT, seen="2026-08"
        ),
        "tool-choice-without-tools": Words(
            "'tool_choice' is only allowed when 'tools' are specified", "tool_choice", _FORMAT, seen="2026-08"
        ),
        "tool-choice-not-text": Words(
            "Unsupported tool_choice: type='function' function=ChoiceObjectFunction(name='{name}'). Expected 'auto' or "
            "'none'.",
            "tool_choice",
            _FORMAT,
            seen="2025-08",
        ),
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

FIREWORKS = RequestTerms(
    FIREWORKS_WORDS,
    schema=fireworks_schema.request_schema,
    unknown_fields=ERROR,
    unknown_in_files=WARNING,
    tools=replace(COMPATIBLE_TOOLS, refuses_only_untyped=True, refused_beside_reference=frozenset({"default"})),
    settings=SettingTerms(
        formats_without_tools=frozenset({"json_object", "json_schema"}),
        by_model=True,
        combinations=tuple(
            Combination(
                "stream",
                name,
                "An answer of more than 4,096 tokens must be streamed.",
                when={},
                unless={"stream": (True,)},
                over={name: 4096},
                instead={"stream": True},
            )
            for name in ("max_tokens", "max_completion_tokens")
        ),
    ),
    rules={
        **SCHEMA,
        "tool-schema-type-placement": ERROR,
        "tool-schema-root-combinator": WARNING,
        "settings-contradict": ERROR,
        "json-with-tools": WARNING,
    },
    words={
        "json-with-tools": Words(
            "You cannot specify response format and function call at the same time", seen="2026-04"
        ),
        "settings-contradict:stream": Words("Requests with max_tokens > 4096 must have stream=true"),
        "tool-schema-type-placement:reference": Words(
            "JSON Schema not supported: keyword(s) ['{keyword}'] not allowed at the same level as $ref", seen="2026-06"
        ),
        "tool-schema-type-placement:missing": Words(
            "JSON Schema not supported: could not understand the instance `{python}`."
        ),
    },
)
