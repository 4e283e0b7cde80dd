"""Who would take this conversation? Every target is asked at once; places need not be exact for that."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.checks.check import Journeys, check
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.targets import ERROR, TARGETS, WARNING


@dataclass(frozen=True, slots=True)
class Verdict:
    """Would this target take the conversation?"""

    target: str
    title: str
    outcome: str
    """accepted, refused or unknown (it depends on what the file does not show)."""
    errors: int
    words: str | None
    first_message: int | None


def verdicts(conversation: Conversation) -> list[Verdict]:
    """The answer of every target at once."""
    journeys: Journeys = {}
    return [_verdict(conversation, name, journeys) for name in TARGETS]


def _verdict(conversation: Conversation, name: str, journeys: Journeys) -> Verdict:
    title = TARGETS[name].title
    try:
        report = check(conversation, name, with_information=False, exact=False, journeys=journeys)
    except NoRouteError:
        return Verdict(name, title, "unknown", 0, None, None)
    if report.refused:
        count = sum(cause.severity == ERROR for cause in report.causes)
        return Verdict(name, title, "refused", count, report.provider_error, report.first_invalid_message)
    doubtful = [finding for finding in report.findings if finding.severity == WARNING and finding.provider_error]
    words = doubtful[0].provider_error if doubtful else None
    return Verdict(name, title, "unknown" if doubtful else "accepted", 0, words, None)
