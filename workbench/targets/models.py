"""The table of models: known facts by the prefix of a model's name. Rules contain no names of models.

A name is looked up without its gateway, region and vendor (`openrouter/anthropic/…`, `us.anthropic.…`). All rows with
a matching prefix count, and longer prefixes override shorter ones. A fact in no row is unknown: a rule that needs it
warns, and states what the answer depends on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

ALWAYS, BY_DEFAULT, WHEN_ASKED, NEVER = "always", "by default", "when asked", "never"
"""When a model thinks."""


@dataclass(frozen=True, slots=True)
class Model:
    """One row, or all matching rows merged. None: unknown."""

    prefix: str = ""
    source: str = ""
    seen: str = ""
    forgets: tuple[str, ...] = ()
    """Facts of shorter prefixes that are unknown for this one."""
    window: int | None = None
    """The maximum number of tokens in a request."""
    output: int | None = None
    """The maximum number of tokens in an answer."""
    thinks: str | None = None
    sees: bool | None = None
    """Whether it accepts images."""
    images: int | None = None
    """The maximum number of images in a request."""
    watches: bool | None = None
    """Whether it accepts video, and files in a bucket."""
    files_in_results: bool | None = None
    """Whether the result of a tool may contain documents and video."""
    images_in_results: bool | None = None
    """Whether the result of a tool may contain images, on a platform that hosts models of many vendors."""
    fetches: bool | None = None
    """Whether it accepts URLs of files."""
    accepts_call_ids: bool | None = None
    """Whether calls and results may have ids, on a platform where some servers refuse them."""
    hears: bool | None = None
    """Whether it accepts audio."""
    needs_audio: bool | None = None
    """Whether the request must contain audio, or ask for it."""
    prefills: bool | None = None
    """Whether it continues an answer that the history begins."""
    prefills_with_tools: bool | None = None
    follows_model_turn: bool | None = None
    """Whether a request may end with the model's own turn, if that is not a prefill."""
    mixes_results: bool | None = None
    """Whether a turn may contain both tool results and text."""
    merges_turns: bool | None = None
    """Whether adjacent messages of one role are merged into one turn."""
    begins: bool | None = None
    """Whether its own message may be the first."""
    accepts_system_messages: bool | None = None
    """Whether the messages may contain a system prompt, although its API has a separate field."""
    refused_roles: frozenset[str] | None = None
    needs_thoughts: bool | None = None
    """Whether it requires its reasoning back next to a call, as text."""
    signs_calls: bool | None = None
    """Whether it requires the signature of its reasoning back on a call."""
    template: str | None = None
    """The family of its chat template, if a server renders one."""
    efforts: tuple[str, ...] | None = None
    """Values of the reasoning effort; empty: the parameter is refused."""
    effort_default: str | None = None
    """The reasoning effort if a request sets none."""
    sampling: str | None = None
    """`free`; `fixed`, only the default; `thinking`, only the default while it thinks; `doubtful`, perhaps only the
    default; `refused`, none; `one`, temperature or top_p but not both."""
    stops: bool | None = None
    """Whether it accepts stop sequences."""
    refuses: frozenset[str] | None = None
    """Parameters that it refuses, whatever their value."""
    refuses_thinking: frozenset[str] | None = None
    """Parameters that it refuses while it thinks."""
    tools_while_thinking: bool | None = None
    """Whether Chat Completions accepts tools while the model thinks."""
    counts_completion: bool | None = None
    """Whether it requires `max_completion_tokens` instead of `max_tokens`."""
    budgets_thinking: bool | None = None
    """Whether thinking may have a budget; otherwise it is adaptive."""
    adapts_thinking: bool | None = None
    """Whether thinking may be adaptive; otherwise it has a budget."""
    thinking_stops: bool | None = None
    """Whether thinking may be switched off."""
    effort_without_thinking: tuple[str, ...] | None = None
    """The efforts that are accepted while thinking is off, if those are fewer."""
    signs_thoughts: bool | None = None
    """Whether it accepts its reasoning back only with a signature."""
    accepts_thoughts_back: bool | None = None
    """Whether its own reasoning may be sent back to it, on a platform that hosts models of many vendors."""
    caches_text_only: bool | None = None
    """Whether a cache point is refused after reasoning, and after a document that is not a PDF."""
    caches_tools: bool | None = None
    """Whether a cache point may be among the tools."""
    mixes_tools: bool | None = None
    """Whether built-in tools and functions may be combined."""
    answers_json: bool | None = None
    """Whether it can answer in JSON."""
    refused_tools: tuple[str, ...] | None = None
    """Prefixes of the types of the provider's own tools that it does not have."""
    doubtful_tools: tuple[str, ...] | None = None
    """The same, but only because the documentation does not list them; no refusal is known."""
    old_search: bool | None = None
    """Whether it has the first generation of the search tool."""
    forces_tools: bool | None = None
    """Whether it may be forced to call a tool."""
    platform_caches: bool | None = None
    """Whether it caches prompts, on a platform that hosts models of many vendors."""
    platform_instructs: bool | None = None
    """Whether it has a system prompt, on such a platform."""
    platform_forces_tools: bool | None = None
    """Whether it may be forced to call a tool, on such a platform."""
    modalities: tuple[str, ...] | None = None
    """The modalities of its answers: `TEXT`, `IMAGE` or `AUDIO`."""
    thinking_budgets: tuple[int, int] | tuple[()] | None = None
    """The minimum and maximum thinking budget, without the values that switch thinking off or let the model decide;
    empty: the setting is refused."""
    thinking_ends: bool | None = None
    """Whether a budget of 0 switches thinking off."""
    thinking_levels: tuple[str, ...] | None = None
    """Thinking levels; empty: the setting is refused."""
    structured: bool | None = None
    """Whether an answer can follow a schema."""
    searches: bool | None = None
    """Whether it searches the web without a tool."""
    needs_search: bool | None = None
    """Whether it requires a search tool."""
    penalises: bool | None = None
    """Whether it accepts penalties for repeated words."""
    uses_tools: bool | None = None
    accepts_root_choice: bool | None = None
    """Whether the schema of a tool may have a choice at its root."""
    root_refuses: frozenset[str] | None = None
    """Keywords that the schema of a tool may not have at its root."""
    responds: bool | None = None
    """Whether it is available through the Responses API."""
    chats: bool | None = None
    """Whether it is available through Chat Completions."""
    first_party: bool | None = None
    """Whether its vendor owns the API that compatible servers copy, so that a gateway passes on all of that API."""
    verbosities: tuple[str, ...] | None = None
    """The accepted values of the verbosity."""
    reasoning_modes: tuple[str, ...] | None = None
    """Values of the reasoning mode; empty: the parameter is refused."""
    summaries: tuple[str, ...] | None = None
    """How detailed a summary of its reasoning may be asked to be; a refusal was seen once, so it may be newer now."""
    reasoning_contexts: tuple[str, ...] | None = None
    """Values of the reasoning context: how much of earlier turns the model considers."""
    json_with_tools: bool | None = None
    """Whether JSON answers and tools may be combined."""


_PRICES = ("litellm model_prices_and_context_window.json", "2026-08-08")
_RECORDED = ("refusals and answers recorded in public test suites", "2026-08")
_MIMO = ("platform.xiaomimimo.com/docs: passing-back-reasoning_content; announced, not always enforced", "2026-05")
_OLLAMA = ("ollama.com/library: models without the tag tools; ollama/ollama#6027, #8517", "2026-08")
_BEDROCK = ("docs.aws.amazon.com: supported models and features; langchain-ai/langchain-aws#447", "2026-08")
_QUOTED = ("refusals quoted in public source files", "2026-08")
_ANTHROPIC = ("platform.claude.com: vision, prefill, thinking; refusals quoted in public source files", "2026-08")
_RESULT_IMAGES = ("anomalyco/opencode#49443, can1357/oh-my-pi#11681; recorded answers", "2026-10")
_UNCACHED = ("docs.aws.amazon.com: prompt caching; refusals quoted in public source files", "2026-08")
_FORCED = ("strands-agents/harness-sdk#1241, #1981; recorded answers", "2026-04")
_ANSWER_MODALITIES = ("ai.google.dev: models; refusals quoted in public source files", "2026-09")
_SPEECH = ("danielmiessler/Fabric#1607, TheKentuckian/robot_comic#122", "2026-05")
_CACHES = ("anomalyco/opencode#36517, strands-agents/harness-sdk#1966, maximhq/bifrost#6942", "2026-09")
_NOVA_CACHES = ("NousResearch/hermes-agent#97281, danny-avila/LibreChat#13838", "2026-08")
_NOVA_SCHEMAS = ("lastmile-ai/mcp-agent#126, zed-industries/zed#31815, BerriAI/litellm#10062", "2026-11")
_TOOL_MIX = ("googleapis/go-genai#323, cloudwego/eino-ext#761; vercel/ai ed857f5", "2026-08")
_GEMMA = ("aduermael/herm#23; refusals quoted in public source files", "2026-09")
_CLAUDE = ("platform.claude.com: effort, adaptive thinking, tool choice; refusals quoted in source files", "2026-09")
_CLAUDE_TOOLS = (
    "platform.claude.com: tool reference, as in pydantic-ai's profiles; refusals in public threads",
    "2026-09",
)
_DEEPSEEK = ("api-docs.deepseek.com/guides/thinking_mode", "2026-08")
_KIMI = ("platform.moonshot.ai; bytedance/deer-flow#3043", "2026-08")
_KIMI_CODE = ("MoonshotAI/kimi-code#686; shandianshuo/shandianshuo-releases#13", "2026-08")
_SIGNATURES = ("ai.google.dev/gemini-api/docs/thought-signatures", "2026-08")
_TEMPLATES = ("llama.cpp models/templates b21e4de", "2026-08")
_GROQ = ("console.groq.com/docs/vision", "2026-08")
_LEVELS = ("ai.google.dev/gemini-api/docs/thinking, also as quoted in juspay/neurolink#1707", "2026-10")
_FUNCTION_FILES = ("google-gemini/gemini-cli#19436; recorded answers", "2026-08")
_VERTEX = ("envoyproxy/ai-gateway#2686, reproduced on Vertex AI", "2026-09")
_MIXED_RESULTS = ("agentgateway/agentgateway#2811, router-for-me/CLIProxyAPI#5607; recorded answers", "2026-09")
_MODEL_TURNS = ("LibreChat-AI/agents#323, pipecat-ai/pipecat#5821", "2026-09")
_NO_TOOLS = ("pipecat-ai/pipecat#4862, ProfSynapse/nexus#116", "2026-06")
_PENALTY = (
    "google-gemini/cookbook#1290, vercel/ai#8943, mnfst/modelparams.dev#16, Ikalus1988/MisakaNet#1473",
    "2026-09",
)
_RETURNED = ("langchain-ai/langchain-aws#401, zed-industries/zed#32341, 567-labs/instructor#2682", "2026-09")
_ADDRESSES = ("ai.google.dev/gemini-api/docs/file-input-methods; vercel/ai#16757", "2026-07")
_GEMINI_3_5 = ("docs.cloud.google.com: Gemini 3.5 Flash-Lite, breaking changes", "2026-08")
_GROK = ("docs.x.ai: reasoning; charmbracelet/crush#386; router-for-me/CLIProxyAPI#3968", "2026-08")
_OPENAI = ("platform.openai.com; openai-openapi f85dbe2", "2026-08")
_EFFORTS = ("models.dev: reasoning options; developers.openai.com: reasoning", "2026-07")
_SEARCH = ("vercel/ai#5609, raycast/extensions#18304, ChatGPTNextWeb/NextChat#6569", "2026-07")
_VERBOSITY = ("openai/codex#9035; refusals quoted in public source files", "2026-01")
_MODALITIES = ("models.dev: input modalities", "2026-07")
_TOOL_TURNS = ("openai/openai-openapi#541, pipecat-ai/pipecat#4043, screenpipe/screenpipe#5634", "2026-07")
_MEASURED = ("refusals measured on the API and quoted in public conformance tests", "2026-08-30")

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
_UNINSTRUCTED = ("titan-", "mistral-7b-instruct-v0", "mixtral-8x7b-instruct-v0", "j2", "command-text")
_ANY_ROLE: frozenset[str] = frozenset()
_NO_PROMPT = frozenset({"system", "developer"})
_LOW_TO_HIGH = ("low", "medium", "high")
_MINIMAL_TO_HIGH = ("minimal", *_LOW_TO_HIGH)
_LOW_TO_MAX = (*_LOW_TO_HIGH, "xhigh", "max")
_CLAUDE_4_NEWEST = ("claude-opus-4-7", "claude-opus-4-8")
_CLAUDE_5 = ("claude-opus-5", "claude-sonnet-5", "claude-haiku-5", "claude-fable-5", "claude-mythos")
_CLAUDE_UNFORCED = ("claude-opus-5-5", "claude-fable-5-1", "claude-fable-5-2", "claude-mythos-5-1", "claude-mythos-5-2")
_TEXT_MODELS = (
    "gemini-1.5",
    "gemini-2.0-flash",
    "gemini-2.5-pro",
    "gemini-2.5-flash",
    "gemini-3-pro-preview",
    "gemini-3-flash-preview",
    "gemini-3.1-pro-preview",
)
_OTHER_OUTPUT_MODELS = (
    *("gemini-2.0-flash-exp", "gemini-2.0-flash-preview", "gemini-2.0-flash-live", "gemini-2.0-flash-lite-live"),
    *("gemini-2.5-pro-preview", "gemini-2.5-pro-tts", "gemini-2.5-flash-image", "gemini-2.5-flash-preview"),
    *("gemini-2.5-flash-tts", "gemini-2.5-flash-native", "gemini-2.5-flash-exp", "gemini-2.5-flash-live"),
    *("gemini-2.5-flash-lite-preview", "gemini-2.5-flash-lite-tts"),
)
"""Models for images, speech and live conversation, and previews, which may be such models."""
_SPEECH_MODELS = (
    *("gemini-2.5-pro-preview-tts", "gemini-2.5-pro-tts", "gemini-2.5-flash-preview-tts", "gemini-2.5-flash-tts"),
    *("gemini-2.5-flash-lite-preview-tts", "gemini-2.5-flash-lite-tts", "gemini-3.1-flash-tts"),
)
_FILTERING = ("web_search_20260209", "web_fetch_2026")
_CODE_2026 = ("code_execution_2026",)
_FIRST_EDITORS = ("text_editor_20241022", "text_editor_20250124", "text_editor_20250429")
_MEDIUM_TO_XHIGH = ("medium", "high", "xhigh")
_NONE_TO_HIGH = ("none", *_LOW_TO_HIGH)
_NONE_TO_XHIGH = (*_NONE_TO_HIGH, "xhigh")
_PROBABILITIES = frozenset({"logprobs", "top_logprobs"})
_PENALTIES = frozenset({"presence_penalty", "frequency_penalty"})
_SOUND = frozenset({"audio", "modalities"})
_ONLY_IN_RESPONSES = (
    *("gpt-5-codex", "gpt-5.1-codex", "gpt-5.2-codex", "gpt-5.3-codex", "codex-mini", "gpt-5-pro", "gpt-5.2-pro"),
    *("gpt-5.4-pro", "gpt-5.5-pro", "o1-pro", "o3-pro", "o3-deep-research", "o4-mini-deep-research", "computer-use"),
)

MODELS: tuple[Model, ...] = (
    # --- OpenAI
    *(Model(name, *_RECORDED, first_party=True) for name in ("gpt-", "o1", "o3", "o4-mini", "chatgpt-")),
    Model("gpt-3.5", *_PRICES, window=16_385, output=4_096, sees=False, thinks=NEVER, efforts=()),
    Model("gpt-3.5", *_RECORDED, structured=False),
    Model("gpt-4", *_PRICES, window=8_192, sampling="free", thinks=NEVER),
    Model("gpt-4", *_RECORDED, structured=False),
    Model("gpt-4-32k", *_PRICES, window=32_768),
    Model("gpt-4-turbo", *_PRICES, window=128_000, output=4_096, sees=True),
    Model("gpt-4-1106", *_PRICES, window=128_000, output=4_096),
    Model("gpt-4-0125", *_PRICES, window=128_000, output=4_096),
    Model("gpt-4-vision", *_PRICES, window=128_000, output=4_096, sees=True),
    Model("gpt-4o", *_PRICES, window=128_000, output=16_384, sees=True, efforts=(), sampling="free", thinks=NEVER),
    Model("gpt-4o", *_RECORDED, structured=True, searches=False),
    *(
        Model(name, *_SEARCH, searches=True, responds=False, refuses=_PENALTIES | {"temperature", "top_p"})
        for name in ("gpt-4o-search", "gpt-4o-mini-search")
    ),
    *(
        Model(name, *_OPENAI, hears=True, sees=False, needs_audio=True)
        for name in ("gpt-4o-audio", "gpt-4o-mini-audio", "gpt-audio")
    ),
    *(
        Model(name, *_VERBOSITY, verbosities=("medium",))
        for name in ("gpt-4o", "gpt-4.1", "gpt-5-chat", "gpt-5-codex", "gpt-5.1-codex")
    ),
    Model("gpt-4.1", *_PRICES, window=1_047_576, output=32_768, sees=True, efforts=(), sampling="free"),
    Model("gpt-4.1", *_RECORDED, structured=True),
    Model("gpt-4.5", *_PRICES, window=128_000, output=16_384, sees=True, structured=True),
    Model("gpt-5", *_PRICES, window=272_000, output=128_000, sees=True, thinks=ALWAYS),
    Model("gpt-5", *_RECORDED, efforts=_MINIMAL_TO_HIGH, sampling="fixed", stops=False, counts_completion=True),
    Model("gpt-5", *_EFFORTS, effort_default="medium", refuses=_PROBABILITIES | _PENALTIES | _SOUND | {"logit_bias"}),
    Model("gpt-5", *_QUOTED, refused_roles=frozenset({"function"}), summaries=("auto", "detailed")),
    Model("gpt-5-search", *_RECORDED, ("refuses",), searches=True, responds=False),
    Model(
        "gpt-5-chat",
        *_PRICES,
        ("sampling", "stops", "refuses", "refused_roles"),
        window=128_000,
        output=16_384,
        efforts=(),
    ),
    Model("gpt-5-pro", *_RECORDED, efforts=("high",)),
    Model("gpt-5-codex", *_RECORDED, efforts=_LOW_TO_HIGH),
    *(
        Model(
            f"gpt-5.{version}",
            *_EFFORTS,
            ("stops", "summaries"),
            refuses=_SOUND,
            efforts=efforts,
            effort_default=default,
            sampling="thinking",
            refuses_thinking=_PROBABILITIES | _PENALTIES,
        )
        for version, efforts, default in (
            ("1", _NONE_TO_HIGH, "none"),
            ("2", _NONE_TO_XHIGH, "none"),
            ("3", _NONE_TO_XHIGH, "medium"),
            ("4", _NONE_TO_XHIGH, "none"),
            ("5", _NONE_TO_XHIGH, "medium"),
            ("6", (*_NONE_TO_XHIGH, "max"), "medium"),
        )
    ),
    Model("gpt-5.1-chat", *_RECORDED, efforts=("medium",), sampling="fixed"),
    Model("gpt-5.1-codex", *_RECORDED, efforts=_LOW_TO_HIGH, effort_default="medium"),
    Model("gpt-5.1-codex-max", *_RECORDED, efforts=(*_LOW_TO_HIGH, "xhigh")),
    Model("gpt-5.1-codex-max", "microsoft/vscode#282170", "2026-11", refuses=_SOUND | {"top_p"}),
    Model("gpt-5.2-chat", *_RECORDED, efforts=("medium",), sampling="fixed"),
    Model("gpt-5.2-codex", *_EFFORTS, efforts=(*_LOW_TO_HIGH, "xhigh"), effort_default="medium"),
    Model("gpt-5.2-pro", *_RECORDED, efforts=_MEDIUM_TO_XHIGH, effort_default="medium"),
    Model("gpt-5.3-chat", *_RECORDED, efforts=("medium",)),
    Model("gpt-5.4", *_PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.4-pro", *_RECORDED, efforts=_MEDIUM_TO_XHIGH, effort_default="medium"),
    Model("gpt-5.4-mini", *_RECORDED, reasoning_modes=()),
    Model("gpt-5.4-nano", *_RECORDED, reasoning_modes=()),
    Model("gpt-5.4-pro", *_RECORDED, reasoning_modes=()),
    Model("gpt-5.5", *_PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.5", *_QUOTED, stops=False, refuses=_SOUND | {"logit_bias", "prediction"}),
    Model("gpt-5.5-pro", *_RECORDED, efforts=_MEDIUM_TO_XHIGH),
    Model("gpt-5.6", *_PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.6", *_MEASURED, stops=False, refuses=_SOUND | {"logit_bias", "prediction"}),
    Model("gpt-5.6", *_MEASURED, tools_while_thinking=False),
    *(Model(name, *_TOOL_TURNS, tools_while_thinking=False) for name in ("gpt-5.4", "gpt-5.5")),
    Model("gpt-6", *_QUOTED, thinks=ALWAYS, sees=True, sampling="thinking", effort_default="medium", stops=False),
    Model("gpt-6", *_QUOTED, counts_completion=True, refuses_thinking=_PROBABILITIES | _PENALTIES),
    Model("gpt-6", *_QUOTED, tools_while_thinking=False),
    *(Model(name, *_QUOTED, chats=False) for name in _ONLY_IN_RESPONSES),
    Model("o1", *_RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=_LOW_TO_HIGH, sampling="fixed"),
    Model("o1", *_QUOTED, counts_completion=True, refused_roles=_ANY_ROLE, sees=True),
    Model("o1-mini", *_RECORDED, refused_roles=_NO_PROMPT, stops=False, window=128_000, sees=False),
    Model("o1-preview", *_RECORDED, refused_roles=_NO_PROMPT, window=128_000, sees=False),
    Model("o3", *_RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=_LOW_TO_HIGH, sampling="fixed"),
    Model("o3", *_RECORDED, stops=False, counts_completion=True, sees=True),
    Model("o3-deep-research", *_RECORDED, needs_search=True),
    Model("o4-mini-deep-research", *_RECORDED, needs_search=True),
    Model("o3-mini", *_QUOTED, sees=False),
    Model("o3-mini", *_RECORDED, stops=True),
    Model("o4-mini", *_RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=_LOW_TO_HIGH, sampling="fixed"),
    Model("o4-mini", *_QUOTED, stops=False, counts_completion=True, sees=True),
    *(Model(name, *_RECORDED, reasoning_contexts=("auto", "current_turn")) for name in ("o1", "o3", "o4-mini")),
    *(
        Model(name, *_QUOTED, refuses=_PROBABILITIES | _PENALTIES | _SOUND | {"logit_bias", "parallel_tool_calls"})
        for name in ("o1", "o3", "o4-mini")
    ),
    *(Model(name, *_QUOTED, searches=False) for name in ("o1", "o3", "o4-mini", "gpt-5", "gpt-5.6")),
    Model("gpt-oss", *_TEMPLATES, template="gpt-oss", first_party=False),
    Model("gpt-oss", *_PRICES, window=131_072, output=32_768, sees=False, thinks=ALWAYS),
    # --- Anthropic
    Model("claude-", *_ANTHROPIC, sees=True, watches=False, prefills_with_tools=False, accepts_root_choice=False),
    Model("claude-", *_RESULT_IMAGES, images_in_results=True),
    Model("claude-", *_CACHES, caches_text_only=True, signs_thoughts=True),
    Model("claude-2", *_ANTHROPIC, window=200_000, sees=False, prefills=True, accepts_system_messages=False),
    Model("claude-3", *_PRICES, window=200_000, output=4_096, prefills=True, accepts_system_messages=False),
    Model("claude-3-5", *_PRICES, output=8_192),
    *(Model(name, *_ANTHROPIC, thinks=NEVER) for name in ("claude-2", "claude-3")),
    Model("claude-3-7", *_PRICES, ("thinks",), output=64_000, budgets_thinking=True),
    Model("claude-sonnet-4", *_PRICES, window=200_000, output=64_000),
    Model("claude-sonnet-4", *_ANTHROPIC, prefills=True, budgets_thinking=True, accepts_system_messages=False),
    Model("claude-opus-4", *_PRICES, window=200_000, output=32_000),
    Model("claude-opus-4", *_ANTHROPIC, prefills=True, budgets_thinking=True, accepts_system_messages=False),
    *(
        Model(name, *_CLAUDE, efforts=(), adapts_thinking=False)
        for name in ("claude-2", "claude-3", "claude-sonnet-4", "claude-opus-4", "claude-haiku-4-5")
    ),
    *(Model(name, *_QUOTED, sampling="one") for name in ("claude-opus-4-1", "claude-sonnet-4-5")),
    Model("claude-opus-4-5", *_PRICES, output=64_000, sampling="one"),
    Model("claude-opus-4-5", *_CLAUDE, efforts=_LOW_TO_HIGH),
    Model("claude-haiku-4-5", *_PRICES, window=200_000, output=64_000, prefills=True, sampling="one"),
    Model("claude-haiku-4-5", *_ANTHROPIC, budgets_thinking=True, accepts_system_messages=False),
    *(
        Model(name, *_CLAUDE, adapts_thinking=True, efforts=(*_LOW_TO_HIGH, "max"))
        for name in ("claude-opus-4-6", "claude-sonnet-4-6")
    ),
    Model("claude-opus-4-6", *_PRICES, window=1_000_000, output=128_000, prefills=False, sampling="one"),
    Model("claude-sonnet-4-6", *_PRICES, window=1_000_000, output=128_000, prefills=False, sampling="one"),
    *(
        Model(name, *_CLAUDE, adapts_thinking=True, budgets_thinking=False, efforts=_LOW_TO_MAX, sampling="refused")
        for name in (*_CLAUDE_4_NEWEST, *_CLAUDE_5)
    ),
    *(
        Model(name, *_PRICES, window=1_000_000, output=128_000, prefills=False)
        for name in (*_CLAUDE_4_NEWEST, *_CLAUDE_5)
    ),
    *(Model(name, *_CLAUDE, thinking_stops=False) for name in ("claude-fable-5", "claude-mythos", "claude-opus-5-5")),
    *(Model(name, *_CLAUDE, forces_tools=False) for name in _CLAUDE_UNFORCED),
    Model("claude-opus-5", *_CLAUDE, effort_without_thinking=_LOW_TO_HIGH),
    *(Model(name, *_RECORDED, begins=True) for name in ("claude-sonnet-4-5", "claude-haiku-4-5", "claude-sonnet-4-6")),
    Model("claude-opus-4-8", *_RECORDED, accepts_system_messages=True),
    Model("claude-fable-5", *_RECORDED, accepts_system_messages=True),
    *(
        Model(
            name,
            *_CLAUDE_TOOLS,
            doubtful_tools=(*_FILTERING, "advisor_", "computer_20251124", *_CODE_2026, "tool_search"),
        )
        for name in ("claude-2", "claude-3", "claude-sonnet-4", "claude-opus-4")
    ),
    Model("claude-sonnet-4-5", *_CLAUDE_TOOLS, doubtful_tools=(*_FILTERING, "advisor_", "computer_20251124")),
    Model("claude-opus-4-5", *_CLAUDE_TOOLS, doubtful_tools=(*_FILTERING, "advisor_")),
    Model("claude-haiku-4-5", *_CLAUDE_TOOLS, doubtful_tools=("computer_20251124",)),
    *(
        Model(name, *_CLAUDE_TOOLS, doubtful_tools=(), refused_tools=_FIRST_EDITORS)
        for name in ("claude-opus-4-6", "claude-sonnet-4-6", *_CLAUDE_4_NEWEST, *_CLAUDE_5)
    ),
    # --- Google
    Model("gemini-", *_SIGNATURES, sees=True, hears=True, watches=True, signs_calls=False),
    Model("gemini-1.5", *_PRICES, window=2_097_152, output=8_192, follows_model_turn=True),
    Model("gemini-2.0", *_RECORDED, follows_model_turn=True),
    Model("gemini-2.0-flash", *_PRICES, window=1_048_576, output=8_192),
    Model("gemini-2.5", *_PENALTY, penalises=False),
    Model("gemini-2.5", *_PRICES, window=1_048_576, output=65_535, follows_model_turn=True),
    Model("gemini-2.5", *_LEVELS, thinking_levels=()),
    Model("gemini-2.5-pro", *_LEVELS, thinking_budgets=(128, 32_768), thinking_ends=False),
    Model("gemini-2.5-flash", *_LEVELS, thinking_budgets=(1, 24_576), thinking_ends=True),
    Model("gemini-2.5-flash-lite", *_LEVELS, thinking_budgets=(512, 24_576), thinking_ends=True),
    Model("gemini-2.5-flash-image", *_LEVELS, ("thinking_budgets", "thinking_ends")),
    Model("gemini-3-pro", *_LEVELS, thinking_levels=("low", "high")),
    Model("gemini-3-pro-image", *_LEVELS, ("thinking_levels",)),
    Model("gemini-3-flash", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.1-pro", *_LEVELS, thinking_levels=("low", "medium", "high")),
    Model("gemini-3.5-flash", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.6-flash", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.7-flash", *_LEVELS, thinking_levels=("low", "medium", "high")),
    Model("gemini-3", *_PRICES, window=1_048_576, output=65_535),
    Model("gemini-3.1-flash-lite", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.5-flash-lite", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.5-flash-lite", *_GEMINI_3_5, follows_model_turn=False, penalises=False),
    Model("gemini-1.5", *_RECORDED, json_with_tools=False),
    Model("gemini-2.0", *_RECORDED, json_with_tools=False),
    Model("gemini-2.5", *_RECORDED, json_with_tools=False),
    Model("gemini-3", *_PENALTY, penalises=False),
    Model("gemini-3", *_RECORDED, json_with_tools=True),
    Model("gemini-3", *_SIGNATURES, signs_calls=True),
    Model("gemini-3-pro-image", *_SIGNATURES, signs_calls=False),
    *(Model(name, *_FUNCTION_FILES, files_in_results=False) for name in ("gemini-1.5", "gemini-2.0", "gemini-2.5")),
    Model("gemini-3", *_FUNCTION_FILES, files_in_results=True),
    *(Model(name, *_QUOTED, thinks=NEVER) for name in ("gemini-1.5", "gemini-2.0")),
    Model("gemini-2.0-flash-thinking", *_QUOTED, ("thinks",)),
    Model("gemini-3.7", *_VERTEX, follows_model_turn=False),
    *(Model(name, *_MIXED_RESULTS, mixes_results=False) for name in ("gemini-3.6", "gemini-3.7", "gemini-3.8")),
    *(Model(name, *_MIXED_RESULTS, mixes_results=True) for name in ("gemini-2.5", "gemini-3.5")),
    *(Model(name, *_MODEL_TURNS, follows_model_turn=False) for name in ("gemini-3.6", "gemini-3.8")),
    *(
        Model(name, *_MODEL_TURNS, follows_model_turn=True)
        for name in ("gemini-3-flash", "gemini-3-pro", "gemini-3.1", "gemini-3.5-flash")
    ),
    *(Model(name, *_ADDRESSES, fetches=False) for name in ("gemini-1.5", "gemini-2.0")),
    *(Model(name, *_ANSWER_MODALITIES, modalities=("TEXT",)) for name in _TEXT_MODELS),
    *(Model(name, *_ANSWER_MODALITIES, ("modalities",)) for name in _OTHER_OUTPUT_MODELS),
    *(Model(name, *_SPEECH, modalities=("AUDIO",), refused_roles=_NO_PROMPT) for name in _SPEECH_MODELS),
    Model("gemini-3-flash", *_RECORDED, accepts_call_ids=True),
    *(Model(name, *_TOOL_MIX, mixes_tools=False) for name in ("gemini-1.5", "gemini-2.0", "gemini-2.5")),
    *(Model(name, *_TOOL_MIX, mixes_tools=True, old_search=False) for name in ("gemini-3",)),
    *(Model(name, *_QUOTED, old_search=False) for name in ("gemini-2.0", "gemini-2.5")),
    Model("gemini-1.5", *_QUOTED, old_search=True),
    *(
        Model(name, *_QUOTED, answers_json=False)
        for name in (
            "gemini-2.0-flash-exp-image",
            "gemini-2.0-flash-preview-image",
            "gemini-2.5-flash-image",
            "gemma-3",
        )
    ),
    Model("gemma", *_QUOTED, refused_roles=_NO_PROMPT, template="gemma"),
    Model("gemma-3", *_GEMMA, thinks=NEVER),
    *(Model(name, *_TEMPLATES, template="gemma-3") for name in ("gemma-3", "gemma3")),
    Model("gemma-4", *_GEMMA, ("template", "refused_roles"), thinking_budgets=(), thinking_levels=("high",)),
    Model("gemma4", *_TEMPLATES, ("template", "refused_roles")),
    # --- DeepSeek, Moonshot, Zhipu, Qwen, MiniMax, xAI
    Model("deepseek-", *_DEEPSEEK, sees=False, needs_thoughts=True, template="any order"),
    Model("deepseek-chat", *_DEEPSEEK, window=131_072, thinks=WHEN_ASKED),
    Model("deepseek-reasoner", *_DEEPSEEK, window=131_072, thinks=BY_DEFAULT),
    Model("deepseek-v4", *_DEEPSEEK, window=1_000_000, output=393_216, thinks=BY_DEFAULT),
    Model("deepseek-flash", *_DEEPSEEK, thinks=BY_DEFAULT),
    Model("kimi-", *_KIMI, needs_thoughts=True),
    Model("kimi-for-coding", *_KIMI_CODE, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2", *_PRICES, window=262_144),
    Model("kimi-k2-0711", *_KIMI, thinks=NEVER),
    Model("kimi-k2-0905", *_KIMI, thinks=NEVER),
    Model("kimi-k2-turbo", *_KIMI, thinks=NEVER),
    Model("kimi-k2-thinking", *_KIMI, thinks=BY_DEFAULT),
    Model("kimi-k2.5", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2.6", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("kimi-k2.7-code", *_KIMI, thinks=ALWAYS, sampling="fixed"),
    Model("kimi-k3", *_KIMI, thinks=BY_DEFAULT, sees=True, sampling="fixed"),
    Model("moonshot-v1", *_KIMI, thinks=NEVER),
    Model("glm-4.6", *_PRICES, window=200_000, output=128_000),
    Model("glm-4.7", *_PRICES, window=200_000, output=128_000),
    Model("glm-5", *_PRICES, window=200_000, output=128_000),
    Model("glm-", *_TEMPLATES, template="glm"),
    *(Model(name, *_MODALITIES, sees=False) for name in _WITHOUT_VISION),
    *(Model(name, *_MODALITIES, sees=True) for name in _WITH_VISION),
    *(Model(name, *_MODALITIES, thinks=BY_DEFAULT) for name in ("qwen3.5", "qwen3.6", "qwen3.7", "qwen3.8")),
    Model("qwen-max", *_PRICES, window=30_720),
    Model("qwen-plus", *_PRICES, window=1_000_000),
    Model("qwen3-max", *_PRICES, window=258_048),
    *(
        Model(name, *_PRICES, window=983_616)
        for name in ("qwen3.5-plus", "qwen3.5-flash", "qwen3.6-plus", "qwen3.6-flash", "qwen3.7-plus")
    ),
    Model("qwen3", *_TEMPLATES, template="qwen3"),
    Model("qwen3.5", *_TEMPLATES, template="qwen3.5"),
    Model("qwen3.6", *_TEMPLATES, template="qwen3.5"),
    Model("qwen3.7", *_TEMPLATES, template="qwen3.5"),
    Model("qwen3.8", *_QUOTED, template="qwen3.5"),
    Model("qwen3.6-27b", *_GROQ, images=3),
    Model("mimo-", *_MIMO, thinks=BY_DEFAULT, needs_thoughts=True),
    Model("minimax-m2", *_PRICES, window=200_000, template="minimax"),
    Model("minimax-m3", *_QUOTED, template="minimax", budgets_thinking=False, adapts_thinking=True),
    Model("grok-3", *_PRICES, window=131_072),
    Model("grok-3-mini", *_QUOTED, thinks=ALWAYS, stops=False, penalises=False),
    Model("grok-4", *_PRICES, window=256_000, thinks=ALWAYS, stops=False, penalises=False),
    Model("grok-3-mini", *_QUOTED, efforts=("low", "high")),
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
    Model("grok-4-fast", *_PRICES, window=2_000_000),
    Model("grok-4.1-fast", *_PRICES, window=2_000_000),
    # --- Mistral, Cohere, Perplexity
    Model("mistral-large", *_PRICES, window=262_144, mixes_results=False),
    Model("mistral-medium", *_PRICES, window=262_144),
    Model("mistral-small", *_PRICES, window=131_072),
    Model("codestral", *_PRICES, window=262_144, sees=False),
    Model("magistral", *_PRICES, window=131_072, thinks=ALWAYS),
    *(
        Model(name, *_PRICES, sees=False)
        for name in (
            *("open-mistral", "open-mixtral", "open-codestral", "mistral-tiny", "mistral-saba", "devstral-small-2505"),
            *("devstral-small-2507", "devstral-medium-2507", "mistral-large-2402", "mistral-large-2407"),
            *("mistral-large-2411", "mistral-small-2402", "mistral-small-2409", "mistral-small-2501"),
            *("ministral-3b-2410", "ministral-8b-2410", "magistral-small-2506", "magistral-medium-2506"),
        )
    ),
    Model("sonar", *_PRICES, window=128_000),
    Model("sonar", *_NO_TOOLS, uses_tools=False),
    Model("llama-guard", "Kilo-Org/kilocode#9006", "2026-11", uses_tools=False),
    Model("sonar-pro", *_PRICES, window=200_000),
    Model("command-a", *_PRICES, window=256_000),
    Model("command-r", *_PRICES, window=128_000, sees=False),
    # --- Amazon, Meta and what servers with chat templates run
    Model("r1-v1", *_BEDROCK, uses_tools=False, sees=False),
    Model("r1-v1", *_RETURNED, accepts_thoughts_back=False, signs_thoughts=False),
    Model("gpt-oss", *_RETURNED, signs_thoughts=False),
    Model("nova-", *_NOVA_CACHES, caches_tools=False),
    Model("nova-", *_NOVA_SCHEMAS, root_refuses=frozenset({"$defs", "definitions", "$schema", "$id"})),
    *(Model(name, *_RESULT_IMAGES, images_in_results=True) for name in ("nova-", "llama4")),
    *(Model(name, *_RESULT_IMAGES, images_in_results=False) for name in ("gpt-", "pixtral")),
    *(Model(name, *_FORCED, platform_forces_tools=False) for name in ("llama3", "llama4")),
    *(
        Model(name, *_UNCACHED, platform_caches=False)
        for name in ("llama3", "llama4", "kimi-k2", "gpt-oss", "qwen3", "nemotron", "titan-", "jamba", "pixtral")
    ),
    *(Model(name, *_BEDROCK, platform_instructs=False) for name in _UNINSTRUCTED),
    Model("nova-", *_RECORDED, merges_turns=True, watches=True, sees=True, prefills=True),
    Model("nova-2", *_RECORDED, files_in_results=False),
    Model("nova-micro", *_PRICES, window=128_000, sees=False),
    Model("nova-lite", *_PRICES, window=300_000),
    Model("nova-pro", *_PRICES, window=300_000),
    Model("nova-premier", *_PRICES, window=1_000_000),
    Model("nova-2-lite", *_PRICES, window=1_000_000),
    Model("titan-", *_RECORDED, merges_turns=True, refused_roles=_NO_PROMPT, sees=False, uses_tools=False),
    *(
        Model(name, *_PRICES, sees=False)
        for name in ("llama3-1", "llama3-3", "llama3-8b", "llama3-70b", "llama3-2-1b", "llama3-2-3b", "jamba")
    ),
    *(
        Model(name, *_PRICES, sees=False, uses_tools=False)
        for name in (
            "llama3-8b",
            "llama3-70b",
            "mistral-7b-instruct-v0",
            "mixtral-8x7b-instruct-v0",
            "j2",
            "command-text",
        )
    ),
    Model("llama-2", *_TEMPLATES, template="alternating"),
    Model("llama2", *_TEMPLATES, template="alternating"),
    Model("llama-3", *_TEMPLATES, template="llama-3", merges_turns=False),
    Model("llama3", *_TEMPLATES, template="llama-3", merges_turns=False, mixes_results=False),
    Model("llama4", *_QUOTED, mixes_results=False),
    Model("llama-3.1-8b-instant", *_PRICES, window=131_072, output=131_072, sees=False),
    Model("llama-3.3-70b", *_PRICES, window=131_072, output=32_768, sees=False),
    Model("llama-4", *_GROQ, images=5, sees=True),
    Model("meta-llama-3", *_TEMPLATES, template="llama-3"),
    Model("mistral-7b", *_TEMPLATES, template="alternating", refused_roles=_NO_PROMPT),
    Model("mistral-7b", *_QUOTED, sees=False, merges_turns=False),
    Model("mixtral", *_TEMPLATES, template="alternating", sees=False),
    Model("mistral-nemo", *_TEMPLATES, template="alternating", sees=False),
    Model("ministral", *_TEMPLATES, template="alternating"),
    Model("devstral-small-2", *_TEMPLATES, template="alternating but for tools"),
    Model("mistral-small-3", *_TEMPLATES, template="alternating but for tools"),
    Model("gemma-2", *_TEMPLATES, template="gemma", sees=False),
    Model("gemma2", *_TEMPLATES, template="gemma", sees=False),
    *(
        Model(name, *_OLLAMA, uses_tools=False)
        for name in (
            *("gemma2", "gemma3", "phi3", "phi4", "llama2", "deepseek-r1", "llama3.2-vision", "llava", "bakllava"),
            *("codellama", "tinyllama", "moondream", "minicpm-v", "dolphin-mistral", "dolphin-mixtral"),
        )
    ),
    Model("phi-3", *_TEMPLATES, template="phi", sees=False),
    Model("phi3", *_TEMPLATES, template="phi", sees=False),
)

_REGION = re.compile(r"^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\.")
_VENDOR = re.compile(
    r"^(?:(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek|qwen|openai|minimax|moonshot|zai|system\.ai)\."
    r"|databricks-(?=claude|gpt|gemini|llama|qwen))"
)
_FACTS = tuple(field.name for field in fields(Model) if field.name not in ("prefix", "source", "seen", "forgets"))

MODEL_IN_TEXT = re.compile(
    r"\b(?:gpt-|o[1345](?=[-\b])|claude-|gemini-|deepseek-|kimi-|mistral-|grok-|glm-|qwen)[\w.:-]*", re.IGNORECASE
)
"""The name of a model in free text."""
MODEL_ON_PLATFORM = re.compile(
    r"(?:[a-z]{2,6}\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\.[\w.:-]+"
)
"""Its name on a platform that hosts models of many vendors. It has dots like a path."""


@lru_cache(maxsize=512)
def facts_of(name: str | None) -> Model:
    """All known facts of a model. A name that matches no row gives a row without facts."""
    bare = bare_name(name) if name else ""
    rows = sorted((row for row in MODELS if bare and _fits(row.prefix, bare)), key=lambda row: len(row.prefix))
    facts: dict[str, Any] = {}
    for row in rows:
        facts = {fact: value for fact, value in facts.items() if fact not in row.forgets}
        facts |= {fact: value for fact in _FACTS if (value := getattr(row, fact)) is not None}
    last = rows[-1] if rows else Model()
    return Model(last.prefix, last.source, last.seen, **facts)


def bare_name(name: str) -> str:
    """`us.anthropic.claude-sonnet-4-5-v1:0`, `openrouter/anthropic/claude-sonnet-4.5` → `claude-sonnet-4-5…`."""
    bare = name.strip().lower().rsplit("/", 1)[-1]
    return _VENDOR.sub("", _REGION.sub("", bare)).replace(".", "-")


def matching_prefix(name: str | None, prefixes: Iterable[str]) -> str | None:
    """The longest of the prefixes that match the name of a model; None if none does."""
    bare = bare_name(name) if name else ""
    return max((prefix for prefix in prefixes if bare and _fits(prefix, bare)), key=len, default=None)


def _fits(prefix: str, bare: str) -> bool:
    """Whether the prefix matches and ends where a word of the name ends: `gpt-4.1` does not match `gpt-4-1106`."""
    start = prefix.replace(".", "-")
    return bare.startswith(start) and (start.endswith("-") or not bare[len(start) :][:1].isalnum())
