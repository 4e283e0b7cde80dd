"""The refusal that came with the file, explained: what was recorded beside what the check predicts."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
"""What only an error has; words of a person about an error are none."""


@dataclass(frozen=True, slots=True)
class RecordedRefusal:
    words: str
    """As the provider wrote it, out of everything that was wrapped around."""
    predicted: str | None
    """What the check predicts for the same fault, else for the first one; None if it foresees no refusal."""
    foreseen: bool
    """Whether the check finds the very fault that the words are about."""
    located: Located


def recorded_refusal(report: Report) -> RecordedRefusal | None:
    """Of the conversation that was checked; None if the file holds no refusal."""
    text = refusal_text(report.conversation)
    if not text:
        return None
    found = locate(report.conversation, text)
    finding = found.finding if found.finding and found.rule == found.finding.rule else None
    predicted = finding.provider_error if finding and finding.provider_error else report.verdict.words
    return RecordedRefusal(unwrap(text).sentence, predicted, finding is not None, found)


def refusal_text(conversation: Conversation) -> str:
    """The recorded error; else what stood around the conversation in a paste, if that is an error."""
    if conversation.refusal:
        return conversation.refusal
    return _error_in(conversation.around) if conversation.around else ""


def _error_in(text: str) -> str:
    """The error among other words: as a whole where it holds a body, else the first paragraph that is one."""
    if unwrap(text).has_body:
        return text
    return next((block.strip() for block in _BLOCKS.split(text) if is_error(block)), "")


def is_error(text: str) -> bool:
    """Whether a text is a provider's error or holds one: a body, an exception, or words that are known."""
    if _SIGNS.search(text):
        return True
    unwrapped = unwrap(text)
    return unwrapped.has_body or bool(recognise(unwrapped).candidates)
