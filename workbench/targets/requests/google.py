"""Gemini, on its own API and on Vertex AI."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.targets.families import PROTOBUF_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import SCHEMA
from workbench.targets.severities import ERROR, WARNING

_INVALID = "INVALID_ARGUMENT"
_FIELDS = [
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "default",
    "example",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyOrdering",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "anyOf",
]
_HUMP = re.compile(r"(?<=[a-z])([A-Z])")
_SCHEMA_FIELDS = frozenset({*_FIELDS, *(_HUMP.sub(r"_\1", name).lower() for name in _FIELDS)})
"""The fields of the message `Schema` (google-genai 3.1.0), in both spellings."""


def _checked(sentence: str) -> Words:
    """An error message of the validator, which checks a request after parsing."""
    return Words(f"* GenerateContentRequest.{sentence}", type=_INVALID)


_CONFIGS = ("generationConfig", "generation_config")
_TOOLS = ToolTerms(
    numbers_types=True,
    root_combinators=frozenset({"oneOf", "allOf", "not"}),
    property_pattern=re.compile(r"^[a-zA-Z_][a-zA-Z0-9_]{0,63}$"),
    name_max=64,
    full_fields={
        "parameters": "parametersJsonSchema",
        "responseSchema": "responseJsonSchema",
        "response_schema": "response_json_schema",
    },
    full_schema_fields=frozenset({"parametersJsonSchema", "parameters_json_schema"}),
    answers=tuple((config, schema) for config in _CONFIGS for schema in ("responseSchema", "response_schema")),
    formats={
        "string": frozenset({"enum", "date-time"}),
        "number": frozenset({"float", "double"}),
        "integer": frozenset({"int32", "int64"}),
    },
    keywords=_SCHEMA_FIELDS,
    must_announce_built_in=True,
    always_refused=frozenset(
        {
            *("$ref", "$defs", "$schema", "const", "additionalProperties", "prefixItems"),
            *("exclusiveMinimum", "exclusiveMaximum", "propertyNames", "examples", "encrypted", "strict"),
        }
    ),
)

_RANGES: dict[str, tuple[float, float | None]] = {
    f"{config}.{name}": bounds
    for config in _CONFIGS
    for names, bounds in (
        (("temperature",), (0, 2)),
        (("topP", "top_p"), (0, 1)),
        (("candidateCount", "candidate_count"), (1, 8)),
    )
    for name in names
}
_CATEGORIES = ("HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "HARASSMENT", "CIVIC_INTEGRITY")
_THRESHOLDS = ("BLOCK_LOW_AND_ABOVE", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_ONLY_HIGH", "BLOCK_NONE", "OFF")
_ANSWER_TYPES = ("text/plain", "application/json", "application/xml", "application/yaml", "text/x.enum")
_ENUMS = {
    "safetySettings[].category": frozenset(f"HARM_CATEGORY_{name}" for name in _CATEGORIES),
    "safetySettings[].threshold": frozenset({"HARM_BLOCK_THRESHOLD_UNSPECIFIED", *_THRESHOLDS}),
    "toolConfig.functionCallingConfig.mode": frozenset({"MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"}),
    "generationConfig.responseMimeType": frozenset(
        name.upper() for name in (*_ANSWER_TYPES, "image/png", "image/jpeg")
    ),
    "generationConfig.responseModalities[]": frozenset({"MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO", "VIDEO"}),
    "generationConfig.mediaResolution": frozenset(
        f"MEDIA_RESOLUTION_{name}" for name in ("UNSPECIFIED", "LOW", "MEDIUM", "HIGH")
    ),
}
"""The enums of `google-genai` 3.3.0; of the categories, those that the API lists when it refuses another."""

_SPELLINGS = _ENUMS | {_HUMP.sub(r"_\1", name).lower(): values for name, values in _ENUMS.items()}
"""The same, also in snake_case."""

_GENERATION = {
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "max_tokens": "maxOutputTokens",
    "max_completion_tokens": "maxOutputTokens",
    "stop": "stopSequences",
}
"""Settings of other APIs → their names in `generationConfig`."""
_WITHIN = ("", "generationConfig.")
"""Where requests have them."""
_INSIDE = (
    *("thinkingConfig", "maxOutputTokens", "topP", "topK", "candidateCount", "stopSequences", "seed"),
    *("responseMimeType", "responseSchema", "responseJsonSchema", "responseModalities", "speechConfig"),
)
"""Settings of the generation that programs write next to it."""
_OUTSIDE = ("tools", "toolConfig", "systemInstruction", "safetySettings", "cachedContent")
"""Settings of the request that programs write into the generation's, as the arguments of the SDKs are arranged."""

GEMINI = RequestTerms(
    PROTOBUF_WORDS,
    unknown_fields=ERROR,
    tools=_TOOLS,
    settings=SettingTerms(
        stop_max=5,
        ranges=_RANGES,
        values=_SPELLINGS,
        values_in_any_case=True,
        formats_without_tools=frozenset({"application/json"}),
        by_model=True,
        refused_by_model={"gemma-3": frozenset({f"{_CONFIGS[0]}.mediaResolution", f"{_CONFIGS[1]}.media_resolution"})},
        elsewhere={
            **{f"{at}{name}": f"generationConfig.{to}" for name, to in _GENERATION.items() for at in _WITHIN},
            **{name: f"generationConfig.{name}" for name in _INSIDE},
            **{f"generationConfig.{name}": name for name in _OUTSIDE},
            "system": "systemInstruction",
            "instructions": "systemInstruction",
        },
    ),
    rules=SCHEMA
    | {
        "part-of-several-kinds": ERROR,
        "setting-value-unsupported": ERROR,
        "modality-unsupported-by-model": ERROR,
        "tool-empty": ERROR,
        "setting-out-of-range": ERROR,
        "stop-too-many": ERROR,
        "tool-name-duplicate": ERROR,
        "tool-name-too-long": WARNING,
        "media-resolution-per-part": ERROR,
        "tool-schema-array-without-items": ERROR,
        "tool-schema-property-name": WARNING,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-keyword-unknown": ERROR,
        "tool-schema-anyof-siblings": WARNING,
        "tool-schema-enum-not-string": ERROR,
        "tool-schema-type-value": ERROR,
        "tool-schema-type-missing": ERROR,
        "tool-schema-format-unsupported": ERROR,
        "tool-schema-root-not-object": WARNING,
        "tool-schema-properties-on-scalar": ERROR,
        "tool-schema-required-undefined": ERROR,
        "tool-schema-empty-object": WARNING,
        "tool-schema-too-deep": WARNING,
        "tool-schema-both-fields": WARNING,
        "tool-choice-unknown-tool": ERROR,
        "thinking-level-and-budget": ERROR,
        "thinking-budget-unsupported": ERROR,
        "thinking-level-unsupported": ERROR,
        "thoughts-without-thinking": ERROR,
        "json-with-tools": ERROR,
        "built-in-tools-with-functions": ERROR,
        "search-tool-outdated": ERROR,
        "calling-config-without-functions": ERROR,
        "cached-content-with-settings": ERROR,
        "json-unsupported-by-model": ERROR,
        "parameter-unsupported-by-model": ERROR,
    },
    words={
        "tool-choice-unknown-tool": Words(
            "allowed_function_names should be a subset of the provided function_declarations",
            type=_INVALID,
            seen="2026-06",
        ),
        "parameter-unsupported-by-model": Words(
            "Media resolution is not enabled for models/{short}", type=_INVALID, seen="2025-12"
        ),
        "setting-value-unsupported:category": _checked(
            "{holder}: element predicate failed: $.category in ("
            + ", ".join(f"HarmCategory.HARM_CATEGORY_{name}" for name in _CATEGORIES)
            + ")"
        ),
        "setting-value-unsupported:responseMimeType": _checked(
            "generation_config.response_mime_type: allowed mimetypes are "
            + ", ".join(f"`{name}`" for name in _ANSWER_TYPES[:-1])
            + f" and `{_ANSWER_TYPES[-1]}`."
        ),
        "modality-unsupported-by-model": Words(
            "The requested combination of response modalities ({requested}) is not supported by the model. "
            "models/{model} accepts the following combination of response modalities:\n* {supported}\n",
            type=_INVALID,
            seen="2026-09",
        ),
        "modality-unsupported-by-model:default": Words(
            "The requested combination of response modalities is not supported by the model. "
            "models/{model} accepts the following combination of response modalities:\n* {supported}\n",
            type=_INVALID,
            seen="2025-06",
        ),
        "tool-empty": Words(
            "The GenerateContentRequest proto is invalid:\n  * {place}.tool_type: required one_of 'tool_type' must "
            "have one initialized field",
            type=_INVALID,
            seen="2026-01",
        ),
        "built-in-tools-with-functions": Words("Tool use with function calling is unsupported", type=_INVALID),
        "built-in-tools-with-functions:announced": Words(
            "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function "
            "calling.",
            type=_INVALID,
            seen="2026-07",
        ),
        "search-tool-outdated": Words(
            "google_search_retrieval is not supported. Please use google_search tool instead.", type=_INVALID
        ),
        "calling-config-without-functions": Words(
            "Function calling config is set without function_declarations.", type=_INVALID, seen="2026-05"
        ),
        "cached-content-with-settings": Words(
            "CachedContent can not be used with GenerateContent request setting system_instruction, tools or "
            "tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.",
            type=_INVALID,
            seen="2026-08",
        ),
        "json-unsupported-by-model": Words("JSON mode is not enabled for models/{model}", type=_INVALID),
        "thinking-budget-unsupported:unknown": Words(
            "Thinking budget is not supported for this model.", type=_INVALID, seen="2026-09"
        ),
        "part-of-several-kinds": Words(
            "Invalid value at 'contents[{message}].parts[{part}]' (oneof), oneof field 'data' is already set. "
            "Cannot set '{second}'",
            type=_INVALID,
        ),
        "tool-name-too-long": Words(
            "Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), "
            "underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.",
            type=_INVALID,
        ),
        "tool-name-duplicate": Words("Duplicate function declaration found: {name}", type=_INVALID),
        "tool-schema-property-name": _checked("{holder}: Invalid property name."),
        "tool-schema-anyof-siblings": Words(
            "Unable to submit request because `{name}` functionDeclaration `parameters.{property}` schema specified "
            "other fields alongside any_of. When using any_of, it must be the only field set.",
            type=_INVALID,
        ),
        "tool-schema-enum-not-string": _checked("{place}: only allowed for STRING type"),
        "tool-schema-enum-not-string:empty": _checked("{place}: cannot be empty"),
        "tool-schema-enum-not-string:none": _checked("{place}: should be non-empty for STRING type with enum format"),
        "tool-schema-enum-not-string:absent": _checked(
            "{place}.enum: should be non-empty for STRING type with enum format"
        ),
        "tool-schema-properties-on-scalar": _checked("{place}: only allowed for OBJECT type"),
        "tool-schema-required-undefined": _checked("{place}: property is not defined"),
        "tool-schema-empty-object": _checked("{place}.properties: should be non-empty for OBJECT type"),
        "tool-schema-type-missing": _checked(
            "{place}.type: must be specified when not using one_of, any_of or all_of fields"
        ),
        "tool-schema-type-missing:enum": _checked("{place}.enum: only allowed for STRING type"),
        "tool-schema-format-unsupported": _checked("{place}: only {formats} are supported for {type} type"),
        "thinking-level-and-budget": Words(
            "You can only set only one of thinking budget and thinking level.", type=_INVALID
        ),
        "thinking-budget-unsupported": Words(
            "The thinking budget {value} is invalid. Please choose a value between {least} and {most}.", type=_INVALID
        ),
        "thinking-budget-unsupported:shown": Words("thinking_config is not supported.", type=_INVALID),
        "thinking-budget-unsupported:none": Words("thinking_config is not supported.", type=_INVALID),
        "tool-schema-too-deep": Words(
            "A FunctionDeclaration in the request exceeds the maximum allowed nesting depth.",
            type=_INVALID,
            seen="2025-08",
        ),
        "tool-schema-too-deep:answer": Words(
            "A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.",
            type=_INVALID,
            seen="2026-02",
        ),
        "thoughts-without-thinking": Words(
            "Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is "
            "enabled.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
            type=_INVALID,
        ),
        "thinking-budget-unsupported:off": Words(
            "Budget 0 is invalid. This model only works in thinking mode.", type=_INVALID
        ),
        "thinking-level-unsupported": Words(
            "Thinking level {value} is not supported for this model. Please retry with other thinking level.",
            type=_INVALID,
        ),
        "thinking-level-unsupported:none": Words("Thinking level is not supported for this model.", type=_INVALID),
        "json-with-tools:built-in": Words(
            "Tool use with a response mime type: '{kind}' is unsupported", type=_INVALID, seen="2025-07"
        ),
        "json-with-tools": Words("Function calling with a response mime type: '{kind}' is unsupported", type=_INVALID),
    },
)


def _unable(reason: str) -> Words:
    about = "https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling"
    declared = "Unable to submit request because `{name}` functionDeclaration"
    return Words(f"{declared} {reason} Learn more: {about}", type=_INVALID, seen="2026-01")


_NOT_ON_VERTEX = ("media-resolution-per-part", "tool-schema-format-unsupported")
_IMAGE_CATEGORIES = ("HATE", "DANGEROUS_CONTENT", "HARASSMENT", "SEXUALLY_EXPLICIT")
_ROOT = "parameters schema should be of type OBJECT."
_UNTYPED = "`parameters.{dotted}` schema didn't specify the schema type field."

VERTEX_GEMINI = replace(
    GEMINI,
    settings=replace(
        GEMINI.settings,
        values=_SPELLINGS
        | {
            "safetySettings[].category": frozenset(
                f"HARM_CATEGORY_{name}"
                for name in (*_CATEGORIES, "UNSPECIFIED", "JAILBREAK", *(f"IMAGE_{kind}" for kind in _IMAGE_CATEGORIES))
            )
        },
    ),
    absent={
        "toolConfig.includeServerSideToolInvocations": ERROR,
        "tool_config.include_server_side_tool_invocations": ERROR,
        "toolConfig.include_server_side_tool_invocations": ERROR,
    },
    tools=replace(
        _TOOLS,
        always_refused=frozenset({"$schema", "const"}),
        lists_scalars=True,
        must_announce_built_in=False,
        functions_in_one_list=True,
    ),
    rules={rule: severity for rule, severity in GEMINI.rules.items() if rule not in _NOT_ON_VERTEX}
    | {
        "parameter-unknown-to-platform": ERROR,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-anyof-siblings": ERROR,
        "tool-choice-unknown-tool": WARNING,
        "output-tokens-too-many": WARNING,
    },
    words={
        **GEMINI.words,
        "cached-content-with-settings": Words(
            "Tool config, tools and system instruction should not be set in the request when using cached content.",
            type=_INVALID,
            seen="2026-08",
        ),
        "built-in-tools-with-functions": Words(
            "Unable to submit request because Multiple tools are supported only when they are all search tools.",
            type=_INVALID,
            seen="2026-07",
        ),
        "thinking-budget-unsupported:shown": Words(
            "Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is "
            "enabled.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
            type=_INVALID,
            seen="2025-05",
        ),
        "thinking-budget-unsupported:off": Words(
            "Unable to submit request because The model does not support setting thinking_budget to 0.",
            type=_INVALID,
            seen="2026-04",
        ),
        "stop-too-many": Words(
            "Unable to submit request because it has a stopSequences value of {length} but the supported range is from "
            "1 (inclusive) to 6 (exclusive). Update the value and try again.",
            type=_INVALID,
            seen="2025-09",
        ),
        "setting-out-of-range": Words(
            "Unable to submit request because it has a {field} value of {value} but the supported range is from "
            "{least} (inclusive) to {most} (inclusive). Update the value and try again.",
            type=_INVALID,
            seen="2025-09",
        ),
        "output-tokens-too-many": Words(
            "Unable to submit request because it has a maxOutputTokens value of {requested} but the supported range is "
            "from 1 (inclusive) to {beyond} (exclusive). Update the value and try again.",
            type=_INVALID,
        ),
        "tool-schema-root-not-object": _unable(_ROOT),
        "tool-schema-root-not-object:other": _unable(_ROOT),
        "tool-schema-required-undefined": Words(
            "Unable to submit request because required fields ['{property}'] are not defined in the schema properties.",
            type=_INVALID,
            seen="2026-09",
        ),
        "tool-schema-type-missing": _unable(_UNTYPED),
        "tool-schema-type-missing:enum": _unable(_UNTYPED),
        "tool-schema-enum-not-string": _unable(
            "`parameters.{dotted}` schema specified incorrect schema type field. For schema with enum values, schema "
            "type should not be OBJECT or ARRAY."
        ),
    },
)
"""Its schemas also support references and additional properties, under its own names."""
