"""Bedrock Converse: the checks of botocore and the service, and the model's own refusals."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_settings import Settings
from workbench.formats.contract import RequestSchema
from workbench.targets.families import ANTHROPIC_WORDS, AWS_WORDS, MALFORMED_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.anthropic import (
    ANTHROPIC_TOOLS,
    COMBINATORS,
    STRICT_KEYWORDS,
    THINKING_RULES,
    strict_words,
    thinking_words,
)
from workbench.targets.requests.contract import Combination, ModelFields, RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import SCHEMA
from workbench.targets.severities import ERROR, WARNING

_TYPE = "ValidationException"
_BY_MODEL = "The model returned the following errors: "
_KINDS = (
    "text, image, document, video, audio, toolUse, toolResult, guardContent, cachePoint, reasoningContent, "
    "citationsContent, searchResult, toolAddition, toolRemoval"
)
_BLOCK = "tagged union structure messages[{message}].content[{part}]"
_CLIENT = "ParamValidationError"
_INFERENCE = {
    "temperature": "temperature",
    "top_p": "topP",
    "max_tokens": "maxTokens",
    "stop": "stopSequences",
    "stop_sequences": "stopSequences",
}
"""Settings of other APIs → their names in `inferenceConfig`."""
_WITHIN = ("", "inferenceConfig.")
"""Where requests have them."""
_SAMPLING = frozenset({"inferenceConfig.temperature", "inferenceConfig.topP"})


_OWN = {
    "system": "system",
    "messages": "messages",
    "temperature": "inferenceConfig.temperature",
    "top_p": "inferenceConfig.topP",
    "max_tokens": "inferenceConfig.maxTokens",
    "stop_sequences": "inferenceConfig.stopSequences",
    "tools": "toolConfig.tools",
    "tool_choice": "toolConfig.toolChoice",
}
"""Claude's settings → those of the service from which it fills them in itself."""


class ClaudeSettings(Settings, total=False):
    """`reasoning_config` is the service's older name for `thinking`."""

    reasoning_config: dict[str, Any]


class NovaSettings(TypedDict, total=False):
    """docs.aws.amazon.com/nova: complete request schema, 2026-08."""

    inferenceConfig: dict[str, Any]
    reasoningConfig: dict[str, Any]
    toolConfig: dict[str, Any]


def claude_settings() -> RequestSchema:
    return RequestSchema(dict[str, Any], ClaudeSettings)


def nova_settings() -> RequestSchema:
    return RequestSchema(dict[str, Any], NovaSettings)


BEDROCK = RequestTerms(
    AWS_WORDS,
    unknown_fields=ERROR,
    model_fields=(
        ModelFields("additionalModelRequestFields", ("claude-",), claude_settings, ANTHROPIC_WORDS, _BY_MODEL, _OWN),
        ModelFields("additionalModelRequestFields", ("nova-",), nova_settings, MALFORMED_WORDS, _BY_MODEL),
    ),
    tools=ToolTerms(
        name_max=64,
        schema_is_any_json=True,
        root_combinators=COMBINATORS,
        property_pattern=ANTHROPIC_TOOLS.property_pattern,
        property_pattern_models=("claude-",),
        combinators_by_model=True,
        strict_keywords=STRICT_KEYWORDS,
        strict_least_items=1,
        strict_constants_untyped=True,
    ),
    settings=SettingTerms(
        stop_max=2500,
        ranges={
            "inferenceConfig.temperature": (0, 1),
            "inferenceConfig.topP": (0, 1),
            "inferenceConfig.maxTokens": (1, None),
        },
        refused_by_model=dict.fromkeys(("gpt-5", "gpt-6"), _SAMPLING),  # run-llama/llama_index#23211, 2026-09
        combinations=(
            Combination(
                "reasoning of nova",
                "additionalModelRequestFields.reasoningConfig",
                "The model does not think; only the second generation of Nova does.",
                {"additionalModelRequestFields.reasoningConfig": ()},
                unless={"additionalModelRequestFields.reasoningConfig.type": ("disabled",)},
                models=("nova-micro", "nova-lite", "nova-pro", "nova-premier"),
                is_idle=True,
            ),
        ),
        elsewhere={
            **{f"{at}{name}": f"inferenceConfig.{to}" for name, to in _INFERENCE.items() for at in _WITHIN},
            "thinking": "additionalModelRequestFields.thinking",
            "top_k": "additionalModelRequestFields.top_k",
        },
    ),
    rules=SCHEMA
    | THINKING_RULES
    | {
        "tool-schema-root-not-object": ERROR,
        "tool-schema-root-combinator": ERROR,
        "tool-schema-property-name": ERROR,
        "tool-schema-strict-keyword": ERROR,
        "tool-schema-strict-open": ERROR,
        "tool-schema-strict-untyped": ERROR,
        "tool-schema-keyword-unknown": ERROR,
        "tool-description-empty": ERROR,
        "cache-point-misplaced": ERROR,
        "cache-point-unsupported-by-model": ERROR,
        "model-field-refused": ERROR,
        "parameter-unsupported-by-model": ERROR,
        "settings-contradict": ERROR,
        "part-of-several-kinds": ERROR,
        "part-empty": ERROR,
        "tool-name-duplicate": WARNING,
        "tool-choice-unknown-tool": WARNING,
        "setting-out-of-range": ERROR,
        "stop-too-many": ERROR,
    },
    words=strict_words(_BY_MODEL, _TYPE)
    | thinking_words(_BY_MODEL, _TYPE)
    | {
        "parameter-unsupported-by-model": Words(
            "This model doesn't support the {field} field. Remove {field} and try again.", type=_TYPE, seen="2026-09"
        ),
        "tool-schema-root-not-object": Words(
            "The value at toolConfig.tools.{tool}.toolSpec.inputSchema.json.type must be one of the following: object.",
            type=_TYPE,
        ),
        "tool-schema-root-not-object:no object": Words(
            "The format of the value at toolConfig.tools.{tool}.toolSpec.inputSchema.json is invalid. Provide a json "
            "object for the field and try again.",
            type=_TYPE,
        ),
        "tool-schema-root-combinator": Words(
            _BY_MODEL + "tools.{tool}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf "
            "at the top level",
            type=_TYPE,
        ),
        "tool-schema-property-name": Words(
            _BY_MODEL + "tools.{tool}.custom.input_schema.properties: Property keys should match pattern '{pattern}'",
            type=_TYPE,
            seen="2026-08",
        ),
        "tool-schema-keyword-unknown": Words(
            _BY_MODEL + "Malformed input request: #/toolConfig/tools/{tool}/toolSpec/inputSchema/json: extraneous key "
            "[{keyword}] is not permitted, please reformat your input and try again.",
            type=_TYPE,
            seen="2025-05",
        ),
        "part-of-several-kinds": Words(
            f"Parameter validation failed:\nInvalid number of parameters set for {_BLOCK}. "
            f"Can only set one of the following keys: {_KINDS}.",
            type=_CLIENT,
        ),
        "part-empty": Words(
            f"Parameter validation failed:\nMust set one of the following keys for {_BLOCK}: {_KINDS}", type=_CLIENT
        ),
        "model-field-refused:repeated": Words(
            "The additional field {field} conflicts with an existing field.", type=_TYPE, seen="2026-07"
        ),
        "cache-point-unsupported-by-model": Words(
            "You invoked an unsupported model or your request did not allow prompt caching. See the documentation for "
            "more information.",
            type="AccessDeniedException",
            seen="2026-08",
        ),
        "settings-contradict:reasoning of nova": Words(
            _BY_MODEL + "Malformed input request: the provided reasoning config value is invalid, please reformat your "
            "input and try again.",
            type=_TYPE,
            seen="2026-09",
        ),
        "cache-point-unsupported-by-model:lifetime": Words(
            "Extended TTL prompt caching is only supported for Anthropic models", type=_TYPE, seen="2026-06"
        ),
        "cache-point-misplaced": Words(
            "Cache point cannot be inserted after reasoning block. Please remove the invalid cache point and try "
            "again.",
            type=_TYPE,
            seen="2026-07",
        ),
        "cache-point-misplaced:document": Words(
            _BY_MODEL + "messages.{message}.content.{part}.type: Field required", type=_TYPE, seen="2026-03"
        ),
        "cache-point-misplaced:nothing": Words(
            "There is nothing available to cache. Please remove the invalid cache point and try again.",
            type=_TYPE,
            seen="2026-03",
        ),
        "cache-point-misplaced:tool": Words(
            _BY_MODEL + "Malformed input request: #/toolConfig/tools/{tool}: extraneous key [cachePoint] is not "
            "permitted, please reformat your input and try again.",
            type=_TYPE,
            seen="2026-08",
        ),
        "tool-name-duplicate": Words(_BY_MODEL + "tools: Tool names must be unique.", type=_TYPE),
    },
)
