"""The models of Google."""

from __future__ import annotations

from workbench.targets.models.contract import NEVER, Model
from workbench.targets.models.shared_facts import NO_PROMPT, PRICES, QUOTED, RECORDED, TEMPLATES

_ANSWER_MODALITIES = ("ai.google.dev: models; refusals quoted in public source files", "2026-09")
_SPEECH = ("danielmiessler/Fabric#1607, TheKentuckian/robot_comic#122", "2026-05")
_TOOL_MIX = ("googleapis/go-genai#323, cloudwego/eino-ext#761; vercel/ai ed857f5", "2026-08")
_GEMMA = ("aduermael/herm#23; refusals quoted in public source files", "2026-09")
_SIGNATURES = ("ai.google.dev/gemini-api/docs/thought-signatures", "2026-08")
_LEVELS = ("ai.google.dev/gemini-api/docs/thinking, also as quoted in juspay/neurolink#1707", "2026-10")
_FUNCTION_FILES = ("google-gemini/gemini-cli#19436; recorded answers", "2026-08")
_VERTEX = ("envoyproxy/ai-gateway#2686, reproduced on Vertex AI", "2026-09")
_MIXED_RESULTS = ("agentgateway/agentgateway#2811, router-for-me/CLIProxyAPI#5607; recorded answers", "2026-09")
_MODEL_TURNS = ("LibreChat-AI/agents#323, pipecat-ai/pipecat#5821", "2026-09")
_PENALTY = (
    "google-gemini/cookbook#1290, vercel/ai#8943, mnfst/modelparams.dev#16, Ikalus1988/MisakaNet#1473",
    "2026-09",
)
_ADDRESSES = ("ai.google.dev/gemini-api/docs/file-input-methods; vercel/ai#16757", "2026-07")
_GEMINI_3_5 = ("docs.cloud.google.com: Gemini 3.5 Flash-Lite, breaking changes", "2026-08")
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

MODELS: tuple[Model, ...] = (
    Model("gemini-", *_SIGNATURES, sees=True, hears=True, watches=True, signs_calls=False),
    Model("gemini-1.5", *PRICES, window=2_097_152, output=8_192, follows_model_turn=True),
    Model("gemini-2.0", *RECORDED, follows_model_turn=True),
    Model("gemini-2.0-flash", *PRICES, window=1_048_576, output=8_192),
    Model("gemini-2.5", *_PENALTY, penalises=False),
    Model("gemini-2.5", *PRICES, window=1_048_576, output=65_535, follows_model_turn=True),
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
    Model("gemini-3", *PRICES, window=1_048_576, output=65_535),
    Model("gemini-3.1-flash-lite", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.5-flash-lite", *_LEVELS, thinking_levels=("minimal", "low", "medium", "high")),
    Model("gemini-3.5-flash-lite", *_GEMINI_3_5, follows_model_turn=False, penalises=False),
    Model("gemini-1.5", *RECORDED, json_with_tools=False),
    Model("gemini-2.0", *RECORDED, json_with_tools=False),
    Model("gemini-2.5", *RECORDED, json_with_tools=False),
    Model("gemini-3", *_PENALTY, penalises=False),
    Model("gemini-3", *RECORDED, json_with_tools=True),
    Model("gemini-3", *_SIGNATURES, signs_calls=True),
    Model("gemini-3-pro-image", *_SIGNATURES, signs_calls=False),
    *(Model(name, *_FUNCTION_FILES, files_in_results=False) for name in ("gemini-1.5", "gemini-2.0", "gemini-2.5")),
    Model("gemini-3", *_FUNCTION_FILES, files_in_results=True),
    *(Model(name, *QUOTED, thinks=NEVER) for name in ("gemini-1.5", "gemini-2.0")),
    Model("gemini-2.0-flash-thinking", *QUOTED, ("thinks",)),
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
    *(Model(name, *_SPEECH, modalities=("AUDIO",), refused_roles=NO_PROMPT) for name in _SPEECH_MODELS),
    Model("gemini-3-flash", *RECORDED, accepts_call_ids=True),
    *(Model(name, *_TOOL_MIX, mixes_tools=False) for name in ("gemini-1.5", "gemini-2.0", "gemini-2.5")),
    *(Model(name, *_TOOL_MIX, mixes_tools=True, old_search=False) for name in ("gemini-3",)),
    *(Model(name, *QUOTED, old_search=False) for name in ("gemini-2.0", "gemini-2.5")),
    Model("gemini-1.5", *QUOTED, old_search=True),
    *(
        Model(name, *QUOTED, answers_json=False)
        for name in (
            "gemini-2.0-flash-exp-image",
            "gemini-2.0-flash-preview-image",
            "gemini-2.5-flash-image",
            "gemma-3",
        )
    ),
    Model("gemma", *QUOTED, refused_roles=NO_PROMPT, template="gemma"),
    Model("gemma-3", *_GEMMA, thinks=NEVER),
    *(Model(name, *TEMPLATES, template="gemma-3") for name in ("gemma-3", "gemma3")),
    Model("gemma-4", *_GEMMA, ("template", "refused_roles"), thinking_budgets=(), thinking_levels=("high",)),
    Model("gemma4", *TEMPLATES, ("template", "refused_roles")),
)
