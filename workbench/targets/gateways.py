"""NVIDIA NIM, GitHub Copilot and Databricks: gateways to other vendors' models, with refusals of their own."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Words
from workbench.targets.template_servers import VLLM

NVIDIA = replace(
    VLLM,
    name="nvidia",
    title="NVIDIA NIM",
    hosts=("nvidia.com",),
    rules={**VLLM.rules, "image-unsupported-by-model": WARNING, "role-alternation-template": WARNING}
    | {"sampling-fixed": ERROR, "parameter-unsupported-by-model": ERROR},
    limits=replace(
        VLLM.limits,
        doubtful_lists=frozenset({"system", "assistant", "tool"}),
        sampling_defaults={"top_p": 0.95},
        sampling_measured={"kimi-k3": frozenset({"top_p"})},
    ),
    words={
        **VLLM.words,
        **dict.fromkeys(
            ("sampling-fixed", "sampling-fixed:top_p"),
            Words(
                "Validation: {key} is immutable for this model and must be {default}, got {value}",
                type="Bad Request",
                seen="2026-08",
            ),
        ),
        "parameter-unsupported-by-model": Words(
            "body -> {key}\n  Extra inputs are not permitted (type=extra_forbidden)", type=None, seen="2026-04"
        ),
        "content-type-mismatch:doubtful": Words(
            "Message content as a list is only supported for user messages.", seen="2026-02"
        ),
    },
)
"""vLLM behind a gateway that refuses parameters that the model's page does not list."""

_NO_JSON = Words("Invalid JSON format in tool call arguments", None, "invalid_tool_call_format", None)

GITHUB_COPILOT = replace(
    OPENAI_COMPATIBLE,
    name="github-copilot",
    title="GitHub Copilot",
    hosts=("githubcopilot.com",),
    rules={**OPENAI_COMPATIBLE.rules, "model-unsupported-by-api": ERROR, "max-tokens-wrong-name": ERROR}
    | {"effort-unsupported": ERROR, "effort-with-tools": ERROR, "tool-calls-too-many": WARNING},
    limits=STRICT_LIMITS,
    words=STRICT_WORDS
    | {
        **dict.fromkeys(("tool-args-invalid-json", "tool-args-concatenated"), _NO_JSON),
        "model-unsupported-by-api": Words(
            'model "{model}" is not accessible via the /chat/completions endpoint',
            None,
            "unsupported_api_for_model",
            None,
        ),
        "context-length-exceeded": Words(
            "prompt token count of {tokens} exceeds the limit of {window}",
            None,
            "model_max_prompt_tokens_exceeded",
            None,
        ),
        "content-empty": OPENAI_COMPATIBLE.words["content-empty"],
    },
)
"""It passes on the error messages of OpenAI, Anthropic and Google, with its own code."""


def _mismatch(got: str) -> Words:
    return Words(
        "AiError: Bad input: Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type "
        f"mismatch of '/messages/{{message}}/content', '{got}' not in 'string'",
        None,
        "5006",
        None,
        seen="2026-09",
    )


CLOUDFLARE = replace(
    OPENAI_COMPATIBLE,
    name="cloudflare",
    title="Cloudflare Workers AI",
    hosts=("api.cloudflare.com",),
    rules={**OPENAI_COMPATIBLE.rules, "content-null": WARNING, "content-type-mismatch": WARNING},
    limits=replace(
        OPENAI_COMPATIBLE.limits,
        doubtful_lists=frozenset({"system", "user", "assistant", "tool"}),
        calls_doubt_null=True,
    ),
    words={
        **OPENAI_COMPATIBLE.words,
        "content-type-mismatch:doubtful": _mismatch("array"),
        "content-type-mismatch": _mismatch("{kind}"),
        "content-null": _mismatch("null"),
    },
)
"""Its older models have a schema of their own, in which content is a text and nothing else."""

DATABRICKS = replace(
    OPENAI_COMPATIBLE,
    name="databricks",
    title="Databricks",
    hosts=("databricks.com", "azuredatabricks.net"),
    rules={**OPENAI_COMPATIBLE.rules, "sampling-deprecated": ERROR, "reasoning-echo-refused": WARNING}
    | {"tool-calls-too-many": ERROR},
    limits=replace(
        OPENAI_COMPATIBLE.limits, doubtful_lists=frozenset(), calls_in_message=None, single_call_models=("gpt-oss",)
    ),
    reasoning=replace(OPENAI_COMPATIBLE.reasoning, refused_fields=frozenset({"reasoning_details"})),
    words={
        **OPENAI_COMPATIBLE.words,
        "sampling-deprecated": Words(
            "BAD_REQUEST: Model {model} does not support the {key} parameter.",
            None,
            "BAD_REQUEST",
            None,
            seen="2026-09",
        ),
        "tool-calls-too-many": Words(
            "Multiple tool calls are not supported.", None, "BAD_REQUEST", None, seen="2026-06"
        ),
        "role-consecutive": Words(
            "Bad request: Chat message input roles must alternate (user -> assistant -> u -> a -> ...) with an "
            "optional system at the start. Tool messages are optional and must follow a preceding assistant message "
            "containing tool calls.",
            None,
            "BAD_REQUEST",
            None,
            seen="2025-01",
        ),
        "reasoning-echo-refused": Words(
            "BAD_REQUEST: messages.{message}.{key}: Extra inputs are not permitted",
            None,
            "BAD_REQUEST",
            None,
            seen="2025-09",
        ),
    },
)

GEMINI_OPENAI = replace(
    OPENAI_COMPATIBLE,
    name="gemini-openai",
    title="Gemini (OpenAI API)",
    rules={**OPENAI_COMPATIBLE.rules, "penalty-unsupported": ERROR, "reasoning-details-missing": ERROR},
    words={
        **OPENAI_COMPATIBLE.words,
        "penalty-unsupported": Words(
            "Penalty is not enabled for this model", None, "400", "INVALID_ARGUMENT", seen="2026-09"
        ),
    },
)
"""Google's copy of OpenAI's API. It refuses parameters that it does not have."""
