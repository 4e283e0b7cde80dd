"""The refusal that came with the file, as the page shows it first: recorded words beside predicted words."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.locating.recorded import recorded_refusal, refusal_text
from workbench.outputs.visible import shortened, visible

_LONGEST = 2000


def recorded_error(conversation: Conversation) -> str:
    """The error that came with the file; empty if none did."""
    return refusal_text(conversation) if conversation.may_hold_refusal else ""


def recorded(report: Report) -> Json:
    """What was recorded, what the check predicts, and where the error leads; None if the file holds no refusal."""
    refusal = recorded_refusal(report)
    if refusal is None:
        return None
    return {
        "words": visible(shortened(refusal.words, _LONGEST)),
        "predicted": visible(shortened(refusal.predicted, _LONGEST)) if refusal.predicted else None,
        "foreseen": refusal.foreseen,
        "sentence": visible(shortened(refusal.located.sentence, _LONGEST)),
        "rule": refusal.located.rule,
        "at": refusal.located.at,
        "message_index": refusal.located.message_index,
    }
