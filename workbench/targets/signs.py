"""The likely sender of an error message: names, URLs and phrases that only one provider uses."""

from __future__ import annotations

import re

_SIGNS = tuple(
    (re.compile(pattern, re.IGNORECASE), target)
    for pattern, target in (
        (r"openrouter", "openrouter"),
        (r"\bgroq\b|for 'role:|must be satisfied\[", "groq"),
        (r"cerebras|wrong_api_format|messages\.\d+\.(?:assistant|user|system|tool)\.", "cerebras"),
        (r"azure|ResponsibleAIPolicyViolation|innererror", "azure-openai"),
        (r"deepseek|untagged enum|unknown variant", "deepseek"),
        (r"\bx\.ai\b|\bxai\b|grok|Client specified an invalid argument", "xai"),
        (r"moonshot|kimi|thinking is enabled but", "moonshot"),
        (r"minimax|\(2013\)|base_resp", "minimax"),
        (r"together\.(?:xyz|ai)|\btogether\b|type_", "together"),
        (r"fireworks|Extra inputs are not permitted, field:", "fireworks"),
        (r"perplexity|invalid_message", "perplexity"),
        (r"cohere|all elements in history", "cohere"),
        (r"zhipu|bigmodel|\bz\.ai\b|参数|'12[0-6]\d'", "zhipu"),
        (r"dashscope|InternalError\.Algo|aliyun", "qwen"),
        (r"mistral|extra_forbidden|RoleEnum", "mistral"),
        (r"bedrock|ValidationException|ContentBlock object|toolResult blocks|toolConfig", "bedrock"),
        (r"vertex|aiplatform|Unable to submit request because", "vertex-gemini"),
        (r"INVALID_ARGUMENT|GenerateContentRequest|generativelanguage|gemini|google", "gemini"),
        (r"ollama|Go struct field|11434", "ollama"),
        (r"lm ?studio|invalid_union_discriminator|in payload\b", "lm-studio"),
        (r"llama\.cpp|exceed_context_size_error|jinja|json\.exception\.|JSON schema conversion failed", "llama-cpp"),
        (r"sglang|'loc': \('body'.*ChatCompletionMessage\w+Param", "sglang"),
        (r"\bvllm\b|BadRequestError', 'param|--enable-auto-tool-choice|'loc': \('body'", "vllm"),
        (r"nvidia|\bNIM\b|Unsupported parameter\(s\):", "nvidia"),
        (r"databricks|BAD_REQUEST:", "databricks"),
        (r"githubcopilot|model_max_prompt_tokens_exceeded|unsupported_api_for_model", "github-copilot"),
        (r"volces|volcengine|doubao|\bark\b|specified in the request (?:is|are) not valid", "volcengine"),
        (r"backend-api/codex|must be set to (?:false|true)$", "codex"),
        (r"anthropic|claude|tool_use|messages\.\d+\.content\.\d+", "anthropic"),
        (r"\ba2a\b", "a2a-sdk@1"),
        (r"langgraph|AIMessages with tool_calls", "langgraph"),
        (r"\binput\[\d+\]|/v1/responses", "openai-responses"),
        (r"api\.openai\.com|invalid_request_error', 'param|OpenAIException", "openai"),
    )
)


def targets_with_signs(text: str) -> list[str]:
    """The targets whose signs occur in the text, the most specific first."""
    return [target for pattern, target in _SIGNS if pattern.search(text)]


GENERAL = ("openai", "openai-compatible")
"""The likely senders of a message that many servers have copied."""
