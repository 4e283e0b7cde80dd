"""Explain the refusal that was recorded with the file, next to the refusal that the check predicts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.checks.findings import Finding
from workbench.checks.recorded_answers import UNEXPLAINED
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.locating import Located, locate
from workbench.locating.envelopes import unwrap
from workbench.locating.recognise import recognise

_BLOCKS = re.compile(r"\n\s*\n|^\s*(?:```|~~~).*$", re.MULTILINE)
_SIGNS = re.compile(
    r"\b\w*(?:Error|Exception)\b\s*[:\[({]|\berror code\b|\bHTTP/[\d.]+ 4\d\d\b|\b4\d\d (?:Bad Request|Unprocessable)"
    r"|\bstatus(?:[ _]?code)?\W{1,3}4\d\d\b|\bINVALID_ARGUMENT\b|\bTraceback \(most recent",
)
"""Patterns that only an error has, and not a person's sentence about an error."""
_ERROR_KEY = re.compile(r"(?:error|exception|message|msg|details?|code|status)\w{0,30}\\?[\"']\s*:", re.IGNORECASE)
"""A key of an error body. Other objects in prose have a `reason` or a `title` too, such as the answer of a judge."""


@dataclass(frozen=True, slots=True)
class RecordedRefusal:
    words: str
    """The provider's sentence, without everything that was wrapped around it."""
    predicted: str | None
    """The refusal that the check predicts for the same fault, or for the first one; None if it predicts none."""
    foreseen: bool
    """Whether the check finds the fault that the recorded refusal is about."""
    located: Located


def recorded_refusal(report: Report) -> RecordedRefusal | None:
    """Return the recorded refusal of the checked conversation, or None if the file has none."""
    text = refusal_text(report.conversation)
    if not text:
        return None
    located = locate(report.conversation, text)
    finding = located.finding if located.finding and located.rule == located.finding.rule else None
    predicted = _error_of(report, finding) if finding else None
    return RecordedRefusal(unwrap(text).sentence, predicted or _predicted(report), finding is not None, located)


def _predicted(report: Report) -> str | None:
    """Return the refusal that the rules predict. The recorded one itself is no prediction."""
    deciding = report.verdict.deciding
    return None if deciding and deciding.rule == UNEXPLAINED else report.verdict.words


def _error_of(report: Report, finding: Finding) -> str | None:
    """Return the error for this fault in the words of the report's target.

    Several providers use almost the same words, so the error may have been located in another one's report."""
    same = (own for own in report.findings if own.rule == finding.rule and own.at == finding.at and own.provider_error)
    return next(same, finding).provider_error


def refusal_text(conversation: Conversation) -> str:
    """Return the recorded error, or the error that was pasted around the conversation."""
    if conversation.refusal:
        return conversation.refusal
    return _error_in(conversation.around) if conversation.around else ""


def _error_in(text: str) -> str:
    """Return the entire text if it has an error body, otherwise the first paragraph that is an error."""
    if unwrap(text).has_body and _ERROR_KEY.search(text):
        return text
    return next((block.strip() for block in _BLOCKS.split(text) if is_error(block)), "")


def is_error(text: str) -> bool:
    """Whether a text contains a provider's error: a body, an exception, or a known error text."""
    if _SIGNS.search(text):
        return True
    unwrapped = unwrap(text)
    has_body = unwrapped.has_body and _ERROR_KEY.search(text) is not None
    return has_body or bool(recognise(unwrapped).candidates)
