"""The models of Anthropic."""

from __future__ import annotations

from workbench.targets.models.contract import NEVER, Model
from workbench.targets.models.shared_facts import LOW_TO_HIGH, PRICES, QUOTED, RECORDED, RESULT_IMAGES

_ANTHROPIC = ("platform.claude.com: vision, prefill, thinking; refusals quoted in public source files", "2026-08")
_CACHES = ("anomalyco/opencode#36517, strands-agents/harness-sdk#1966, maximhq/bifrost#6942", "2026-09")
_LIFETIMES = ("docs.aws.amazon.com: prompt caching", "2026-08")
_UNTHINKING = ("vercel/ai#7034, a recorded answer of Bedrock", "2026-07")
_CLAUDE = ("platform.claude.com: effort, adaptive thinking, tool choice; refusals quoted in source files", "2026-09")
_CLAUDE_TOOLS = (
    "platform.claude.com: tool reference, as in pydantic-ai's profiles; refusals in public threads",
    "2026-09",
)
_LOW_TO_MAX = (*LOW_TO_HIGH, "xhigh", "max")
_CLAUDE_4_NEWEST = ("claude-opus-4-7", "claude-opus-4-8")
_CLAUDE_5 = ("claude-opus-5", "claude-sonnet-5", "claude-haiku-5", "claude-fable-5", "claude-mythos")
_CLAUDE_UNFORCED = ("claude-opus-5-5", "claude-fable-5-1", "claude-fable-5-2", "claude-mythos-5-1", "claude-mythos-5-2")
_FILTERING = ("web_search_20260209", "web_fetch_2026")
_CODE_2026 = ("code_execution_2026",)
_FIRST_EDITORS = ("text_editor_20241022", "text_editor_20250124", "text_editor_20250429")

MODELS: tuple[Model, ...] = (
    Model("claude-", *_ANTHROPIC, sees=True, watches=False, prefills_with_tools=False, accepts_root_choice=False),
    Model("claude-", *RESULT_IMAGES, images_in_results=True),
    Model("claude-", *_CACHES, caches_text_only=True, signs_thoughts=True),
    Model("claude-2", *_ANTHROPIC, window=200_000, sees=False, prefills=True, accepts_system_messages=False),
    Model("claude-3", *PRICES, window=200_000, output=4_096, prefills=True, accepts_system_messages=False),
    Model("claude-3-5", *PRICES, output=8_192),
    *(Model(name, *_ANTHROPIC, thinks=NEVER) for name in ("claude-2", "claude-3")),
    *(
        Model(name, *_UNTHINKING, accepts_thoughts_back=False, signs_thoughts=False)
        for name in ("claude-2", "claude-3")
    ),
    Model("claude-3-7", *_CACHES, signs_thoughts=True),
    Model("claude-3-7", *PRICES, ("thinks", "accepts_thoughts_back"), output=64_000, budgets_thinking=True),
    Model("claude-sonnet-4", *PRICES, window=200_000, output=64_000),
    Model("claude-sonnet-4", *_ANTHROPIC, prefills=True, budgets_thinking=True, accepts_system_messages=False),
    Model("claude-opus-4", *PRICES, window=200_000, output=32_000),
    Model("claude-opus-4", *_ANTHROPIC, prefills=True, budgets_thinking=True, accepts_system_messages=False),
    *(
        Model(name, *_CLAUDE, efforts=(), adapts_thinking=False)
        for name in ("claude-2", "claude-3", "claude-sonnet-4", "claude-opus-4", "claude-haiku-4-5")
    ),
    *(Model(name, *QUOTED, sampling="one") for name in ("claude-opus-4-1", "claude-sonnet-4-5")),
    Model("claude-opus-4-5", *PRICES, output=64_000, sampling="one"),
    Model("claude-opus-4-5", *_CLAUDE, efforts=LOW_TO_HIGH),
    Model("claude-haiku-4-5", *PRICES, window=200_000, output=64_000, prefills=True, sampling="one"),
    Model("claude-haiku-4-5", *_ANTHROPIC, budgets_thinking=True, accepts_system_messages=False),
    *(
        Model(name, *_CLAUDE, adapts_thinking=True, efforts=(*LOW_TO_HIGH, "max"))
        for name in ("claude-opus-4-6", "claude-sonnet-4-6")
    ),
    Model("claude-opus-4-6", *PRICES, window=1_000_000, output=128_000, prefills=False, sampling="one"),
    Model("claude-sonnet-4-6", *PRICES, window=1_000_000, output=128_000, prefills=False, sampling="one"),
    *(
        Model(name, *_CLAUDE, adapts_thinking=True, budgets_thinking=False, efforts=_LOW_TO_MAX, sampling="refused")
        for name in (*_CLAUDE_4_NEWEST, *_CLAUDE_5)
    ),
    *(
        Model(name, *PRICES, window=1_000_000, output=128_000, prefills=False)
        for name in (*_CLAUDE_4_NEWEST, *_CLAUDE_5)
    ),
    *(Model(name, *_CLAUDE, thinking_stops=False) for name in ("claude-fable-5", "claude-mythos", "claude-opus-5-5")),
    *(Model(name, *_CLAUDE, forces_tools=False) for name in _CLAUDE_UNFORCED),
    Model("claude-opus-5", *_CLAUDE, effort_without_thinking=LOW_TO_HIGH),
    *(
        Model(name, *_LIFETIMES, caches_longer=True)
        for name in (
            *("claude-opus-4-5", "claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-6", "claude-sonnet-4-6"),
            *_CLAUDE_4_NEWEST,
            *_CLAUDE_5,
        )
    ),
    *(Model(name, *RECORDED, begins=True) for name in ("claude-sonnet-4-5", "claude-haiku-4-5", "claude-sonnet-4-6")),
    Model("claude-opus-4-8", *RECORDED, accepts_system_messages=True),
    Model("claude-fable-5", *RECORDED, accepts_system_messages=True),
    Model("claude-opus-5", "LeenHawk/gproxy#209", "2026-09", accepts_system_messages=True),
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
)
