"""What Cohere's compatible API requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import COHERE_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests import cohere_schema
from workbench.targets.requests.contract import SettingTerms
from workbench.targets.requests.openai import COMPATIBLE, SCHEMA
from workbench.targets.severities import ERROR, WARNING

COHERE = replace(
    COMPATIBLE,
    family=COHERE_WORDS,
    schema=cohere_schema.request_schema,
    unknown_fields=ERROR,
    other_endpoint_settings=cohere_schema.COMPATIBLE_ONLY,
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
