"""Read when a conversation took place and how many tokens it used. Nothing is estimated: only recorded values count."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.triage.dates import iso_time

_TIME_KEYS = ("timestamp", "createdAt", "created_at", "created")
_USAGE_KEYS = ("usage", "usageMetadata")
_TOTAL_KEYS = ("total_tokens", "totalTokens", "totalTokenCount")
_PART_KEYS = (
    ("input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "promptTokenCount"),
    ("output_tokens", "completion_tokens", "outputTokens", "completionTokens", "candidatesTokenCount"),
)


def recorded_when(conversation: Conversation) -> str:
    """Return the time that the source states, or else the first one in a message, in the recorded answer or next to the
    messages."""
    if conversation.origin and conversation.origin.facts.when:
        return iso_time(conversation.origin.facts.when)
    beside = [conversation.payload] if isinstance(conversation.payload, dict) else []
    for container in (*_objects(conversation), *beside):
        for key in _TIME_KEYS:
            if time := iso_time(container.get(key)):
                return time
    return ""


def recorded_tokens(conversation: Conversation) -> int | None:
    """Return the sum of the token counts in the recorded answers, or None if there are none."""
    counts = [
        _tokens(container[key]) for container in _objects(conversation) for key in _USAGE_KEYS if key in container
    ]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _objects(conversation: Conversation) -> Iterator[dict[str, Json]]:
    """Yield the messages, the recorded response, and the metadata of each."""
    for value in (*conversation.messages, conversation.response):
        if isinstance(value, dict):
            yield value
            if isinstance(metadata := value.get("metadata"), dict):
                yield metadata


def _tokens(usage: object) -> int | None:
    if not isinstance(usage, dict):
        return None
    total = next((usage[key] for key in _TOTAL_KEYS if _is_count(usage.get(key))), None)
    if total is not None:
        return int(total)
    parts = [next((usage[key] for key in keys if _is_count(usage.get(key))), None) for keys in _PART_KEYS]
    return sum(part for part in parts if part is not None) if any(part is not None for part in parts) else None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
