"""What a provider's error means in a file, for people and for programs."""

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


def located_as_json(found: Located, conversation: Conversation | None = None) -> dict[str, Json]:
    """`at` leads into the file as it was given, whatever was read out of it."""
    at = conversation.in_file(found.at) if conversation and found.at is not None else found.at
    return {
        "rule": found.rule,
        "code": found.code,
        "rules": list(found.rules),
        "target": found.target,
        "provider": found.provider,
        "provider_place": found.provider_place,
        "ids": list(found.ids),
        "at": at,
        "message_index": found.message_index,
        "confidence": found.confidence,
        "sentence": found.sentence,
        "words": found.words,
        "finding": found.finding.as_json() if found.finding else None,
    }


def recorded_as_json(refusal: RecordedRefusal | None, conversation: Conversation) -> Json:
    """The refusal that came with the file, and what it means there."""
    if refusal is None:
        return None
    recorded = {"recorded": refusal.words, "predicted": refusal.predicted, "foreseen": refusal.foreseen}
    return recorded | located_as_json(refusal.located, conversation)


def located_as_text(found: Located, conversation: Conversation | None, width: int) -> Iterator[Text]:
    yield Text(visible(found.sentence), "bold")
    if conversation is not None and found.at is not None:
        partner = found.finding.partner if found.finding else None
        yield from context_lines(excerpt(conversation, found.at, partner, max(40, width - 8)), STYLES["error"])
    if found.finding is None and len(found.rules) > 1:
        yield Text(f"The same words are used for: {', '.join(found.rules)}.")
    if found.rule:
        yield Text(f"`workbench explain {found.code or found.rule}` explains the rule.", "dim")
    elif conversation is not None:
        yield Text("`workbench check` shows what is wrong in the file, whatever the error is.", "dim")
