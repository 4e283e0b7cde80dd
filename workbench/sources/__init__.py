"""Sources: the programs, traces and exports that store conversations, one module each.

The first source that recognises a file reads it, so sources with more specific signs come first. If no source
recognises a file, only its messages decide how it is read.
"""

from __future__ import annotations

from workbench.sources import (
    ag_ui,
    agno,
    ai_sdk_rows,
    ai_studio,
    aider,
    amp,
    antigravity,
    api_collections,
    atif,
    autogen,
    big_agi,
    chat_apps,
    chatbotui,
    chatgpt_export,
    chatml,
    cherry_studio,
    claude_ai_export,
    claude_code,
    claude_code_web,
    cline,
    codex,
    codex_cloud,
    companion_files,
    continue_session,
    copilot_chat,
    copilot_cli,
    copilot_log,
    crush,
    cursor,
    datadog,
    deepeval,
    deepseek_export,
    extensions_ai,
    factory,
    flowise,
    gateway_logs,
    gemini_cli,
    genkit,
    google_adk,
    goose,
    grok_cli,
    grok_export,
    haystack,
    hermes,
    http_recordings,
    inspect_ai,
    kimi_cli,
    kimi_code,
    kiro,
    langchain,
    langchain4j,
    langchain_events,
    langchain_text,
    langfuse,
    langgraph_checkpoints,
    letta,
    librechat,
    llama_factory,
    llama_index,
    lm_studio,
    lobechat,
    managed_agents,
    mastra,
    mistral_vibe,
    not_chats,
    open_webui,
    openai_agents,
    opencode,
    openhands,
    otel,
    otel_logs,
    pi_agent,
    preference_data,
    promptfoo,
    provider_files,
    pydantic_ai,
    qwen_code,
    ragas,
    recordings,
    semantic_kernel,
    sharegpt,
    sillytavern,
    smolagents,
    specstory,
    spring_ai,
    strands,
    swe_agent,
    tau_bench,
    unsupported_programs,
    vcr,
    vertex_tuning,
    zed,
)
from workbench.sources.contract import RECORDS, Material, Source

SOURCES: tuple[Source, ...] = (
    *companion_files.COMPANION_FILES,
    qwen_code.SOURCE,
    claude_code.SOURCE,
    claude_code_web.SOURCE,
    codex.SOURCE,
    codex_cloud.SOURCE,
    pi_agent.SOURCE,
    gemini_cli.SOURCE,
    opencode.SOURCE,
    continue_session.SOURCE,
    copilot_chat.SOURCE,
    copilot_cli.SOURCE,
    copilot_log.SOURCE,
    amp.SOURCE,
    cursor.SOURCE,
    factory.SOURCE,
    antigravity.SOURCE,
    grok_cli.SOURCE,
    crush.SOURCE,
    goose.SOURCE,
    zed.SOURCE,
    kimi_cli.SOURCE,
    kimi_code.SOURCE,
    mistral_vibe.SOURCE,
    swe_agent.SOURCE,
    autogen.SOURCE,
    openhands.SOURCE,
    semantic_kernel.SOURCE,
    haystack.SOURCE,
    letta.SOURCE,
    kiro.SOURCE,
    langchain4j.SOURCE,
    extensions_ai.SOURCE,
    extensions_ai.AGENT_FRAMEWORK,
    smolagents.SOURCE,
    genkit.SOURCE,
    llama_factory.SOURCE,
    tau_bench.SOURCE,
    sillytavern.SOURCE,
    cherry_studio.SOURCE,
    spring_ai.SOURCE,
    *unsupported_programs.UNSUPPORTED,
    atif.SOURCE,
    hermes.SOURCE,
    managed_agents.SOURCE,
    cline.SOURCE,
    cline.ROO,
    aider.SOURCE,
    specstory.SOURCE,
    chatml.SOURCE,
    langfuse.SOURCE,
    langfuse.CHATML,
    gateway_logs.MLFLOW,
    gateway_logs.LANGSMITH,
    gateway_logs.BRAINTRUST,
    gateway_logs.HELICONE,
    gateway_logs.LITELLM,
    gateway_logs.WEAVE,
    gateway_logs.POSTHOG,
    gateway_logs.PORTKEY,
    gateway_logs.DSPY,
    datadog.SOURCE,
    deepeval.SOURCE,
    mastra.SOURCE,
    agno.SOURCE,
    ai_sdk_rows.SOURCE,
    ragas.SOURCE,
    langchain_events.SOURCE,
    otel_logs.SOURCE,
    otel.PHOENIX,
    otel.OPENINFERENCE,
    otel.OPENLLMETRY,
    otel.SOURCE,
    langgraph_checkpoints.SOURCE,
    langchain.SOURCE,
    langchain.LANGGRAPH,
    langchain_text.SOURCE,
    pydantic_ai.SOURCE,
    openai_agents.SOURCE,
    openai_agents.RUN_STATE,
    google_adk.SOURCE,
    google_adk.EVAL,
    llama_index.SOURCE,
    strands.SOURCE,
    inspect_ai.SOURCE,
    promptfoo.SOURCE,
    gateway_logs.OPIK,
    chatbotui.SOURCE,
    *chat_apps.SOURCES,
    big_agi.SOURCE,
    flowise.SOURCE,
    lobechat.SOURCE,
    lm_studio.SOURCE,
    deepseek_export.SOURCE,
    chatgpt_export.SOURCE,
    claude_ai_export.SOURCE,
    grok_export.SOURCE,
    ai_studio.SOURCE,
    librechat.SOURCE,
    open_webui.SOURCE,
    sharegpt.SOURCE,
    preference_data.SOURCE,
    provider_files.OPENAI_BATCH,
    provider_files.OPENAI_BATCH_OUTPUT,
    provider_files.ANTHROPIC_BATCH,
    provider_files.ANTHROPIC_RESULTS,
    provider_files.BEDROCK_BATCH,
    provider_files.VERTEX_BATCH,
    provider_files.INVOCATION_LOG,
    provider_files.STORED_COMPLETIONS,
    provider_files.CONVERSATION_ITEMS,
    provider_files.THREAD,
    recordings.CLAUDE_TAP,
    recordings.HTTP_RECORDER,
    vcr.SOURCE,
    recordings.CHARLES,
    http_recordings.SOURCE,
    api_collections.POSTMAN,
    api_collections.INSOMNIA,
    ag_ui.SOURCE,
    provider_files.HF_CHAT,
    provider_files.FINETUNE,
    vertex_tuning.SOURCE,
    *not_chats.NOT_CHATS,
)


def source_of(material: Material) -> Source | None:
    """Return the first source that recognises the file. Of records, only sources with a matching sign are tried."""
    if _is_table_of_counts(material.value):
        return None
    candidates = SOURCES if material.kind not in RECORDS else _candidates(material.signs)
    for source in candidates:
        if material.kind in source.takes and source.recognise(material):
            return source
    return None


def source_inside(material: Material) -> Source | None:
    """The source that recognises a value inside a document.

    Files that are only named are asked about as a whole: a part of anything may be a list of tools.
    """
    source = source_of(material)
    return source if source not in _ONLY_WHOLE else None


def _is_table_of_counts(value: object) -> bool:
    """Whether this is a vocabulary or a table of counts: any words as keys, and only numbers as values."""
    return isinstance(value, dict) and bool(value) and all(type(count) in (int, float) for count in value.values())


def _candidates(signs: set[str]) -> list[Source]:
    """Return the sources that have one of the signs, and those without signs. Cached, because files of a batch have
    mostly the same signs."""
    key = frozenset(signs)
    found = _cache.get(key)
    if found is None:
        numbers = {number for sign in _BY_SIGN.keys() & signs for number in _BY_SIGN[sign]}
        found = [SOURCES[number] for number in sorted(numbers.union(_WITHOUT_SIGNS))]
        if len(_cache) >= _MAX_CACHED:
            _cache.clear()
        if len(key) <= _MAX_SIGNS:
            _cache[key] = found
    return found


_ONLY_WHOLE = (
    provider_files.FINETUNE,  # a list of conversations of any program looks like it
    *companion_files.COMPANION_FILES,
    *unsupported_programs.UNSUPPORTED,
    *not_chats.NOT_CHATS,
)
_MAX_CACHED = 1_000
_MAX_SIGNS = 100
_cache: dict[frozenset[str], list[Source]] = {}
_RECORD_SOURCES = [(number, source) for number, source in enumerate(SOURCES) if not source.takes.isdisjoint(RECORDS)]
_WITHOUT_SIGNS = [number for number, source in _RECORD_SOURCES if not source.signs]
_BY_SIGN: dict[str, list[int]] = {}
for _number, _source in _RECORD_SOURCES:
    for _sign in _source.signs:
        _BY_SIGN.setdefault(_sign, []).append(_number)
