"""The requirements of each target for requests, by the target's name."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.requests import servers
from workbench.targets.requests.anthropic import ANTHROPIC, BEDROCK_ANTHROPIC, VERTEX_ANTHROPIC
from workbench.targets.requests.bedrock import BEDROCK
from workbench.targets.requests.closed_schemas import CEREBRAS, FIREWORKS, GROQ
from workbench.targets.requests.cohere import COHERE
from workbench.targets.requests.contract import RequestTerms
from workbench.targets.requests.deepseek import DEEPSEEK
from workbench.targets.requests.gateways import (
    CLOUDFLARE,
    DATABRICKS,
    GEMINI_OPENAI,
    OPENROUTER,
    PERPLEXITY,
    TOGETHER,
)
from workbench.targets.requests.google import GEMINI, VERTEX_GEMINI
from workbench.targets.requests.minimax import MINIMAX
from workbench.targets.requests.mistral import MISTRAL
from workbench.targets.requests.moonshot import MOONSHOT
from workbench.targets.requests.openai import AZURE_OPENAI, CODEX, COMPATIBLE, COPILOT, OPENAI, RESPONSES
from workbench.targets.requests.qwen import QWEN
from workbench.targets.requests.volcengine import VOLCENGINE
from workbench.targets.requests.xai import XAI, XAI_RESPONSES
from workbench.targets.requests.zhipu import ZHIPU

REQUESTS: dict[str, RequestTerms] = {
    "openai": OPENAI,
    "azure-openai": AZURE_OPENAI,
    "openai-responses": RESPONSES,
    "codex": CODEX,
    "anthropic": ANTHROPIC,
    "vertex-anthropic": VERTEX_ANTHROPIC,
    "bedrock-anthropic": BEDROCK_ANTHROPIC,
    "deepseek-anthropic": replace(
        ANTHROPIC,
        preview_fields={},
        preview_tools={},
        lenient_places=ANTHROPIC.lenient_places | {"thinking", "thinking.budget_tokens"},
        settings=replace(ANTHROPIC.settings, thinks_by_model=True),
    ),
    "gemini": GEMINI,
    "vertex-gemini": VERTEX_GEMINI,
    "google-adk-gemini": GEMINI,
    "bedrock": BEDROCK,
    "mistral": MISTRAL,
    "deepseek": DEEPSEEK,
    "deepseek-responses": servers.COMPATIBLE_RESPONSES,
    "moonshot": MOONSHOT,
    "qwen": QWEN,
    "minimax": MINIMAX,
    "volcengine": VOLCENGINE,
    "zhipu": ZHIPU,
    "xai": XAI,
    "xai-responses": XAI_RESPONSES,
    "groq": GROQ,
    "cerebras": CEREBRAS,
    "fireworks": FIREWORKS,
    "together": TOGETHER,
    "openrouter": OPENROUTER,
    "perplexity": PERPLEXITY,
    "nearai": COMPATIBLE,
    "cohere": COHERE,
    "ollama": servers.OLLAMA,
    "vllm": servers.VLLM,
    "vllm-responses": servers.VLLM_RESPONSES,
    "sglang": servers.SGLANG,
    "llama-cpp": servers.LLAMA_CPP,
    "lm-studio": servers.LM_STUDIO,
    "openai-compatible": COMPATIBLE,
    "llama-cpp-responses": servers.LLAMA_CPP_RESPONSES,
    "ollama-responses": servers.OLLAMA_RESPONSES,
    "lm-studio-responses": servers.LM_STUDIO_RESPONSES,
    "openrouter-responses": servers.OPENROUTER_RESPONSES,
    "compatible-responses": servers.COMPATIBLE_RESPONSES,
    "nvidia": servers.NVIDIA,
    "databricks": DATABRICKS,
    "cloudflare": CLOUDFLARE,
    "github-copilot": COPILOT,
    "gemini-openai": GEMINI_OPENAI,
}
