"""The models of DeepSeek, Moonshot, Zhipu, Qwen, MiniMax, xAI, Mistral, Cohere and Perplexity."""

from __future__ import annotations

from workbench.targets.models.contract import ALWAYS, BY_DEFAULT, NEVER, WHEN_ASKED, Model
from workbench.targets.models.shared_facts import GROQ, LOW_TO_HIGH, PRICES, QUOTED, TEMPLATES

_MIMO = ("platform.xiaomimimo.com/docs: passing-back-reasoning_content; announced, not always enforced", "2026-05")
_PROBED = ("requests to the live API, quoted in a public gateway's checks", "2026-09")
_DEEPSEEK = ("api-docs.deepseek.com/guides/thinking_mode", "2026-08")
_KIMI = ("platform.moonshot.ai; bytedance/deer-flow#3043", "2026-08")
_KIMI_CODE = ("MoonshotAI/kimi-code#686; shandianshuo/shandianshuo-releases#13", "2026-08")
_GROK = ("docs.x.ai: reasoning; charmbracelet/crush#386; router-for-me/CLIProxyAPI#3968", "2026-08")
_NO_TOOLS = ("pipecat-ai/pipecat#4862, ProfSynapse/nexus#116", "2026-06")
_MODALITIES = ("models.dev: input modalities", "2026-07")
_WITHOUT_VISION = (
    *(
        "glm-4.5",
        "glm-4.6",
        "glm-4.7",
        "glm-5",
        "minimax-m2",
        "kimi-k2",
        "mimo-v2-flash",
        "mimo-v2-pro",
        "mimo-v2.5-pro",
    ),
    *("qwen-max", "qwen-plus", "qwen-turbo", "qwen-flash", "qwen2.5", "qwen3", "qwen3-max", "qwen3-coder", "qwq"),
    *("qwen3.6-max", "qwen3.7-max"),
)
_WITH_VISION = (
    *("minimax-m3", "kimi-k2.5", "kimi-k2.6", "kimi-k2.7", "mimo-v2-omni", "mimo-v2.5", "qwen2.5-vl", "qwen2.5-omni"),
    *("qwen3-vl", "qwen3-omni", "qwen3.5", "qwen3.6", "qwen3.7", "qwen3.8"),
)
_GROK_WITHOUT_REASONING = tuple(
    f"grok-{version}-non-reasoning" for version in ("4-fast", "4-1-fast", "4.20", "4.20-0309")
)

MODELS: tuple[Model, ...] = (
    Model("deepseek-", *_DEEPSEEK, sees=False, needs_thoughts=True, template="any order"),
    Model("deepseek-chat", *_DEEPSEEK, window=131_072, thinks=WHEN_ASKED),
    Model("deepseek-chat", "Gitlawb/openclaude#35, router-for-me/CLIProxyAPI#599; more since", "2026-04", output=8_192),
    Model("deepseek-reasoner", *_DEEPSEEK, window=131_072, thinks=BY_DEFAULT),
    Model("deepseek-v4", *_DEEPSEEK, window=1_000_000, output=393_216, thinks=BY_DEFAULT),
    Model("deepseek-flash", *_DEEPSEEK, thinks=BY_DEFAULT),
    Model("deepseek-v4-flash-vision", *_PROBED, sees=True, needs_thoughts=False),
    Model("kimi-", *_KIMI, needs_thoughts=True),
    Model("kimi-for-coding", "esengine/DeepSeek-Reasonix#6447", "2026-07", window=262_144),
    Model("kimi-for-coding", *_KIMI_CODE, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2", *PRICES, window=262_144),
    Model("kimi-k2-0711", *_KIMI, thinks=NEVER),
    Model("kimi-k2-0905", *_KIMI, thinks=NEVER),
    Model("kimi-k2-turbo", *_KIMI, thinks=NEVER),
    Model("kimi-k2-thinking", *_KIMI, thinks=BY_DEFAULT),
    Model("kimi-k2.5", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2.6", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2.7-code", *_KIMI, thinks=ALWAYS, sampling="fixed"),
    Model("kimi-k3", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("moonshot-v1", *_KIMI, thinks=NEVER),
    Model("glm-4.6", *PRICES, window=200_000, output=128_000),
    Model("glm-4.7", *PRICES, window=200_000, output=128_000),
    Model("glm-5", *PRICES, window=200_000, output=128_000),
    Model("glm-", *TEMPLATES, template="glm"),
    *(Model(name, *_MODALITIES, sees=False) for name in _WITHOUT_VISION),
    *(Model(name, *_MODALITIES, sees=True) for name in _WITH_VISION),
    *(Model(name, *_MODALITIES, thinks=BY_DEFAULT) for name in ("qwen3.5", "qwen3.6", "qwen3.7", "qwen3.8")),
    Model("glm-5.3-flash", "vybestack/llxprt-code#3693", "2026-09", sees=True),
    Model("qwen-max", *PRICES, window=30_720),
    Model("qwen-plus", *PRICES, window=1_000_000),
    Model("qwen3-max", *PRICES, window=258_048),
    *(
        Model(name, *PRICES, window=983_616)
        for name in ("qwen3.5-plus", "qwen3.5-flash", "qwen3.6-plus", "qwen3.6-flash", "qwen3.7-plus")
    ),
    Model("qwen3", *TEMPLATES, template="qwen3"),
    Model("qwen3.5", *TEMPLATES, template="qwen3.5"),
    Model("qwen3.6", *TEMPLATES, template="qwen3.5"),
    Model("qwen3.7", *TEMPLATES, template="qwen3.5"),
    Model("qwen3.8", *QUOTED, template="qwen3.5"),
    Model("qwen3.6-27b", *GROQ, images=3),
    Model("mimo-", *_MIMO, thinks=BY_DEFAULT, needs_thoughts=True),
    Model("mimo-", "esengine/DeepSeek-Reasonix#2921: measured", "2026-06", efforts=LOW_TO_HIGH),
    Model("minimax-m2", *PRICES, window=200_000, template="minimax"),
    Model("minimax-m3", *QUOTED, template="minimax", budgets_thinking=False, adapts_thinking=True),
    Model("grok-3", *PRICES, window=131_072),
    Model("grok-3-mini", *QUOTED, thinks=ALWAYS, stops=False, penalises=False),
    Model("grok-4", *PRICES, window=256_000, thinks=ALWAYS, stops=False, penalises=False),
    Model("grok-3-mini", *QUOTED, efforts=("low", "high")),
    *(
        Model(name, *_GROK, efforts=())
        for name in ("grok-4-0709", "grok-4-fast", "grok-4-1", "grok-4.20", "grok-composer")
    ),
    Model("grok-4.3", *_GROK, efforts=("none", "low", "medium", "high", "xhigh")),
    Model("grok-4.5", *_GROK, efforts=("low", "medium", "high", "xhigh")),
    Model("grok-4.6", *_GROK, ("efforts",)),
    Model("grok-4.20-multi-agent", *_GROK, ("efforts",), chats=False),
    *(Model(name, *_GROK, chats=False, responds=False) for name in ("grok-imagine", "grok-2-image")),
    Model("grok-build", *_GROK, thinks=ALWAYS, efforts=()),
    Model("grok-code-fast", *_GROK, thinks=ALWAYS, stops=False, penalises=False),
    *(Model(name, *_GROK, ("thinks", "stops", "penalises"), thinks=NEVER) for name in _GROK_WITHOUT_REASONING),
    *(Model(f"grok-{version}-non-reasoning", *_GROK, penalises=False) for version in ("4.20", "4.20-0309")),
    Model("grok-4-fast", *PRICES, window=2_000_000),
    Model("grok-4.1-fast", *PRICES, window=2_000_000),
    Model("mistral-large", *PRICES, window=262_144, mixes_results=False),
    Model("mistral-large-2402", "langchain-ai/langchain-aws#1118: scheduled tests", "2026-06", mixes_calls=False),
    Model("mistral-medium", *PRICES, window=262_144),
    Model("mistral-small", *PRICES, window=131_072),
    Model("codestral", *PRICES, window=262_144, sees=False),
    Model("magistral", *PRICES, window=131_072, thinks=ALWAYS),
    *(
        Model(name, *PRICES, sees=False)
        for name in (
            *("open-mistral", "open-mixtral", "open-codestral", "mistral-tiny", "mistral-saba", "devstral-small-2505"),
            *("devstral-small-2507", "devstral-medium-2507", "mistral-large-2402", "mistral-large-2407"),
            *("mistral-large-2411", "mistral-small-2402", "mistral-small-2409", "mistral-small-2501"),
            *("ministral-3b-2410", "ministral-8b-2410", "magistral-small-2506", "magistral-medium-2506"),
        )
    ),
    Model("sonar", *PRICES, window=128_000),
    Model("sonar", *_NO_TOOLS, uses_tools=False),
    Model("llama-guard", "Kilo-Org/kilocode#9006", "2026-11", uses_tools=False),
    Model("sonar-pro", *PRICES, window=200_000),
    Model("command-a", *PRICES, window=256_000),
    Model("command-r", *PRICES, window=128_000, sees=False),
)
