"""Which target a URL or a model's name belongs to.

The host of a gateway only shows the API; the name of the model shows which provider answers.
"""

from __future__ import annotations

import re

_HOSTS = tuple(
    (re.compile(pattern, re.IGNORECASE), provider)
    for pattern, provider in (
        (r"//chatgpt\.com/backend-api/codex", "codex"),
        (r"//api\.openai\.com/", "openai"),
        (r"//[^/]+\.(openai|services\.ai|cognitiveservices)\.azure\.com/", "azure-openai"),
        (r"//api\.anthropic\.com/", "anthropic"),
        (r"//generativelanguage\.googleapis\.com/.*/openai/", "gemini-openai"),
        (r"//generativelanguage\.googleapis\.com/", "gemini"),
        (r"//[^/]*aiplatform\.googleapis\.com/.*publishers/anthropic/", "vertex-anthropic"),
        (r"//[^/]*aiplatform\.googleapis\.com/.*/openapi/", "openai-compatible"),
        (r"//[^/]*aiplatform\.googleapis\.com/", "vertex-gemini"),
        (r"//bedrock-runtime\.[^/]+/openai/", "openai-compatible"),
        (r"//bedrock-mantle\.[^/]+/", "openai-compatible"),
        (r"//bedrock-runtime\.[^/]+/model/[^/]+/invoke", "bedrock-anthropic"),
        (r"//bedrock-runtime\.[^/]+/", "bedrock"),
        (r"//(api|codestral)\.mistral\.ai/", "mistral"),
        (r"//api\.deepseek\.com/", "deepseek"),
        (r"//api\.(moonshot\.(ai|cn)|kimi\.com)/", "moonshot"),
        (r"//api\.minimaxi?\.(io|com|chat)/", "minimax"),
        (r"//dashscope(-intl)?\.aliyuncs\.com/", "qwen"),
        (r"//(open\.bigmodel\.cn|api\.z\.ai)/", "zhipu"),
        (r"//api\.groq\.com/", "groq"),
        (r"//api\.cerebras\.ai/", "cerebras"),
        (r"//api\.x\.ai/", "xai"),
        (r"//openrouter\.ai/", "openrouter"),
        (r"//api\.together\.(xyz|ai)/", "together"),
        (r"//api\.fireworks\.ai/", "fireworks"),
        (r"//api\.perplexity\.ai/", "perplexity"),
        (r"//[^/]*\.near\.ai/", "nearai"),
        (r"//api\.cohere\.(com|ai)/", "cohere"),
        (r"//(ollama\.com|[^/]+:11434)/", "ollama"),
        (r"//(localhost|127\.0\.0\.1|0\.0\.0\.0):8000/", "vllm"),
        (r"//[^/]+:1234/", "lm-studio"),
        (r"//(localhost|127\.0\.0\.1|0\.0\.0\.0):30000/", "sglang"),
        (r"//(localhost|127\.0\.0\.1|0\.0\.0\.0):8080/", "llama-cpp"),
        (
            r"//(ai-gateway\.vercel\.sh|router\.huggingface\.co|models\.github\.ai|models\.inference\.ai\.azure\.com)/",
            "openai-compatible",
        ),
        (r"//api\.cloudflare\.com/.*/ai/|//gateway\.ai\.cloudflare\.com/.*/workers-ai/", "cloudflare"),
        (r"//[^/]*api\.nvidia\.com/", "nvidia"),
        (r"//[^/]*githubcopilot\.com/", "github-copilot"),
        (r"//[^/]*(databricks\.com|azuredatabricks\.net)/serving-endpoints", "databricks"),
        (r"//[^/]*(deepinfra\.com|sambanova\.ai|baseten\.co)/", "openai-compatible"),
        (r"//[^/]*(bytepluses|volces)\.com/", "volcengine"),
        (r"//[^/]*(siliconflow\.(cn|com)|modelscope\.cn|novita\.ai|xiaomimimo\.com)/", "openai-compatible"),
        (r"//(localhost|127\.0\.0\.1|0\.0\.0\.0):\d+/.*/?chat/completions", "openai-compatible"),
    )
)
_PATHS = tuple(
    (re.compile(pattern), format_name)
    for pattern, format_name in (
        (r"/chat/completions\b", "openai-chat"),
        (r"/responses\b", "openai-responses"),
        (r"/v1/messages\b|/anthropic/|publishers/anthropic/|:rawPredict|:streamRawPredict", "anthropic"),
        (r":(stream)?[gG]enerateContent\b|:countTokens\b", "gemini"),
        (r"/model/[^/]+/converse", "bedrock-converse"),
        (r"/api/chat\b|/v2/chat\b", "openai-chat"),
    )
)
_WITHOUT_FORMAT = re.compile(
    r"/v\d\w*/interactions\b|/embeddings\b|/moderations\b|/rerank\b|/audio/|/images/|/api/(embed|generate)\b"
    r"|/cachedContents\b"
)
"""Paths of APIs whose requests are not conversations, though they have an `input` or a `prompt`."""
_ADDRESS = re.compile(r"https?://[^\s\"'<>`\\]{1,500}")
_MODELS = tuple(
    (re.compile(pattern, re.IGNORECASE), provider)
    for pattern, provider in (
        (r"azure/", "azure-openai"),
        (r"bedrock/", "bedrock"),
        (r"vertex_ai/claude", "vertex-anthropic"),
        (r"vertex_ai/", "vertex-gemini"),
        (r"gemini/", "gemini"),
        (r"groq/", "groq"),
        (r"ollama(_chat)?/", "ollama"),
        (r"openrouter/", "openrouter"),
        (r"xai/", "xai"),
        (r"together_ai/", "together"),
        (r"fireworks_ai/|accounts/fireworks/", "fireworks"),
        (r"cerebras/", "cerebras"),
        (r"perplexity/", "perplexity"),
        (r"mistral/", "mistral"),
        (r"deepseek/", "deepseek"),
        (r"@(cf|hf)/", "cloudflare"),
        (r"[\w.-]+/", "openai-compatible"),
        (r"((us|eu|apac|jp|au|global|us-gov)\.)?(anthropic|amazon|meta|cohere|ai21|mistral)\.", "bedrock"),
        (r"gpt-oss", "openai-compatible"),
        (r"gpt-|o[134]\b|chatgpt-|computer-use|codex-", "openai"),
        (r"claude-", "anthropic"),
        (r"gemini-|gemma-|models/", "gemini"),
        (r"mistral-|ministral-|magistral-|codestral-|pixtral-|devstral-|open-mi[sx]tral|voxtral-", "mistral"),
        (r"deepseek-", "deepseek"),
        (r"kimi-|moonshot-", "moonshot"),
        (r"glm-", "zhipu"),
        (r"qwen[-\d]|qwq|qwen-", "qwen"),
        (r"minimax-|abab", "minimax"),
        (r"grok-", "xai"),
        (r"sonar", "perplexity"),
        (r"command-|c4ai-", "cohere"),
    )
)


def provider_of_endpoint(url: str) -> str | None:
    """The target that a URL belongs to; None if the URL is empty or unknown."""
    if not url:
        return None
    with_slash = url if "/" in url.partition("//")[2] else f"{url}/"
    return next((provider for pattern, provider in _HOSTS if pattern.search(with_slash)), None)


def provider_of_model(name: str | None) -> str | None:
    """The target that a model's name belongs to."""
    return next((provider for pattern, provider in _MODELS if pattern.match(name)), None) if name else None


def provider_of_version(version: object) -> str | None:
    """The target that a request's `anthropic_version` names; only platforms that host a model require it."""
    platform = version.partition("-")[0] if isinstance(version, str) else ""
    return f"{platform}-anthropic" if platform in ("vertex", "bedrock") else None


def format_of_endpoint(url: str) -> str | None:
    """The format that the path of a URL implies, such as `/chat/completions`."""
    return next((format_name for pattern, format_name in _PATHS if pattern.search(url)), None) if url else None


def address_in(text: str) -> str:
    """The address of an API in a text such as a log; "" if there is none, or if there are several providers."""
    addresses = [url for url in _ADDRESS.findall(text) if provider_of_endpoint(url) and format_of_endpoint(url)]
    return addresses[0] if len({provider_of_endpoint(url) for url in addresses}) == 1 else ""


def has_no_format(url: str) -> bool:
    """Whether a URL belongs to an API that is in none of the formats, so that its requests are not judged."""
    return bool(_WITHOUT_FORMAT.search(url.partition("?")[0]))
