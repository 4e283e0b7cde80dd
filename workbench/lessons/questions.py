"""The question at the end of a walk: what would the provider answer? The checks give the solution."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.checks.check import check
from workbench.checks.findings import Cause
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.detection import detected
from workbench.json.patch import apply
from workbench.outputs.verdict_sentence import verdict_sentence
from workbench.repairs.repair import repair

ACCEPTS, MAY_REFUSE, NOT_JUDGED = "accepts", "may refuse", "not judged"
_MAX_MESSAGES = 4


@dataclass(frozen=True)
class Choice:
    key: str
    label: str


@dataclass(frozen=True)
class SingleRepair:
    """The verdict after one fault alone is repaired. It shows which of several faults is the cause."""

    fix: str
    safe: bool
    verdict: str
    words: str


def choices(report: Report) -> list[Choice]:
    """Return the possible answers: accepted, may be refused, or refused at one of a few messages.

    The right answer is always among them.
    """
    target = report.verdict.title
    general = [
        Choice(ACCEPTS, f"{target} accepts it"),
        Choice(MAY_REFUSE, f"{target} may refuse it; the file does not show whether it will"),
    ]
    if report.verdict.outcome is Outcome.NOT_JUDGED:
        general.append(Choice(NOT_JUDGED, "It cannot be judged: the format is not recognised"))
    return [*general, *(Choice(_refusal(at), f"{target} refuses message {at}") for at in _messages(report))]


def right_choice(report: Report) -> str:
    verdict = report.verdict
    if verdict.outcome is Outcome.REFUSED:
        return _refusal(_refused_at(report))
    return {Outcome.ACCEPTED: ACCEPTS, Outcome.MAY_REFUSE: MAY_REFUSE}.get(verdict.outcome, NOT_JUDGED)


def single_repairs(report: Report) -> list[SingleRepair]:
    """Repair each fault by itself, without the others, and return the verdicts.

    The repair of a single fault includes the fixes that it makes necessary: alone, it would seem to be useless.
    """
    alone = [one for cause in report.causes if (one := _single_repair(report, cause)) is not None]
    return [_with_following(report, alone[0])] if len(alone) == 1 else alone


def _with_following(report: Report, alone: SingleRepair) -> SingleRepair:
    done = repair(report.conversation, report.target.name, mind_others=False)
    titles = list(dict.fromkeys(fix.title for fix in done.applied))
    if titles[:1] != [alone.fix]:
        return alone
    return SingleRepair(", then: ".join(titles), True, verdict_sentence(done.report), done.report.verdict.words or "")


def _single_repair(report: Report, cause: Cause) -> SingleRepair | None:
    fix = next((finding.fix for finding in cause.findings if finding.fix is not None), None)
    if fix is None:
        return None
    conversation = report.conversation
    repaired = conversation.with_payload(apply(conversation.payload, fix.patch))
    after = check(detected(repaired, format=conversation.format), report.target.name)
    return SingleRepair(fix.title, fix.safe, verdict_sentence(after), after.verdict.words or "")


def _messages(report: Report) -> list[int]:
    """Return the messages that a user may suspect: those with calls or results, and the refused one."""
    events = report.journey.internal.events
    suspected = list(dict.fromkeys(event.message for event in events if event.kind in ("call", "result")))
    suspected = suspected or list(range(len(report.conversation.messages)))
    if report.verdict.outcome is not Outcome.REFUSED:
        return suspected[:_MAX_MESSAGES]
    refused = _refused_at(report)
    near = sorted((at for at in suspected if at != refused), key=lambda at: (abs(at - refused), at))
    return sorted([refused, *near[: _MAX_MESSAGES - 1]])


def _refused_at(report: Report) -> int:
    """Return the message with the fault."""
    return max(0, report.verdict.made_at or 0)


def _refusal(message: int) -> str:
    return f"refuses {message}"
