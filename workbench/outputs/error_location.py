"""Explain which place in a file a provider's error refers to, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.locating import Located
from workbench.locating.recorded import RecordedRefusal
from workbench.outputs.excerpt import excerpt
from workbench.outputs.text import STYLES, context_lines
from workbench.outputs.visible import visible


def located_as_json(location: Located, conversation: Conversation | None = None) -> dict[str, Json]:
    """Return the location as JSON; `at` leads into the original file, even if the conversation is only a part of it."""
    at = conversation.in_file(location.at) if conversation and location.at is not None else location.at
    return {
        "rule": location.rule,
        "code": location.code,
        "rules": list(location.rules),
        "target": location.target,
        "provider": location.provider,
        "provider_place": location.provider_place,
        "ids": list(location.ids),
        "at": at,
        "message_index": location.message_index,
        "confidence": location.confidence,
        "sentence": location.sentence,
        "words": location.words,
        "finding": location.finding.as_json() if location.finding else None,
    }


def recorded_as_json(refusal: RecordedRefusal | None, conversation: Conversation) -> Json:
    """Return the refusal recorded in the file, with its location; None if there is none."""
    if refusal is None:
        return None
    recorded = {"recorded": refusal.words, "predicted": refusal.predicted, "foreseen": refusal.foreseen}
    return recorded | located_as_json(refusal.located, conversation)


def located_as_text(location: Located, conversation: Conversation | None, width: int) -> Iterator[Text]:
    yield Text(visible(location.sentence), "bold")
    if conversation is not None and location.at is not None:
        partner = location.finding.partner if location.finding else None
        yield from context_lines(excerpt(conversation, location.at, partner, max(40, width - 8)), STYLES["error"])
    if location.finding is None and len(location.rules) > 1:
        yield Text(f"This error message is used for several rules: {', '.join(location.rules)}.")
    if location.rule:
        yield Text(f"`workbench explain {location.code or location.rule}` explains the rule.", "dim")
    elif conversation is not None:
        yield Text("`workbench check` lists everything that is wrong in the file.", "dim")
