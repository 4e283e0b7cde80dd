"""What each target holds a request to beside its messages, by the target's name."""

from __future__ import annotations

from workbench.targets.families import (
    ANTHROPIC_WORDS,
    AWS_WORDS,
    CEREBRAS_WORDS,
    FIREWORKS_WORDS,
    GO_WORDS,
    GROQ_WORDS,
    MISTRAL_WORDS,
    OPENAI_WORDS,
    PROTOBUF_WORDS,
    SERDE_WORDS,
)
from workbench.targets.requests import cerebras_schema, groq_schema, mistral_schema
from workbench.targets.requests.contract import RequestTerms

ERROR, WARNING = "error", "warning"
_SCHEMA = dict.fromkeys(("field-missing", "field-wrong-type", "value-unsupported", "field-unknown"), ERROR)
_LENIENT = dict.fromkeys(_SCHEMA, WARNING)

_OPENAI = RequestTerms(
    OPENAI_WORDS,
    rules=_SCHEMA,
    unknown_fields=WARNING,
    takes=frozenset({"messages[].reasoning_content"}),  # no refusal of it was ever seen
)
_RESPONSES = RequestTerms(OPENAI_WORDS, rules=_SCHEMA, unknown_fields=WARNING)
_COMPATIBLE = RequestTerms(OPENAI_WORDS, rules=_LENIENT, null_is_absent=True)
_ANTHROPIC = RequestTerms(ANTHROPIC_WORDS, rules=_SCHEMA, unknown_fields=WARNING)
_GEMINI = RequestTerms(PROTOBUF_WORDS, rules=_SCHEMA, unknown_fields=ERROR)
_BEDROCK = RequestTerms(AWS_WORDS, rules=_SCHEMA, unknown_fields=ERROR)

REQUESTS: dict[str, RequestTerms] = {
    "openai": _OPENAI,
    "azure-openai": _OPENAI,
    "openai-responses": _RESPONSES,
    "anthropic": _ANTHROPIC,
    "vertex-anthropic": _ANTHROPIC,
    "deepseek-anthropic": _ANTHROPIC,
    "gemini": _GEMINI,
    "vertex-gemini": _GEMINI,
    "bedrock": _BEDROCK,
    "mistral": RequestTerms(MISTRAL_WORDS, schema=mistral_schema.request_schema, rules=_SCHEMA, unknown_fields=ERROR),
    "deepseek": RequestTerms(SERDE_WORDS, rules=_SCHEMA, null_is_absent=True),
    "deepseek-responses": RequestTerms(OPENAI_WORDS, rules=_LENIENT),
    "xai": RequestTerms(SERDE_WORDS, rules=_SCHEMA, null_is_absent=True),
    "xai-responses": RequestTerms(SERDE_WORDS, rules=_LENIENT),
    "groq": RequestTerms(GROQ_WORDS, schema=groq_schema.request_schema, rules=_SCHEMA, unknown_fields=ERROR),
    "cerebras": RequestTerms(
        CEREBRAS_WORDS, schema=cerebras_schema.request_schema, rules=_SCHEMA, unknown_fields=ERROR
    ),
    "fireworks": RequestTerms(FIREWORKS_WORDS, rules=_SCHEMA, unknown_fields=WARNING),
    "ollama": RequestTerms(GO_WORDS, rules=_LENIENT, null_is_absent=True),
    **dict.fromkeys(
        (
            "openai-compatible",
            "qwen",
            "moonshot",
            "minimax",
            "zhipu",
            "together",
            "openrouter",
            "perplexity",
            "cohere",
            "vllm",
            "llama-cpp",
        ),
        _COMPATIBLE,
    ),
}
