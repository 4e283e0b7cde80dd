"""The requirements of each target for requests, by the target's name."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.requests import compatible, servers
from workbench.targets.requests.anthropic import ANTHROPIC, BEDROCK_ANTHROPIC, VERTEX_ANTHROPIC
from workbench.targets.requests.bedrock import BEDROCK
from workbench.targets.requests.contract import RequestTerms
from workbench.targets.requests.google import GEMINI, VERTEX_GEMINI
from workbench.targets.requests.openai import AZURE_OPENAI, CODEX, COMPATIBLE, COPILOT, OPENAI, RESPONSES

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
        lenient_places=ANTHROPIC.lenient_places | {"thinking", "thinking.budget_tokens"},
        settings=replace(ANTHROPIC.settings, thinks_by_model=True),
    ),
    "gemini": GEMINI,
    "vertex-gemini": VERTEX_GEMINI,
    "google-adk-gemini": GEMINI,
    "bedrock": BEDROCK,
    "mistral": compatible.MISTRAL,
    "deepseek": compatible.DEEPSEEK,
    "deepseek-responses": servers.COMPATIBLE_RESPONSES,
    "moonshot": compatible.MOONSHOT,
    "qwen": compatible.QWEN,
    "minimax": compatible.MINIMAX,
    "volcengine": compatible.VOLCENGINE,
    "zhipu": compatible.ZHIPU,
    "xai": compatible.XAI,
    "xai-responses": compatible.XAI_RESPONSES,
    "groq": compatible.GROQ,
    "cerebras": compatible.CEREBRAS,
    "fireworks": compatible.FIREWORKS,
    "together": compatible.TOGETHER,
    "openrouter": compatible.OPENROUTER,
    "perplexity": compatible.PERPLEXITY,
    "nearai": COMPATIBLE,
    "cohere": compatible.COHERE,
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
    "openrouter-responses": servers.COMPATIBLE_RESPONSES,
    "compatible-responses": servers.COMPATIBLE_RESPONSES,
    "nvidia": servers.NVIDIA,
    "databricks": compatible.DATABRICKS,
    "cloudflare": compatible.CLOUDFLARE,
    "github-copilot": COPILOT,
}
