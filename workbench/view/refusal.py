"""The refusal that came with the file, as the page shows it first: the recorded error next to the predicted one."""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.locating import Located
from workbench.locating.recorded import recorded_refusal, refusal_text
from workbench.outputs.visible import shortened, visible
from workbench.view.drawn_rows import Note
from workbench.view.plain_finding import plain_explanation
from workbench.view.protocol import Explanation, Recorded

_LONGEST = 2000
_NOT_PREDICTED = "No refusal is predicted for what is shown here."
"""Also true after a repair: the recorded error is about the conversation before it."""


def recorded_error(conversation: Conversation) -> str:
    """Return the error that came with the file, or an empty string."""
    return refusal_text(conversation) if conversation.may_hold_refusal else ""


def recorded(report: Report) -> Recorded | None:
    """Return the recorded error, the prediction and the cause of the error; None if the file contains no refusal."""
    refusal = recorded_refusal(report)
    if refusal is None:
        return None
    return {
        "words": visible(shortened(refusal.words, _LONGEST)),
        "predicted": visible(shortened(refusal.predicted, _LONGEST)) if refusal.predicted else "",
        "foreseen": refusal.foreseen,
        **explanation(report, refusal.located),
        "message_index": refusal.located.message_index,
    }


def explanation(report: Report, located: Located) -> Explanation:
    """Return what an error means, for every reader and with the codes and places."""
    return {
        "plain": visible(shortened(plain_explanation(report, located), _LONGEST)),
        "sentence": visible(shortened(located.sentence, _LONGEST)),
    }


def refusal_note(refusal: Recorded) -> Note:
    """Return a note for the answer's cell: the recorded error, and the predicted one if it differs."""
    same = refusal["predicted"] == refusal["words"]
    predicted = [f"predicted: {refusal['predicted']}"] if refusal["predicted"] and not same else []
    return {
        "cause": -1,
        "column": "response",
        "code": "",
        "rule": "",
        "severity": "error",
        "text": f"Refused in the recording: {refusal['words']}",
        "lines": predicted or (["The prediction is the same."] if same else [_NOT_PREDICTED]),
    }
