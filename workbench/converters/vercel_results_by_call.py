"""Match results with calls, for UI messages, in which a call and its result are one part.

A result belongs to the first call with its id that has no result yet, wherever it is. A result without a call cannot be
represented in a UI message.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json

Answer = tuple[int, dict[str, Json]]
"""The index of the message with the result, and the result part."""


def answers_by_id(messages: Sequence[Json]) -> dict[str, list[Answer]]:
    """Map call ids to their results in order of appearance. `take_answer` assigns the first one to a call."""
    answers: dict[str, list[Answer]] = {}
    for index, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            is_result = isinstance(part, dict) and part.get("type") == "tool-result"
            if is_result and isinstance(call_id := part.get("toolCallId"), str):
                answers.setdefault(call_id, []).append((index, part))
    return answers


def take_answer(answers: dict[str, list[Answer]], call_id: object) -> Answer | None:
    waiting = answers.get(call_id) if isinstance(call_id, str) else None
    return waiting.pop(0) if waiting else None
