"""Settings that control how an answer is generated: numbers, switches and keys, without content of the conversation.

A request that is refused for one of them loses no word of the conversation without it. So does one that is refused
for a setting that consists of numbers and switches, whatever its name. Settings with text of their own (a system
prompt, tools, a schema, metadata) are not among them, except the lists of fields that a schema requires and its
references to other parts of itself, which are addresses.
Only the request's own settings count: the result of a tool may well be `{"temperature": 21}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from workbench.conversation import Conversation
from workbench.json.leaves import has_several_words
from workbench.json.pointer import PointerError, containers, follow_or_none, leaves, resolve, to_path, to_pointer
from workbench.json.text import Json

_NUMERIC = frozenset({
    "temperature", "top_p", "topP", "top_k", "topK", "presence_penalty", "presencePenalty", "frequency_penalty",
    "frequencyPenalty", "seed", "n", "logprobs", "top_logprobs", "parallel_tool_calls", "max_tokens",
    "max_output_tokens", "max_completion_tokens", "maxTokens", "maxOutputTokens", "budget_tokens", "thinkingBudget",
    "stream", "reasoning_budget", "thinking_budget", "enable_thinking", "include_reasoning", "min_p", "min_tokens",
    "top_a", "repetition_penalty", "num_ctx", "background",
})  # fmt: skip
"""Settings that are numbers and switches. A word in their place is from somewhere else."""
_STEERING = frozenset({
    "stop", "stop_sequences", "stopSequences", "tool_choice", "toolChoice", "reasoning_effort", "effort", "mode",
    "context", "service_tier", "stream_options", "thinkingLevel", "mediaResolution", "speed", "inference_geo",
    "functionCallingConfig", "function_calling_config", "prompt_cache_key", "prompt_cache_retention",
    "safety_identifier", "user", "verbosity", "summary", "reasoning_format", "truncation", "include", "transforms",
    "route", "keep_alive", "responseModalities", "response_modalities", "prompt_mode", "think", "anthropic_version",
    "responseMimeType", "response_mime_type", "reasoningEffort", "reasoningSummary", "textVerbosity", "promptCacheKey",
})  # fmt: skip
"""Settings that are names or numbers. A sentence in their place is content."""
_ENDINGS = frozenset({"stop", "stop_sequences", "stopSequences"})
"""Settings whose texts end the answer, whatever they are."""
_WHOLE = frozenset({
    "context_management", "cache_control", "logit_bias", "chat_template_kwargs", "provider", "usage", "imageConfig",
    "image_config",
})  # fmt: skip
"""Settings whose every part only controls the answer, unless it is a sentence."""
_NAMED = frozenset({
    "thinking", "thinkingConfig", "thinking_config", "reasoningConfig", "reasoning_config", "options", "guardrails",
    "guardrailConfig", "guardrail_config", "safetySettings", "safety_settings", "betas",
    "anthropic_beta", "diagnostics",
})  # fmt: skip
"""Settings that only control the answer if all their texts are names, such as those of a mode or a category."""
_OF_CONTENT = frozenset({
    "messages", "contents", "input", "prompt", "system", "metadata", "tools", "toolConfig", "functions",
})  # fmt: skip
"""Settings that belong to the content even if they consist of numbers."""
_MARK = "cache_control"
_MARKED = ("system", "tools")
"""Settings with text of their own, whose cache marks only control the answer."""
_HOLDERS = (
    "generationConfig", "generation_config", "inferenceConfig", "additionalModelRequestFields", "reasoning",
    "output_config", "thinking", "thinkingConfig", "toolConfig", "tool_config",
    "functionCallingConfig", "function_calling_config", "text",
)  # fmt: skip
"""Settings that contain such settings."""
_TOOLS = ("tools", "toolConfig", "functions")
_REFERENCE = "$ref"
_NUMBER = re.compile(r"\s*|[-+\w.]*\d[-+\w.]*|true|false|null|none|auto|nan|inf(?:inity)?", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9_$.@:/-]{1,64}")
"""The allowed names of a field."""


def steering_places(conversation: Conversation, with_holders: bool = True) -> Iterator[tuple[str, Json, str | int]]:
    """Yield the pointer of each such setting, the container it is in, and its key or index there.

    With holders, an object that contains nothing but such settings is one of them too.
    """
    at = conversation.body
    try:
        body = resolve(conversation.payload, at)
    except PointerError:
        return
    if conversation.base:
        yield from _in(body, at, with_holders)
        yield from _marks(body, at)
        yield from _names_in_schemas(body, at)


def is_steering(conversation: Conversation, pointer: str) -> bool:
    """Whether one of `steering_places` has this pointer. Only the values on the way to it are read."""
    at = conversation.body
    if not conversation.base or not pointer.startswith(f"{at}/"):
        return False
    path = to_path(pointer[len(at) :])
    value = follow_or_none(conversation.payload, to_path(at))
    for number, step in enumerate(path):
        value = follow_or_none(value, (step,))
        if _is_whole(step, value):
            return True
        if number == len(path) - 1 and (_steers(step, value) or (step in _HOLDERS and _only_steers(value))):
            return True
        if step not in _HOLDERS:
            break
    if path[0] in _MARKED and _MARK in path:
        mark = path[: path.index(_MARK) + 1]
        return _is_whole(_MARK, follow_or_none(conversation.payload, (*to_path(at), *mark)))
    if path[0] not in _TOOLS or not {"required", _REFERENCE} & set(path[-2:]):
        return False
    try:
        value = resolve(conversation.payload, pointer)
        holder = resolve(conversation.payload, pointer.rpartition("/")[0])
    except PointerError:
        return False
    if path[-1] == _REFERENCE:
        return _is_local(value)
    if isinstance(holder, list):
        return path[-2] == "required" and _is_name(value)
    return path[-1] == "required" and isinstance(value, list) and all(map(_is_name, value))


def _only_steers(value: object) -> bool:
    """Whether an object contains nothing but such settings."""
    return isinstance(value, dict) and bool(value) and all(_steers(key, inner) for key, inner in value.items())


def _steers(key: object, value: object) -> bool:
    """Whether a setting with this name and value only controls the answer."""
    if key in _NUMERIC:
        return all(_is_number_or_none(leaf) for _, leaf in leaves(value))
    return key in _STEERING and (_is_ending(key, value) or not _has_sentence(value))


def _is_ending(key: object, value: object) -> bool:
    texts = value if isinstance(value, list) else [value]
    return key in _ENDINGS and not any(isinstance(text, (dict, list)) for text in texts)


def _is_whole(key: object, value: object) -> bool:
    """Whether every part of a setting with this name and value only controls the answer."""
    return (key in _WHOLE and not _has_sentence(value)) or _only_controls(key, value)


def _has_sentence(value: object) -> bool:
    return any(has_several_words(leaf) for _, leaf in leaves(value))


def _only_controls(key: object, value: object) -> bool:
    """Whether a setting with this name and value consists of numbers and switches, or of names where those are all that
    it can hold."""
    if key in _NAMED:
        return isinstance(value, (dict, list)) and all(_is_name_or_number(leaf) for _, leaf in leaves(value))
    return key not in _OF_CONTENT and all(_is_number(leaf) for _, leaf in leaves(value))


def _is_number(value: object) -> bool:
    return isinstance(value, (bool, int, float))


def _is_number_or_none(value: object) -> bool:
    """Whether it is a number, a switch, one of them as text, or nothing."""
    return value is None or _is_number(value) or (isinstance(value, str) and _NUMBER.fullmatch(value) is not None)


def _is_name_or_number(value: object) -> bool:
    return value is None or _is_number(value) or _is_name(value)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _is_local(value: object) -> bool:
    """Whether it refers to a part of the same schema."""
    return isinstance(value, str) and value.startswith("#/")


def _names_in_schemas(body: Any, at: str) -> Iterator[tuple[str, Json, str | int]]:
    """Yield the `required` lists of a tool's schema, and their items, if they only repeat the names of its fields, and
    its references."""
    for key in _TOOLS if isinstance(body, dict) else ():
        for path, schema in containers(body.get(key)):
            if isinstance(schema, dict) and _is_local(schema.get(_REFERENCE)):
                yield at + to_pointer((key, *path, _REFERENCE)), schema, _REFERENCE
            if isinstance(schema, dict) and isinstance(names := schema.get("required"), list):
                place = at + to_pointer((key, *path, "required"))
                plain = [_is_name(name) for name in names]
                if all(plain):
                    yield place, schema, "required"
                yield from ((f"{place}/{number}", names, number) for number, is_name in enumerate(plain) if is_name)


def _marks(body: Json, at: str) -> Iterator[tuple[str, Json, str | int]]:
    """Yield the cache marks of the system prompt and of tools, and every place inside them."""
    if not isinstance(body, dict):
        return
    for key in _MARKED:
        for path, holder in containers(body.get(key)):
            if isinstance(holder, dict) and _MARK in holder and _is_whole(_MARK, holder[_MARK]):
                place = at + to_pointer((key, *path, _MARK))
                yield place, holder, _MARK
                yield from _inside(holder[_MARK], place)


def _in(holder: object, at: str, with_holders: bool) -> Iterator[tuple[str, Json, str | int]]:
    for key, value in holder.items() if isinstance(holder, dict) else ():
        is_whole = _is_whole(key, value)
        if _steers(key, value) or is_whole:
            yield at + to_pointer((key,)), holder, key
        if is_whole:
            yield from _inside(value, at + to_pointer((key,)))
        elif key in _HOLDERS:
            if with_holders and _only_steers(value):
                yield at + to_pointer((key,)), holder, key
            yield from _in(value, at + to_pointer((key,)), with_holders)


def _inside(value: object, at: str) -> Iterator[tuple[str, Json, str | int]]:
    """Yield every place inside a value."""
    for path, holder in containers(value):
        steps = holder if isinstance(holder, dict) else range(len(holder))
        yield from ((at + to_pointer((*path, step)), holder, step) for step in steps)
