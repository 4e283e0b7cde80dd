"""What a conversation records about itself beside its words: when it took place and how many tokens were counted.

Nothing is estimated: what is not recorded is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from workbench.conversation import Conversation
from workbench.json.text import Json

_MOMENTS = ("timestamp", "createdAt", "created_at", "created")
_COUNTS = ("usage", "usageMetadata")
_TOTAL = ("total_tokens", "totalTokens", "totalTokenCount")
_PARTS = (
    ("input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "promptTokenCount"),
    ("output_tokens", "completion_tokens", "outputTokens", "completionTokens", "candidatesTokenCount"),
)
_MILLISECONDS = 100_000_000_000
"""A number of seconds that is larger than this is one of milliseconds."""


def recorded_when(conversation: Conversation) -> str:
    """The moment that the source tells, else the first that a message or the recorded answer carries."""
    if conversation.origin and conversation.origin.facts.when:
        return conversation.origin.facts.when
    for holder in _holders(conversation):
        for key in _MOMENTS:
            if moment := _moment(holder.get(key)):
                return moment
    return ""


def recorded_tokens(conversation: Conversation) -> int | None:
    """The tokens that the recorded answers were counted with, all together."""
    counts = [_tokens(holder[key]) for holder in _holders(conversation) for key in _COUNTS if key in holder]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _holders(conversation: Conversation) -> Iterator[dict[str, Json]]:
    for value in (*conversation.messages, conversation.response):
        if isinstance(value, dict):
            yield value
            if isinstance(metadata := value.get("metadata"), dict):
                yield metadata


def _moment(value: object) -> str:
    if isinstance(value, str):
        return value[:40]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
        try:
            return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC).isoformat()
        except (ValueError, OverflowError, OSError):
            return ""
    return ""


def _tokens(usage: object) -> int | None:
    if not isinstance(usage, dict):
        return None
    total = next((usage[key] for key in _TOTAL if _is_count(usage.get(key))), None)
    if total is not None:
        return int(total)
    parts = [next((usage[key] for key in keys if _is_count(usage.get(key))), None) for keys in _PARTS]
    return sum(part for part in parts if part is not None) if any(part is not None for part in parts) else None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
