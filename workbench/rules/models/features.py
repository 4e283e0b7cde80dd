"""Features of an API that this model does not have."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.models.parameters import EFFORTS, leave_out, requested_effort
from workbench.rules.request.answers_in_json import ask_in_prompt, describe_schema
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.models import ALWAYS, matching_prefix

_PENALTIES = ("presencePenalty", "frequencyPenalty", "presence_penalty", "frequency_penalty")
_LIMITS: tuple[Path, ...] = (
    ("max_tokens",),
    ("max_completion_tokens",),
    ("max_output_tokens",),
    ("generationConfig", "maxOutputTokens"),
    ("generation_config", "max_output_tokens"),
    ("inferenceConfig", "maxTokens"),
)


@rule("MO109", "response-format-unsupported-by-model", fix=describe_schema)
def response_format_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for an answer that follows a schema, which this model does not support.

    Bad (openai):
        {"model": "gpt-4", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
         "type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "response_format": {
         "type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}}
    """
    wanted = chat.settings.get("response_format")
    models = target.request.settings.structured
    refused = (
        chat.facts.structured is False
        if models is None
        else bool(chat.model) and not matching_prefix(chat.model, models)
    )
    if refused and isinstance(wanted, dict) and wanted.get("type") == "json_schema":
        yield at_setting(("response_format",), f"The model {chat.model} does not support answers that follow a schema.")


_ANSWER_FORMATS = (
    ("generationConfig", "responseMimeType"),
    ("generationConfig", "response_mime_type"),
    ("generation_config", "response_mime_type"),
)


_MODALITIES = (("generationConfig", "responseModalities"), ("generation_config", "response_modalities"))


def ask_for_its_modality(context: RepairContext, finding: Finding) -> Fix | None:
    """Ask for the only kind of answer that the model gives."""
    supported = context.chat.facts.modalities or ()
    if len(supported) != 1 or finding.at.rpartition("/")[2] not in ("generationConfig", "generation_config", "model"):
        return None
    names = next((path for path in _MODALITIES if path[0] in context.conversation.settings), _MODALITIES[0])
    body, config = context.conversation.body, context.conversation.settings.get(names[0])
    place = f"{body}/{names[0]}"
    if config is not None and not isinstance(config, dict):
        return None
    written = add(place, {names[1]: [*supported]}) if config is None else add(f"{place}/{names[1]}", [*supported])
    why = "The model gives no other answers, but without the setting the API asks for text."
    return Fix(f"Ask for {supported[0].lower()}", (written,), True, why, 0.8)


def leave_out_modalities(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the modalities; safe if the request also asks for what the model answers with."""
    requested = context.value(finding.at)
    if "TEXT" not in (context.chat.facts.modalities or ()):
        return None  # without the setting, an API answers with text
    names = {str(name).upper() for name in requested} if isinstance(requested, list) else set()
    safe = not names.isdisjoint(context.chat.facts.modalities or ())
    why = "Without it, the model answers as it can."
    return Fix("Leave out the modalities", (remove(finding.at),), safe, why, 0.7)


@rule("MO129", "modality-unsupported-by-model", fix=first_of(ask_for_its_modality, leave_out_modalities))
def modality_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for another kind of answer (text, pictures, speech) than this model gives.

    A request that names no kind asks for text, so a model for speech has to be asked for speech.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Draw a ship."}]}],
         "generationConfig": {"responseModalities": ["TEXT", "IMAGE"]}}
    Good (gemini):
        {"model": "gemini-2.5-flash-image", "contents": [{"role": "user", "parts": [{"text": "Draw a ship."}]}],
         "generationConfig": {"responseModalities": ["TEXT", "IMAGE"]}}
    """
    supported = chat.facts.modalities
    for path in _MODALITIES if supported is not None else ():
        requested = setting(chat, path)
        names = [name.upper() for name in requested if isinstance(name, str)] if isinstance(requested, list) else []
        if supported is not None and not set(names) <= {*supported, "MODALITY_UNSPECIFIED"}:
            text = f"The model {chat.model} answers only with {', '.join(supported).lower()}."
            yield at_setting(path, text, requested=", ".join(names), model=chat.model, supported=", ".join(supported))
    if supported is not None and "TEXT" not in supported and not any(setting(chat, path) for path in _MODALITIES):
        place = next((path[:1] for path in _MODALITIES if path[0] in chat.settings), ("model",))
        if place[0] in chat.settings:
            text = f"The model {chat.model} answers only with {', '.join(supported).lower()}, but is not asked for it."
            yield at_setting(place, text, variant="default", model=chat.model, supported=", ".join(supported))


@rule("MO125", "json-unsupported-by-model", fix=ask_in_prompt)
def json_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for an answer in JSON, which this model does not support.

    Bad (gemini):
        {"model": "gemma-3-27b-it", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"responseMimeType": "application/json"}}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"responseMimeType": "application/json"}}
    """
    for path in _ANSWER_FORMATS if chat.facts.answers_json is False else ():
        if setting(chat, path) == "application/json":
            model = str(chat.model).rpartition("/")[2]
            yield at_setting(path, f"The model {chat.model} does not answer in JSON.", model=model)


@rule("MO110", "search-unsupported-by-model", fix=leave_out)
def search_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has web search settings, but this model does not search.

    Bad (openai):
        {"model": "gpt-4o", "web_search_options": {}, "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-4o-search-preview", "web_search_options": {}, "messages": [{"role": "user", "content": "Hello"}]}
    """
    if chat.facts.searches is False and "web_search_options" in chat.settings:
        variant = "reasoning" if chat.facts.thinks == ALWAYS else ""
        yield at_setting(("web_search_options",), f"The model {chat.model} does not search the web.", variant=variant)


@rule("MO111", "search-tool-missing")
def search_tool_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A request to a research model offers no search tool.

    Bad (openai-responses):
        {"model": "o3-deep-research", "input": [{"role": "user", "content": "Hello"}]}
    Good (openai-responses):
        {"model": "o3-deep-research", "tools": [{"type": "web_search_preview"}],
         "input": [{"role": "user", "content": "Hello"}]}
    """
    if not chat.facts.needs_search:
        return
    tools = chat.settings.get("tools")
    kinds = {str(tool.get("type")) for tool in tools if isinstance(tool, dict)} if isinstance(tools, list) else set()
    if not any(kind.startswith(("web_search", "mcp", "file_search")) for kind in kinds):
        yield at_setting(("tools",) if "tools" in chat.settings else ("model",), "The model needs a search tool.")


def _in_one_word(name: str) -> str:
    """`presence_penalty` → `presencePenalty`."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


@rule("MO112", "penalty-unsupported", fix=leave_out)
def penalty_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request penalises repeated words, which this model does not support.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "generationConfig": {"presencePenalty": 0.5},
         "contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    Good (gemini):
        {"model": "gemini-2.5-flash", "generationConfig": {"temperature": 0.5},
         "contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    if chat.facts.penalises is not False:
        return
    text = f"The model {chat.model} does not support penalties."
    least = (None,) if target.request.settings.refuses_zero_penalties else (None, 0)
    for parent in ((), ("generationConfig",), ("generation_config",)):
        for name in _PENALTIES:
            if setting(chat, (*parent, name)) not in least:
                model, spelled = str(chat.model).rpartition("/")[2], _in_one_word(name)
                yield at_setting((*parent, name), text, model=model, key=name, spelled=spelled)


def longest_answer(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the limit that the server accepts. A limit from third-party data is not set automatically."""
    here = context.target.request.settings.most_by_model.get("output", {})
    known = matching_prefix(context.chat.model, here)
    if known is None or finding.severity != ERROR or context.value(finding.at) is None:
        return None
    why = "The model cannot give a longer answer."
    return Fix(f"Set it to {here[known]}", (replace(finding.at, here[known]),), True, why, 0.9)


@rule("MO113", "output-tokens-too-many", fix=longest_answer)
def output_tokens_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request allows a longer answer than the model can give.

    It is a warning if the model's limit comes from third-party data.

    Bad (anthropic):
        {"model": "claude-3-haiku-20240307", "max_tokens": 64000, "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-3-haiku-20240307", "max_tokens": 4096, "messages": [{"role": "user", "content": "Hello"}]}
    """
    limits = target.request.settings.most_by_model.get("output", {})
    known = matching_prefix(chat.model, limits)
    limit = limits[known] if known is not None else chat.facts.output
    severity = None if known is not None else WARNING
    for path in _LIMITS if limit is not None else ():
        requested = setting(chat, path)
        if isinstance(requested, int) and limit is not None and requested > limit:
            text = f"The model {chat.model} answers with at most {limit:,} tokens."
            facts = {"key": path[-1], "requested": requested, "limit": limit, "beyond": limit + 1, "model": chat.model}
            yield at_setting(path, text, severity=severity)._replace(facts=facts)


def instructions_in_first_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the system prompt to the start of the first user message: the same words in the same order."""
    blocks, first = context.value(finding.at), context.message(0)
    if not finding.at.endswith("/system") or not isinstance(blocks, list) or context.chat.roles[:1] != ["user"]:
        return None
    content = first.get("content") if isinstance(first, dict) else None
    texts = [block for block in blocks if isinstance(block, dict) and set(block) == {"text"}]
    if not isinstance(content, list) or len(texts) < len(blocks):
        return None
    patch = (replace(context.pointer(0, ("content",)), [*texts, *content]), remove(finding.at))
    why = "The model has no place for instructions; it reads them at the beginning of the first message."
    return Fix("Move the instructions into the first message", patch, True, why, 0.8)


@rule("MO114", "bedrock-feature-unsupported", fix=instructions_in_first_turn)
def bedrock_feature_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request uses a feature that this model does not support: a system prompt, or tools.

    Bad (bedrock):
        {"modelId": "amazon.titan-text-express-v1", "system": [{"text": "Be brief."}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "system": [{"text": "Be brief."}],
         "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    surely = chat.facts.platform_instructs is False
    if chat.settings.get("system") and (surely or "system" in (chat.facts.refused_roles or ())):
        text = f"The model {chat.model} does not accept a system prompt."
        yield at_setting(("system",), text, severity=None if surely else WARNING)
    if chat.settings.get("toolConfig") and chat.facts.uses_tools is False:
        yield at_setting(("toolConfig",), f"The model {chat.model} does not support tools.", variant="tools")


@rule("MO118", "tools-unsupported-by-model")
def tools_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers tools, but the model's chat template does not support them.

    The publisher of a model writes its template, so another build of the same model may support tools.

    Bad (ollama):
        {"model": "gemma3:4b", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "ls", "parameters": {"type": "object", "properties": {}}}}]}
    Good (ollama):
        {"model": "qwen3:8b", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "ls", "parameters": {"type": "object", "properties": {}}}}]}
    """
    if chat.settings.get("tools") and chat.facts.uses_tools is False:
        yield at_setting(("tools",), f"The model {chat.model} does not support tools.", model=chat.model)


def think_a_little_more(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the least effort at which the model accepts all tools of the request."""
    refused = context.target.request.settings.thinking_tools
    efforts = [effort for effort in context.chat.facts.efforts or () if effort not in (*refused, "none")]
    place = next((path for path in EFFORTS if isinstance(setting(context.chat, path), str)), None)
    if place is None or not efforts:
        return None
    why = "It is the least effort at which the tool can be used."
    patch = (replace(context.conversation.body + to_pointer(place), efforts[0]),)
    return Fix(f"Set the effort to {efforts[0]}", patch, True, why, 0.8)


@rule("MO122", "tool-unsupported-by-effort", fix=think_a_little_more)
def tool_unsupported_by_effort(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers a built-in tool that cannot be used at this reasoning effort.

    Bad (openai-responses):
        {"model": "gpt-5", "reasoning": {"effort": "minimal"}, "tools": [{"type": "web_search"}],
         "input": [{"role": "user", "content": "Hello"}]}
    Good (openai-responses):
        {"model": "gpt-5", "reasoning": {"effort": "low"}, "tools": [{"type": "web_search"}],
         "input": [{"role": "user", "content": "Hello"}]}
    """
    effort, tools = requested_effort(chat), chat.settings.get("tools")
    refused = target.request.settings.thinking_tools.get(effort or "")
    for index, tool in enumerate(tools if refused and isinstance(tools, list) else ()):
        kind = str(tool.get("type")) if isinstance(tool, dict) else ""
        if refused and kind.startswith(refused):
            text = f"{kind} cannot be used at the reasoning effort {effort}."
            yield at_setting(("tools", index), text, effort=effort, kind=kind)


@rule("MO115", "model-unsupported-by-api")
def model_unsupported_by_api(chat: Chat, target: Target) -> Iterator[Violation]:
    """The model is only available through another API.

    Bad (openai-responses):
        {"model": "gpt-4o-search-preview", "input": [{"role": "user", "content": "Hello"}]}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": "Hello"}]}
    """
    is_available = chat.facts.responds if chat.format.traits.messages_are_items else chat.facts.chats
    if is_available is False and "model" in chat.settings:
        yield at_setting(("model",), f"The model {chat.model} is not available through this API.", model=chat.model)


def _asks_for_audio(modalities: object) -> bool:
    return isinstance(modalities, list) and "audio" in modalities


@rule("MO124", "audio-missing")
def audio_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A request to an audio model neither contains audio nor asks for it.

    Bad (openai):
        {"model": "gpt-4o-audio-preview", "messages": [{"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-4o-audio-preview", "messages": [{"role": "user", "content": "Hello"}],
         "modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "wav"}}
    """
    if not chat.facts.needs_audio or _asks_for_audio(chat.settings.get("modalities")):
        return
    if not any(isinstance(message, dict) and _has_audio(message) for message in chat.messages):
        yield at_setting(("model",), f"The model {chat.model} requires audio, in the messages or in the answer.")


def _has_audio(message: dict[str, Json]) -> bool:
    """Whether a message has audio, or refers to an earlier audio answer."""
    parts = message.get("content")
    kinds = [part.get("type") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return message.get("audio") is not None or "input_audio" in kinds
