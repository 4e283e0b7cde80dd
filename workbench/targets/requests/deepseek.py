"""What DeepSeek requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import SERDE_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE_TOOLS, OPENAI, SCHEMA
from workbench.targets.severities import ERROR, WARNING

_CODE = "invalid_request_error"

DEEPSEEK = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=replace(COMPATIBLE_TOOLS, types=frozenset({"function"})),
    settings=SettingTerms(
        stop_max=16,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "max_tokens": (1, 393_216), "top_logprobs": (0, 20)},
        above_least=frozenset({"top_p"}),
        values={"reasoning_effort": ("none", "minimal", "low", "medium", "high", "xhigh", "max")},
        answers_by_schema=False,
        thinks_by_model=True,
    ),
    rules=SCHEMA
    | {
        "tools-empty": ERROR,
        "tool-name-too-long": ERROR,
        "tool-type-unsupported": ERROR,
        "tool-name-duplicate": WARNING,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-choice-without-tools": ERROR,
        "json-word-missing": ERROR,
        "response-format-unavailable": ERROR,
        "thinking-forced-tool": ERROR,
        "setting-out-of-range": ERROR,
        "setting-value-unsupported": ERROR,
        "stop-too-many": ERROR,
        "logprobs-conflict": ERROR,
    },
    words={
        "tools-empty": replace(
            Words(
                "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
            ),
            param="tools",
            code=_CODE,
        ),
        "tool-name-too-long": Words(
            "Invalid 'tools[{tool}].function.name': string too long. Expected a string with maximum length {limit}, "
            "but got a string with length {length} instead.",
            None,
            _CODE,
            seen="2025-09",
        ),
        "tool-schema-root-not-object": Words(
            "Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: null'.",
            None,
            _CODE,
        ),
        "tool-schema-root-not-object:other": Words(
            "Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: \"{type}\"'.",
            None,
            _CODE,
            seen="2026-04",
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
        "setting-out-of-range": Words(
            "Invalid {field} value, the valid range of {field} is [{least}, {most}]", None, _CODE
        ),
        "setting-out-of-range:open": Words(
            "Invalid {field} value, the valid range of {field} is ({least}, {most}.0]", None, _CODE, seen="2026-09"
        ),
        "stop-too-many": Words("Stop string array too long: {length}", None, _CODE, seen="2026-09"),
        "logprobs-conflict": Words(
            "Invalid top_logprobs and logprobs value, logprobs must be set to true if top_logprobs is used.",
            None,
            _CODE,
            seen="2026-09",
        ),
    },
)
