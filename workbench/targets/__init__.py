"""All targets, and which one a name means for a conversation in a given format."""

from __future__ import annotations

from dataclasses import replace

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.names import unknown
from workbench.targets.a2a import A2A_SDK_1, ADK, ADK_SESSION
from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.bedrock import BEDROCK, BEDROCK_ANTHROPIC
from workbench.targets.closed_schemas import CEREBRAS, FIREWORKS, GROQ
from workbench.targets.compatible import OPENAI_COMPATIBLE
from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Target, Words
from workbench.targets.deepseek import DEEPSEEK, DEEPSEEK_ANTHROPIC, DEEPSEEK_RESPONSES
from workbench.targets.endpoints import provider_of_endpoint, provider_of_model, provider_of_version
from workbench.targets.gateways import CLOUDFLARE, DATABRICKS, GEMINI_OPENAI, GITHUB_COPILOT, NVIDIA
from workbench.targets.gemini import GEMINI
from workbench.targets.hosted import COHERE, NEAR_AI, OPENROUTER, PERPLEXITY, TOGETHER, XAI, XAI_RESPONSES
from workbench.targets.langgraph import LANGGRAPH
from workbench.targets.minimax import MINIMAX
from workbench.targets.mistral import MISTRAL
from workbench.targets.model_makers import GATEWAYS, gateway_to, maker_of
from workbench.targets.moonshot import MOONSHOT
from workbench.targets.openai import AZURE_OPENAI, OPENAI
from workbench.targets.openai_responses import CODEX, RESPONSES
from workbench.targets.qwen import QWEN
from workbench.targets.requests import REQUESTS
from workbench.targets.requests.contract import RequestTerms
from workbench.targets.responses_servers import (
    COMPATIBLE_RESPONSES,
    LLAMA_CPP_RESPONSES,
    LM_STUDIO_RESPONSES,
    OLLAMA_RESPONSES,
    OPENROUTER_RESPONSES,
)
from workbench.targets.signs import targets_with_signs
from workbench.targets.template_servers import LLAMA_CPP, LM_STUDIO, OLLAMA, SGLANG, VLLM, VLLM_RESPONSES
from workbench.targets.vercel import AI_4, AI_5, AI_5_UI, AI_6, AI_6_UI, AI_7, AI_7_UI
from workbench.targets.vertex import VERTEX_ANTHROPIC, VERTEX_GEMINI
from workbench.targets.volcengine import VOLCENGINE
from workbench.targets.zhipu import ZHIPU


def _with_request_terms(target: Target) -> Target:
    """The target with its requirements for requests. Its own rules and error messages take precedence."""
    terms = REQUESTS.get(target.name, RequestTerms())
    return replace(target, request=terms, rules={**terms.rules, **target.rules}, words={**terms.words, **target.words})


TARGETS: dict[str, Target] = {
    target.name: _with_request_terms(target)
    for target in (
        OPENAI,
        AZURE_OPENAI,
        RESPONSES,
        CODEX,
        ANTHROPIC,
        VERTEX_ANTHROPIC,
        GEMINI,
        VERTEX_GEMINI,
        BEDROCK,
        BEDROCK_ANTHROPIC,
        MISTRAL,
        DEEPSEEK,
        DEEPSEEK_RESPONSES,
        DEEPSEEK_ANTHROPIC,
        MOONSHOT,
        MINIMAX,
        QWEN,
        ZHIPU,
        VOLCENGINE,
        XAI,
        XAI_RESPONSES,
        GROQ,
        CEREBRAS,
        FIREWORKS,
        TOGETHER,
        OPENROUTER,
        PERPLEXITY,
        NEAR_AI,
        NVIDIA,
        GITHUB_COPILOT,
        DATABRICKS,
        CLOUDFLARE,
        GEMINI_OPENAI,
        COHERE,
        OLLAMA,
        VLLM,
        VLLM_RESPONSES,
        SGLANG,
        LLAMA_CPP,
        LM_STUDIO,
        OPENAI_COMPATIBLE,
        LLAMA_CPP_RESPONSES,
        OLLAMA_RESPONSES,
        LM_STUDIO_RESPONSES,
        OPENROUTER_RESPONSES,
        COMPATIBLE_RESPONSES,
        AI_4,
        AI_5,
        AI_6,
        AI_7,
        AI_5_UI,
        AI_6_UI,
        AI_7_UI,
        A2A_SDK_1,
        ADK,
        ADK_SESSION,
        LANGGRAPH,
    )
}

DEFAULT_TARGET = OPENAI.name
"""The target if none is known: the provider whose API the others copy."""

_SAME_PROVIDER = {
    ("openai", "openai-responses"): "openai-responses",
    ("azure-openai", "openai-responses"): "openai-responses",
    ("deepseek", "openai-responses"): "deepseek-responses",
    ("deepseek", "anthropic"): "deepseek-anthropic",
    ("xai", "openai-responses"): "xai-responses",
    ("github-copilot", "openai-responses"): "openai-responses",
    ("nvidia", "openai-responses"): "vllm-responses",
    ("vllm", "openai-responses"): "vllm-responses",
    ("llama-cpp", "openai-responses"): "llama-cpp-responses",
    ("ollama", "openai-responses"): "ollama-responses",
    ("lm-studio", "openai-responses"): "lm-studio-responses",
    ("openrouter", "openai-responses"): "openrouter-responses",
    ("openai-compatible", "openai-responses"): "compatible-responses",
    ("vertex", "anthropic"): "vertex-anthropic",
    ("bedrock", "anthropic"): "bedrock-anthropic",
    ("google-adk", "gemini"): "google-adk-gemini",
}
"""(Name, format) → the target for the same provider's API in that format."""

_COMPATIBLE = (
    *("huggingface", "hf", "github-models", "deepinfra", "sambanova", "litellm", "siliconflow"),
    *("baseten", "novita", "nebius", "hyperbolic", "chutes", "vercel-gateway", "stepfun", "hunyuan"),
    *("modelscope", "xiaomi", "opencode-zen", "venice", "tgi", "localai", "mlx", "portkey", "poe", "snowflake"),
)
"""Hosts of Chat Completions without any known refusal of their own."""
_ALIASES = dict.fromkeys(_COMPATIBLE, "openai-compatible") | {
    "ark": "volcengine",
    "byteplus": "volcengine",
    "chatgpt": "codex",
    "copilot": "github-copilot",
    "nim": "nvidia",
    "nvidia-nim": "nvidia",
    "openai-codex": "codex",
    "adk": "google-adk",
    "alibaba": "qwen",
    "aws-bedrock": "bedrock",
    "azure": "azure-openai",
    "bedrock-converse": "bedrock",
    "claude": "anthropic",
    "cloudflare-workers-ai": "cloudflare",
    "workers-ai": "cloudflare",
    "dashscope": "qwen",
    "doubao": "volcengine",
    "glm": "zhipu",
    "google": "gemini",
    "grok": "xai",
    "kimi": "moonshot",
    "lmstudio": "lm-studio",
    "llama.cpp": "llama-cpp",
    "llamacpp": "llama-cpp",
    "mistralai": "mistral",
    "near-ai": "nearai",
    "togetherai": "together",
    "vertex": "vertex-gemini",
    "x.ai": "xai",
    "z.ai": "zhipu",
}
"""Other names for targets."""


def target_for(name: str, format_name: str) -> Target:
    """The target a user means by `name` for a conversation in this format."""
    name = _SAME_PROVIDER.get((name, format_name), name)
    name = _ALIASES.get(name, name)
    name = _SAME_PROVIDER.get((name, format_name), name)
    if name not in TARGETS:
        raise unknown("target", name, TARGETS)
    return TARGETS[name]


def target_for_model(target: Target, model: str | None) -> Target:
    """The target for requests to this model: a gateway also refuses what the maker of the model refuses."""
    if target.name not in GATEWAYS or (maker := maker_of(model)) is None:
        return target
    key = (target.name, id(maker))
    if key not in _gateways:
        _gateways[key] = gateway_to(target, maker)
    return _gateways[key]


_gateways: dict[tuple[str, int], Target] = {}
"""One target for each gateway and maker, because caches identify a target by its identity."""


_OLLAMA_SETTINGS = frozenset({"keep_alive", "options"})
"""Settings that only Ollama's own chat endpoint has."""


def default_target(conversation: Conversation) -> str:
    """The target of a conversation if the user names none: the one chosen before, else the host it was sent to, else
    the platform whose version or settings it names, else the provider of its model, else the sender of the refusal that
    was recorded with it, else its format's own provider.

    An A2A history in an older dialect goes to a model (spec 002), because the SDK of version 1 refuses it.
    """
    form = FORMATS[conversation.format]
    settings = conversation.settings
    if conversation.judged_for in TARGETS:
        return conversation.judged_for
    if (provider := provider_of_endpoint(conversation.endpoint)) is not None:
        return target_for(provider, conversation.format).name
    if settings and (hosted := provider_of_version(settings.get("anthropic_version"))) is not None:
        return _target_for_format(hosted, conversation.format) or form.own_target
    if conversation.format == "a2a" and conversation.dialect != "1.0":
        return DEFAULT_TARGET
    if form.traits.is_framework:
        provider = provider_of_model(conversation.model or _recorded_model(conversation))
        return target_for(provider, conversation.format).name if provider else form.own_target
    if not _OLLAMA_SETTINGS.isdisjoint(settings):
        return _target_for_format("ollama", conversation.format) or form.own_target
    if (provider := provider_of_model(conversation.model)) is not None:
        return _target_for_format(provider, conversation.format) or form.own_target
    return (conversation.may_hold_refusal and _sender_of_refusal(conversation)) or form.own_target


def _sender_of_refusal(conversation: Conversation) -> str | None:
    """The target that writes refusals such as the recorded one and accepts this format. Prose that only mentions a
    provider is no refusal."""
    text = conversation.refusal or conversation.around
    senders = targets_with_signs(text) if "error" in text.lower() else ()
    return next((name for name in senders if conversation.format in TARGETS[name].formats), None)


def _recorded_model(conversation: Conversation) -> str | None:
    """The model that answered, according to the file around the messages."""
    return conversation.origin.facts.model if conversation.origin else None


def _target_for_format(provider: str, format_name: str) -> str | None:
    """The provider's target for this format. If the provider has no such API, its models are used through a gateway,
    which is a compatible server."""
    target = target_for(provider, format_name)
    if format_name in target.formats:
        return target.name
    return OPENAI_COMPATIBLE.name if format_name in OPENAI_COMPATIBLE.formats else None


def formats_of_target(name: str) -> tuple[str, ...]:
    """The formats that a target accepts unconverted, to break a tie between formats that match equally."""
    target = TARGETS.get(_ALIASES.get(name, name))
    return target.formats if target else ()


__all__ = [
    "DEFAULT_TARGET",
    "ERROR",
    "INFO",
    "TARGETS",
    "WARNING",
    "Limits",
    "Target",
    "Words",
    "default_target",
    "formats_of_target",
    "target_for",
    "target_for_model",
]
