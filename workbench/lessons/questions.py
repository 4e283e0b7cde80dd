"""The question at the end of a walk: what will the provider say? And the answer, as the checks give it."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.checks.check import check
from workbench.checks.findings import Cause
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.detection import detected
from workbench.json.patch import apply
from workbench.outputs.verdict_sentence import verdict_sentence

ACCEPTS, MAY_REFUSE, NOT_JUDGED = "accepts", "may refuse", "not judged"
_MOST_MESSAGES = 4


@dataclass(frozen=True)
class Choice:
    key: str
    label: str


@dataclass(frozen=True)
class Alone:
    """What the provider says once one fault alone is repaired: that tells which of several is the cause."""

    fix: str
    safe: bool
    verdict: str
    words: str


def choices(report: Report) -> list[Choice]:
    """To accept it, to doubt it, or to refuse one of a few messages; the right one is always among them."""
    who = report.verdict.title
    offered = [
        Choice(ACCEPTS, f"{who} accepts it"),
        Choice(MAY_REFUSE, f"{who} may refuse it; the file does not show whether it will"),
    ]
    if report.verdict.outcome is Outcome.NOT_JUDGED:
        offered.append(Choice(NOT_JUDGED, "Nobody can know what this is"))
    return [*offered, *(Choice(_refusal(at), f"{who} refuses message {at}") for at in _messages(report))]


def right_choice(report: Report) -> str:
    verdict = report.verdict
    if verdict.outcome is Outcome.REFUSED:
        return _refusal(_refused_at(report))
    return {Outcome.ACCEPTED: ACCEPTS, Outcome.MAY_REFUSE: MAY_REFUSE}.get(verdict.outcome, NOT_JUDGED)


def repaired_alone(report: Report) -> list[Alone]:
    """Each fault repaired by itself, the others left as they are."""
    return [alone for cause in report.causes if (alone := _alone(report, cause)) is not None]


def _alone(report: Report, cause: Cause) -> Alone | None:
    fix = next((finding.fix for finding in cause.findings if finding.fix is not None), None)
    if fix is None:
        return None
    conversation = report.conversation
    repaired = conversation.with_payload(apply(conversation.payload, fix.patch))
    after = check(detected(repaired, format=conversation.format), report.target.name)
    return Alone(fix.title, fix.safe, verdict_sentence(after), after.verdict.words or "")


def _messages(report: Report) -> list[int]:
    """Where somebody could suspect the fault: messages with calls or results, and the one that is refused."""
    events = report.journey.internal.events
    suspected = list(dict.fromkeys(event.message for event in events if event.kind in ("call", "result")))
    suspected = suspected or list(range(len(report.conversation.messages)))
    if report.verdict.outcome is not Outcome.REFUSED:
        return suspected[:_MOST_MESSAGES]
    refused = _refused_at(report)
    near = sorted((at for at in suspected if at != refused), key=lambda at: (abs(at - refused), at))
    return sorted([refused, *near[: _MOST_MESSAGES - 1]])


def _refused_at(report: Report) -> int:
    """The message where the fault was made."""
    return max(0, report.verdict.made_at or 0)


def _refusal(message: int) -> str:
    return f"refuses {message}"
