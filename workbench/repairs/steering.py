"""Settings that control how an answer is generated: numbers and switches, without content of the conversation.

A request that is refused for one of them loses no word of the conversation without it. Settings with text of their
own (a system prompt, tools, a schema, metadata) are not among them, except the lists of fields that a schema requires.
Only the request's own settings count: the result of a tool may well be `{"temperature": 21}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.conversation import Conversation
from workbench.json.pointer import PointerError, containers, resolve, to_pointer
from workbench.json.text import Json

_STEERING = frozenset({
    "temperature", "top_p", "topP", "top_k", "topK", "presence_penalty", "presencePenalty", "frequency_penalty",
    "frequencyPenalty", "stop", "stop_sequences", "stopSequences", "seed", "n", "logprobs", "top_logprobs",
    "tool_choice", "toolChoice", "parallel_tool_calls", "reasoning_effort", "effort", "mode", "context",
    "service_tier", "stream_options", "max_tokens", "max_output_tokens", "max_completion_tokens", "maxTokens",
    "maxOutputTokens", "budget_tokens", "thinkingBudget", "mediaResolution",
})  # fmt: skip
_HOLDERS = (
    "generationConfig", "generation_config", "inferenceConfig", "additionalModelRequestFields", "reasoning",
    "output_config", "thinking", "thinkingConfig",
)  # fmt: skip
"""Settings that contain such settings."""
_TOOLS = ("tools", "toolConfig", "functions")
_NAME = re.compile(r"[A-Za-z0-9_$.@:/-]{1,64}")
"""The allowed names of a field."""


def steering_places(conversation: Conversation) -> Iterator[tuple[str, Json, str]]:
    """Yield the pointer of each such setting, the object that contains it, and its key there."""
    at = conversation.base.rpartition("/")[0]
    try:
        body = resolve(conversation.payload, at)
    except PointerError:
        return
    if conversation.base:
        yield from _in(body, at)
        yield from _required_fields(body, at)


def _required_fields(body: Json, at: str) -> Iterator[tuple[str, Json, str]]:
    """Yield the `required` lists of a tool's schema, and their items, if they only repeat the names of its fields."""
    for key in _TOOLS if isinstance(body, dict) else ():
        for path, schema in containers(body.get(key)):
            if isinstance(schema, dict) and isinstance(names := schema.get("required"), list):
                place = at + to_pointer((key, *path, "required"))
                plain = [isinstance(name, str) and _NAME.fullmatch(name) is not None for name in names]
                if all(plain):
                    yield place, schema, "required"
                yield from ((f"{place}/{number}", names, "") for number, is_name in enumerate(plain) if is_name)


def _in(holder: object, at: str) -> Iterator[tuple[str, Json, str]]:
    for key, value in holder.items() if isinstance(holder, dict) else ():
        if key in _STEERING:
            yield at + to_pointer((key,)), holder, key
        elif key in _HOLDERS:
            yield from _in(value, at + to_pointer((key,)))
