"""What a customer calls the receiver of a chat. Titles name APIs, versions and calls, which only an engineer knows.

A program that reads the messages before it sends them is part of the application that the customer uses.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.targets import TARGETS

_SOFTWARE = "the application's software"
_SERVICE = "the service"
_NAMES: Mapping[str, str] = {
    "openai-responses": "OpenAI",
    "codex": "ChatGPT",
    "bedrock-anthropic": "Claude on Bedrock",
    "deepseek-responses": "DeepSeek",
    "deepseek-anthropic": "DeepSeek",
    "gemini-openai": "Gemini",
    "moonshot": "Moonshot",
    "qwen": "Qwen",
    "zhipu": "Zhipu",
    "xai-responses": "xAI",
    "vllm-responses": "vLLM",
    "llama-cpp-responses": "llama.cpp",
    "ollama-responses": "Ollama",
    "lm-studio-responses": "LM Studio",
    "openrouter-responses": "OpenRouter",
    "openai-compatible": _SERVICE,
    "compatible-responses": _SERVICE,
    "google-adk": _SOFTWARE,
    "google-adk-gemini": _SOFTWARE,
}


def customer_name(target: str) -> str:
    """Return the name for the middle of a sentence."""
    if target in _NAMES:
        return _NAMES[target]
    return _SOFTWARE if TARGETS[target].throws is not None else TARGETS[target].title
