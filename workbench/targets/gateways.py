"""NVIDIA NIM, GitHub Copilot and Databricks: gateways to other vendors' models, with refusals of their own."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_WORDS
from workbench.targets.contract import ERROR, Words
from workbench.targets.template_servers import VLLM

NVIDIA = replace(VLLM, name="nvidia", title="NVIDIA NIM", hosts=("nvidia.com",))
"""vLLM behind a gateway that refuses parameters that the model's page does not list."""

_NO_JSON = Words("Invalid JSON format in tool call arguments", None, "invalid_tool_call_format", None)

GITHUB_COPILOT = replace(
    OPENAI_COMPATIBLE,
    name="github-copilot",
    title="GitHub Copilot",
    hosts=("githubcopilot.com",),
    rules={**OPENAI_COMPATIBLE.rules, "model-unsupported-by-api": ERROR, "max-tokens-wrong-name": ERROR},
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

DATABRICKS = replace(
    OPENAI_COMPATIBLE,
    name="databricks",
    title="Databricks",
    hosts=("databricks.com", "azuredatabricks.net"),
)
