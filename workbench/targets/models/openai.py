"""The models of OpenAI."""

from __future__ import annotations

from workbench.targets.models.contract import ALWAYS, NEVER, Model
from workbench.targets.models.shared_facts import LOW_TO_HIGH, NO_PROMPT, PRICES, QUOTED, RECORDED, TEMPLATES

_OPENAI = ("platform.openai.com; openai-openapi f85dbe2", "2026-08")
_EFFORTS = ("models.dev: reasoning options; developers.openai.com: reasoning", "2026-07")
_SEARCH = ("vercel/ai#5609, raycast/extensions#18304, ChatGPTNextWeb/NextChat#6569", "2026-07")
_VERBOSITY = ("openai/codex#9035; refusals quoted in public source files", "2026-01")
_TOOL_TURNS = ("openai/openai-openapi#541, pipecat-ai/pipecat#4043, screenpipe/screenpipe#5634", "2026-07")
_MEASURED = ("refusals measured on the API and quoted in public conformance tests", "2026-08-30")
_ANY_ROLE: frozenset[str] = frozenset()
_MINIMAL_TO_HIGH = ("minimal", *LOW_TO_HIGH)
_MEDIUM_TO_XHIGH = ("medium", "high", "xhigh")
_NONE_TO_HIGH = ("none", *LOW_TO_HIGH)
_NONE_TO_XHIGH = (*_NONE_TO_HIGH, "xhigh")
_PROBABILITIES = frozenset({"logprobs", "top_logprobs"})
_PENALTIES = frozenset({"presence_penalty", "frequency_penalty"})
_SOUND = frozenset({"audio", "modalities"})
_ONLY_IN_RESPONSES = (
    *("gpt-5-codex", "gpt-5.1-codex", "gpt-5.2-codex", "gpt-5.3-codex", "codex-mini", "gpt-5-pro", "gpt-5.2-pro"),
    *("gpt-5.4-pro", "gpt-5.5-pro", "o1-pro", "o3-pro", "o3-deep-research", "o4-mini-deep-research", "computer-use"),
)

MODELS: tuple[Model, ...] = (
    *(Model(name, *RECORDED, first_party=True) for name in ("gpt-", "o1", "o3", "o4-mini", "chatgpt-")),
    Model("gpt-3.5", *PRICES, window=16_385, output=4_096, sees=False, thinks=NEVER, efforts=()),
    Model("gpt-3.5", *RECORDED, structured=False),
    Model("gpt-4", *PRICES, window=8_192, sampling="free", thinks=NEVER),
    Model("gpt-4", *RECORDED, structured=False),
    Model("gpt-4-32k", *PRICES, window=32_768),
    Model("gpt-4-turbo", *PRICES, window=128_000, output=4_096, sees=True),
    Model("gpt-4-1106", *PRICES, window=128_000, output=4_096),
    Model("gpt-4-0125", *PRICES, window=128_000, output=4_096),
    Model("gpt-4-vision", *PRICES, window=128_000, output=4_096, sees=True),
    Model("gpt-4o", *PRICES, window=128_000, output=16_384, sees=True, efforts=(), sampling="free", thinks=NEVER),
    Model("gpt-4o", *RECORDED, structured=True, searches=False),
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
    Model("gpt-4.1", *PRICES, window=1_047_576, output=32_768, sees=True, efforts=(), sampling="free"),
    Model("gpt-4.1", *RECORDED, structured=True),
    Model("gpt-4.5", *PRICES, window=128_000, output=16_384, sees=True, structured=True),
    Model("gpt-5", *PRICES, window=272_000, output=128_000, sees=True, thinks=ALWAYS),
    Model("gpt-5", *RECORDED, efforts=_MINIMAL_TO_HIGH, sampling="fixed", stops=False, counts_completion=True),
    Model("gpt-5", *_EFFORTS, effort_default="medium", refuses=_PROBABILITIES | _PENALTIES | _SOUND | {"logit_bias"}),
    Model("gpt-5", *QUOTED, refused_roles=frozenset({"function"}), summaries=("auto", "detailed")),
    Model("gpt-5-search", *RECORDED, ("refuses",), searches=True, responds=False),
    Model(
        "gpt-5-chat",
        *PRICES,
        ("sampling", "stops", "refuses", "refused_roles"),
        window=128_000,
        output=16_384,
        efforts=(),
    ),
    Model("gpt-5-chat", "browser-use/browser-use#2990, microsoft/semantic-kernel#12917", "2026-11", structured=False),
    Model("gpt-5-pro", *RECORDED, efforts=("high",)),
    Model("gpt-5-codex", *RECORDED, efforts=LOW_TO_HIGH),
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
    Model("gpt-5.1-chat", *RECORDED, efforts=("medium",), sampling="fixed"),
    Model("gpt-5.1-codex", *RECORDED, efforts=LOW_TO_HIGH, effort_default="medium"),
    Model("gpt-5.1-codex-max", *RECORDED, efforts=(*LOW_TO_HIGH, "xhigh")),
    Model("gpt-5.1-codex-max", "microsoft/vscode#282170", "2026-11", refuses=_SOUND | {"top_p"}),
    Model("gpt-5.2-chat", *RECORDED, efforts=("medium",), sampling="fixed"),
    Model("gpt-5.2-codex", *_EFFORTS, efforts=(*LOW_TO_HIGH, "xhigh"), effort_default="medium"),
    Model("gpt-5.2-pro", *RECORDED, efforts=_MEDIUM_TO_XHIGH, effort_default="medium"),
    Model("gpt-5.3-chat", *RECORDED, efforts=("medium",)),
    Model("gpt-5.3-codex-spark", "openai/codex#31846, superset-sh/superset#1898", "2026-07", summaries=()),
    Model("gpt-5.4", *PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.4-pro", *RECORDED, efforts=_MEDIUM_TO_XHIGH, effort_default="medium"),
    Model("gpt-5.4-mini", *RECORDED, reasoning_modes=()),
    Model("gpt-5.4-nano", *RECORDED, reasoning_modes=()),
    Model("gpt-5.4-pro", *RECORDED, reasoning_modes=()),
    Model("gpt-5.5", *PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.5", *QUOTED, stops=False, refuses=_SOUND | {"logit_bias", "prediction"}),
    Model("gpt-5.5-pro", *RECORDED, efforts=_MEDIUM_TO_XHIGH),
    Model("gpt-5.6", *PRICES, window=1_050_000, output=128_000),
    Model("gpt-5.6", *_MEASURED, stops=False, refuses=_SOUND | {"logit_bias", "prediction"}),
    Model("gpt-5.6", *_MEASURED, tools_while_thinking=False),
    *(Model(name, *_TOOL_TURNS, tools_while_thinking=False) for name in ("gpt-5.4", "gpt-5.5")),
    Model("gpt-6", *QUOTED, thinks=ALWAYS, sees=True, sampling="thinking", effort_default="medium", stops=False),
    Model("gpt-6", *QUOTED, counts_completion=True, refuses_thinking=_PROBABILITIES | _PENALTIES),
    Model("gpt-6", *QUOTED, tools_while_thinking=False),
    Model("gpt-6", "BerriAI/litellm#39983", "2026-09", efforts=(*_NONE_TO_XHIGH, "max")),
    *(Model(name, *QUOTED, chats=False) for name in _ONLY_IN_RESPONSES),
    Model("o1", *RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=LOW_TO_HIGH, sampling="fixed"),
    Model("o1", *QUOTED, counts_completion=True, refused_roles=_ANY_ROLE, sees=True),
    Model("o1-mini", *RECORDED, refused_roles=NO_PROMPT, stops=False, window=128_000, sees=False, efforts=()),
    Model("o1-preview", *RECORDED, refused_roles=NO_PROMPT, window=128_000, sees=False, efforts=()),
    Model("o3", *RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=LOW_TO_HIGH, sampling="fixed"),
    Model("o3", *RECORDED, stops=False, counts_completion=True, sees=True),
    Model("o3-deep-research", *RECORDED, needs_search=True),
    Model("o4-mini-deep-research", *RECORDED, needs_search=True),
    Model("o3-mini", *QUOTED, sees=False),
    Model("o3-mini", *RECORDED, stops=True),
    Model("o4-mini", *RECORDED, window=200_000, output=100_000, thinks=ALWAYS, efforts=LOW_TO_HIGH, sampling="fixed"),
    Model("o4-mini", *QUOTED, stops=False, counts_completion=True, sees=True),
    *(Model(name, *RECORDED, reasoning_contexts=("auto", "current_turn")) for name in ("o1", "o3", "o4-mini")),
    *(
        Model(name, *QUOTED, refuses=_PROBABILITIES | _PENALTIES | _SOUND | {"logit_bias", "parallel_tool_calls"})
        for name in ("o1", "o3", "o4-mini")
    ),
    *(Model(name, *QUOTED, searches=False) for name in ("o1", "o3", "o4-mini", "gpt-5", "gpt-5.6")),
    Model("gpt-oss", *TEMPLATES, template="gpt-oss", first_party=False),
    Model("gpt-oss", *PRICES, window=131_072, output=32_768, sees=False, thinks=ALWAYS),
)
