"""The refusal that came with the file, as the page shows it first: recorded words beside predicted words."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.locating.recorded import recorded_refusal, refusal_text
from workbench.outputs.visible import shortened, visible
from workbench.view.protocol import Note, Recorded

_LONGEST = 2000


def recorded_error(conversation: Conversation) -> str:
    """The error that came with the file; empty if none did."""
    return refusal_text(conversation) if conversation.may_hold_refusal else ""


def recorded(report: Report) -> Recorded | None:
    """What was recorded, what the check predicts, and where the error leads; None if the file holds no refusal."""
    refusal = recorded_refusal(report)
    if refusal is None:
        return None
    return {
        "words": visible(shortened(refusal.words, _LONGEST)),
        "predicted": visible(shortened(refusal.predicted, _LONGEST)) if refusal.predicted else "",
        "foreseen": refusal.foreseen,
        "sentence": visible(shortened(refusal.located.sentence, _LONGEST)),
        "message_index": refusal.located.message_index,
    }


def refusal_note(refusal: Recorded) -> Note:
    """At its message, where the answer would be: the recorded words, and the predicted ones where they differ."""
    same = refusal["predicted"] == refusal["words"]
    predicted = [f"predicted: {refusal['predicted']}"] if refusal["predicted"] and not same else []
    return {
        "cause": -1,
        "column": "response",
        "code": "",
        "rule": "",
        "severity": "error",
        "text": f"Refused in the recording: {refusal['words']}",
        "lines": predicted or (["The prediction is the same."] if same else ["The check did not predict this."]),
    }
