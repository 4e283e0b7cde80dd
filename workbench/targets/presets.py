"""Presets for common endpoints: everything but the key and the model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    name: str
    title: str
    base_url: str
    key_variable: str
    target: str = "openai-compatible"
    needs_key: bool = True
    model: str = ""
    """A default model; the endpoint lists the others."""
    stream_usage: bool = True


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("openai", "OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY", "openai", model="gpt-4.1-mini"),
        Preset("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        Preset("ollama", "Ollama", "http://127.0.0.1:11434/v1", "OLLAMA_API_KEY", needs_key=False),
        Preset("lm-studio", "LM Studio", "http://127.0.0.1:1234/v1", "LM_STUDIO_API_KEY", needs_key=False),
        Preset("vllm", "vLLM", "http://127.0.0.1:8000/v1", "VLLM_API_KEY", needs_key=False),
        Preset("llama.cpp", "llama.cpp", "http://127.0.0.1:8080/v1", "LLAMA_API_KEY", needs_key=False),
        Preset("anthropic", "Anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", "anthropic"),
        Preset(
            "gemini",
            "Gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "GEMINI_API_KEY",
            "gemini",
        ),
        Preset("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral", stream_usage=False),
        Preset("deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepseek"),
        Preset("moonshot", "Moonshot (Kimi)", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY", "moonshot"),
        Preset("minimax", "MiniMax", "https://api.minimax.io/v1", "MINIMAX_API_KEY", "minimax"),
        Preset("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        Preset("together", "Together", "https://api.together.xyz/v1", "TOGETHER_API_KEY"),
        Preset("custom", "Another endpoint", "", "OPENAI_API_KEY", needs_key=False),
    )
}
