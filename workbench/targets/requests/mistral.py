"""What Mistral requires of a request."""

from __future__ import annotations

from workbench.targets.families import MISTRAL_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests import mistral_schema
from workbench.targets.requests.contract import RequestTerms, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE_TOOLS, SCHEMA
from workbench.targets.severities import ERROR, WARNING

_NOT_MAGISTRAL = ("mistral-", "ministral-", "codestral-", "devstral-", "labs-devstral", "pixtral-", "open-mi")
"""Models that cannot be asked to reason by a mode of the prompt (earendil-works/pi#3096, dimetron/pi-go#245)."""

_PROMPT_MODE = frozenset({"prompt_mode"})

MISTRAL = RequestTerms(
    MISTRAL_WORDS,
    schema=mistral_schema.request_schema,
    unknown_fields=ERROR,
    refuses_null=True,
    tools=COMPATIBLE_TOOLS,
    settings=SettingTerms(
        ranges={"temperature": (0, 1.5), "top_p": (0, 1)},
        elsewhere={"max_completion_tokens": "max_tokens", "seed": "random_seed", "stop_sequences": "stop"},
        refused_by_model={
            **dict.fromkeys(_NOT_MAGISTRAL, _PROMPT_MODE),
            **dict.fromkeys(("ministral-3b", "mistral-small"), _PROMPT_MODE | {"logprobs", "top_logprobs"}),
        },
    ),
    rules=SCHEMA | {"tool-schema-root-not-object": WARNING, "setting-out-of-range": ERROR},
    words={
        "parameter-unsupported-by-model": Words(
            "Reasoning prompt mode is not enabled for this model",
            type="invalid_request_invalid_args",
            code="3051",
            seen="2026-08",
        )
    },
)
