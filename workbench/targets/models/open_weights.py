"""The models of Amazon, of Meta, and others that servers with chat templates run."""

from __future__ import annotations

from workbench.targets.models.contract import Model
from workbench.targets.models.shared_facts import GROQ, NO_PROMPT, PRICES, QUOTED, RECORDED, RESULT_IMAGES, TEMPLATES

_OLLAMA = ("ollama.com/library: models without the tag tools; ollama/ollama#6027, #8517", "2026-08")
_BEDROCK = ("docs.aws.amazon.com: supported models and features; langchain-ai/langchain-aws#447", "2026-08")
_UNCACHED = ("docs.aws.amazon.com: prompt caching; refusals quoted in public source files", "2026-08")
_FORCED = ("strands-agents/harness-sdk#1241, #1981; recorded answers", "2026-04")
_FORCED_BY_NAME = ("docs.aws.amazon.com: ToolChoice; as in langchain-aws", "2026-09")
_WITHOUT_STOPS = (
    "langchain-ai/langchain-aws#664, crewAIInc/crewAI#3317, maximhq/bifrost#4684",
    "2026-08",
)
_NOVA_CACHES = ("NousResearch/hermes-agent#97281, danny-avila/LibreChat#13838, maximhq/bifrost#4527", "2026-08")
_NOVA_SCHEMAS = ("lastmile-ai/mcp-agent#126, zed-industries/zed#31815, BerriAI/litellm#10062", "2026-11")
_RETURNED = ("langchain-ai/langchain-aws#401, zed-industries/zed#32341, 567-labs/instructor#2682", "2026-09")
_NOVA_THOUGHTS = ("can1357/oh-my-pi#9086", "2026-08")
_MIXED_CALLS = ("langchain-ai/langchain-aws#1118: scheduled tests", "2026-06")
_UNINSTRUCTED = ("titan-", "mistral-7b-instruct-v0", "mixtral-8x7b-instruct-v0", "j2", "command-text")

MODELS: tuple[Model, ...] = (
    Model("r1-v1", *_BEDROCK, uses_tools=False, sees=False),
    Model("r1-v1", *_RETURNED, accepts_thoughts_back=False, signs_thoughts=False),
    Model("gpt-oss", *_RETURNED, signs_thoughts=False),
    Model("nova-2", *_NOVA_THOUGHTS, accepts_thoughts_back=False, signs_thoughts=False),
    Model("llama3", *_MIXED_CALLS, mixes_calls=False),
    Model("nova-", *_NOVA_CACHES, caches_tools=False, caches_longer=False),
    Model("nova-", *_NOVA_SCHEMAS, root_refuses=frozenset({"$defs", "definitions", "$schema", "$id"})),
    *(Model(name, *RESULT_IMAGES, images_in_results=True) for name in ("nova-", "llama4")),
    *(Model(name, *RESULT_IMAGES, images_in_results=False) for name in ("gpt-", "pixtral")),
    *(Model(name, *_FORCED, platform_forces_tools=False) for name in ("llama3", "llama4")),
    *(
        Model(name, *_UNCACHED, platform_caches=False)
        for name in (
            *("llama3", "llama4", "kimi-k2", "gpt-oss", "qwen3", "nemotron", "titan-", "jamba", "pixtral"),
            *("r1-v1", "v3-", "glm-", "gemma-", "minimax-", "mistral-", "mixtral-", "command-r"),
        )
    ),
    *(
        Model(name, *_WITHOUT_STOPS, platform_stops=False)
        for name in ("gpt-", "qwen3", "v3-", "glm-", "kimi-", "minimax-", "gemma-3")
    ),
    *(Model(f"mistral-large-{release}", *_FORCED_BY_NAME, platform_names_tools=False) for release in ("2402", "2407")),
    *(Model(name, *_BEDROCK, platform_instructs=False) for name in _UNINSTRUCTED),
    Model("nova-", *RECORDED, merges_turns=True, watches=True, sees=True, prefills=True),
    Model("nova-2", *RECORDED, files_in_results=False),
    Model("nova-micro", *PRICES, window=128_000, sees=False),
    Model("nova-lite", *PRICES, window=300_000),
    Model("nova-pro", *PRICES, window=300_000),
    Model("nova-premier", *PRICES, window=1_000_000),
    Model("nova-2-lite", *PRICES, window=1_000_000),
    Model("titan-", *RECORDED, merges_turns=True, refused_roles=NO_PROMPT, sees=False, uses_tools=False),
    *(
        Model(name, *PRICES, sees=False)
        for name in ("llama3-1", "llama3-3", "llama3-8b", "llama3-70b", "llama3-2-1b", "llama3-2-3b", "jamba")
    ),
    *(
        Model(name, *PRICES, sees=False, uses_tools=False)
        for name in (
            "llama3-8b",
            "llama3-70b",
            "mistral-7b-instruct-v0",
            "mixtral-8x7b-instruct-v0",
            "j2",
            "command-text",
        )
    ),
    Model("llama-2", *TEMPLATES, template="alternating"),
    Model("llama2", *TEMPLATES, template="alternating"),
    Model("llama-3", *TEMPLATES, template="llama-3", merges_turns=False),
    Model("llama3", *TEMPLATES, template="llama-3", merges_turns=False, mixes_results=False),
    Model("llama4", *QUOTED, mixes_results=False),
    Model("llama-3.1-8b-instant", *PRICES, window=131_072, output=131_072, sees=False),
    Model("llama-3.3-70b", *PRICES, window=131_072, output=32_768, sees=False),
    Model("llama-4", *GROQ, images=5, sees=True),
    Model("meta-llama-3", *TEMPLATES, template="llama-3"),
    Model("mistral-7b", *TEMPLATES, template="alternating", refused_roles=NO_PROMPT),
    Model("mistral-7b", *QUOTED, sees=False, merges_turns=False),
    Model("mixtral", *TEMPLATES, template="alternating", sees=False),
    Model("mistral-nemo", *TEMPLATES, template="alternating", sees=False),
    Model("ministral", *TEMPLATES, template="alternating"),
    *(
        Model(name, *TEMPLATES, template="alternating but for tools")
        for name in ("devstral-small-2", "devstral-2", "devstral-2512")
    ),
    Model("mistral-small-3", *TEMPLATES, template="alternating but for tools"),
    Model("gemma-2", *TEMPLATES, template="gemma", sees=False),
    Model("gemma2", *TEMPLATES, template="gemma", sees=False),
    *(
        Model(name, *_OLLAMA, uses_tools=False)
        for name in (
            *("gemma2", "gemma3", "phi3", "phi4", "llama2", "deepseek-r1", "llama3.2-vision", "llava", "bakllava"),
            *("codellama", "tinyllama", "moondream", "minicpm-v", "dolphin-mistral", "dolphin-mixtral"),
        )
    ),
    Model("phi-3", *TEMPLATES, template="phi", sees=False),
    Model("phi3", *TEMPLATES, template="phi", sees=False),
)
