"""What Moonshot requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import MOONSHOT_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE
from workbench.targets.severities import ERROR

_CODE = "invalid_request_error"

_FLAVORED = "Invalid request: {schema_field} is not a valid moonshot flavored json schema, details: "

MOONSHOT = replace(
    COMPATIBLE,
    family=MOONSHOT_WORDS,
    tools=replace(
        COMPATIBLE.tools,
        only_object_schemas=True,
        root_combinators=frozenset(),
        answers=(("response_format", "json_schema", "schema"),),
    ),
    settings=SettingTerms(
        stop_max=5,
        ranges={"temperature": (0, 1)},
        thinks_by_model=True,
        efforts=dict.fromkeys(("kimi-k3", "kimi-for-coding"), ("low", "high", "max")),
        exclusive=(("thinking", "reasoning_effort"),),
        exclusive_unless=("kimi-k3",),  # measured: it ignores `thinking`
        combinations=(
            Combination(
                "logprobs",
                "logprobs",
                "This model does not return probabilities.",
                when={"logprobs": (True,)},
                models=("kimi-k3",),
                instead={"logprobs": False},
            ),
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        "thinking-forced-tool": ERROR,
        "settings-exclusive": ERROR,
        "settings-contradict": ERROR,
        "logprobs-conflict": ERROR,
        "stop-too-many": ERROR,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-type-placement": ERROR,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-required-undefined": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "thinking-forced-tool": Words("tool_choice '{word}' is incompatible with thinking enabled"),
        "settings-contradict:logprobs": Words(
            "invalid logprobs: only false is allowed for this model", None, _CODE, seen="2026-08"
        ),
        "logprobs-conflict": Words(
            "Invalid request: logprobs must be set to true if top_logprobs is used", None, _CODE, seen="2026-08"
        ),
        "settings-exclusive": Words("cannot specify both '{one}' and '{other}'", seen="2026-05"),
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
        "tool-schema-type-placement:beside choice": Words(
            _FLAVORED + "<At path '{holder}': keyword '{keyword}' is not allowed at the same level as anyOf>",
            None,
            _CODE,
            seen="2025-09",
        ),
        "tool-schema-type-placement:missing": Words(
            _FLAVORED + "<At path '{holder}': type is not defined>", None, _CODE
        ),
        "tool-schema-type-placement:reference": Words(
            _FLAVORED + "<At path '{holder}': conflicting keywords found after $ref expansion: {keyword}>", None, _CODE
        ),
    },
)
