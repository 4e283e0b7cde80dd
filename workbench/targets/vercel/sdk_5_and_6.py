"""Errors that `generateText` of SDK 5 and SDK 6 throws for a list of messages (`ai` 5.0.277, 6.0.326)."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.text import Json
from workbench.targets.contract import Thrown
from workbench.targets.vercel.approvals import unmatched_approvals
from workbench.targets.vercel.broken_schema import broken_schema
from workbench.targets.vercel.media import unreadable_media
from workbench.targets.vercel.pairing import unanswered_calls

EMPTY = "AI_InvalidPromptError: Invalid prompt: messages must not be empty"
INVALID_5 = (
    "AI_InvalidPromptError: Invalid prompt: The messages must be a ModelMessage[]. If you have passed a UIMessage[], "
    "you can use convertToModelMessages to convert them."
)
INVALID_6 = "AI_InvalidPromptError: Invalid prompt: The messages do not match the ModelMessage[] schema."


def thrown_by_5(messages: Sequence[Json]) -> list[Thrown]:
    return list(broken_schema(5, messages, INVALID_5)) or list(unreadable_media(5, messages))


def thrown_by_6(messages: Sequence[Json]) -> list[Thrown]:
    """The SDK checks the schema first, and the rest only if the schema matches."""
    if broken := list(broken_schema(6, messages, INVALID_6)):
        return broken
    unmatched = list(unmatched_approvals(messages))
    return unmatched or [*unreadable_media(6, messages), *unanswered_calls(messages)]
