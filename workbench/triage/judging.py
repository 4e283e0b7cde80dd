"""One conversation → its case: the verdict, the main cause in plain words, and whether safe fixes are enough."""

from __future__ import annotations

from dataclasses import replace

from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.findings import Cause, Finding
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.loading import LoadError
from workbench.outputs.visible import shortened, visible
from workbench.repairs.fixes import fix_for
from workbench.repairs.repair import repair
from workbench.rules.plain_words import plain_sentence
from workbench.targets import INFO
from workbench.triage.case import Case, Fixable
from workbench.triage.paragraphs import customer_paragraph, engineer_paragraph, unreadable_paragraphs
from workbench.triage.recorded import recorded_tokens, recorded_when
from workbench.triage.tool_names import tool_of

_LONGEST_REASON = 400
FINE = "Nothing is wrong with it."


def judged(conversation: Conversation, document: str, number: int, target: str | None = None) -> Case:
    """The case of a conversation for a target, by default the one it was sent to."""
    case = _described(conversation, document, number)
    try:
        report = check(conversation, target, with_information=False)
    except NoRouteError as reason:
        return _not_judged(case, str(reason))
    verdict = report.verdict
    case = replace(case, target=verdict.target, target_title=verdict.title, calls=len(report.journey.internal.calls))
    if verdict.outcome is Outcome.NOT_JUDGED:
        return _not_judged(case, verdict.reason)
    cause = main_cause(report)
    if cause is None:
        return _told(replace(case, outcome=verdict.outcome.value, cause=FINE), report, None)
    head = cause.head
    case = replace(
        case,
        outcome=verdict.outcome.value,
        cause=plain_sentence(head.rule, tool_of(report, head), pending=head.pending),
        rule=head.rule,
        pattern=_pattern(head),
        first_bad=head.message_index if head.message_index >= 0 else None,
        refused_by=(verdict.title,) if verdict.refused else (),
    )
    fixable, fixes = _repairable(report, target)
    return _told(replace(case, fixable=fixable, fixes=fixes), report, cause)


def unreadable(error: LoadError, document: str, number: int) -> Case:
    """What could not be read is a row too, with its reason."""
    reason = shortened(visible(str(error)), _LONGEST_REASON)
    customer, engineer = unreadable_paragraphs(error.name or document, reason)
    return Case(
        error.name or document,
        document,
        number,
        Outcome.NOT_JUDGED.value,
        reason,
        source=error.source or "",
        messages=len(error.messages),
        customer=customer,
        engineer=engineer,
    )


def everyone_refusing(conversation: Conversation) -> tuple[str, ...]:
    """The titles of all targets that would refuse it."""
    return tuple(verdict.title for verdict in verdicts(conversation) if verdict.refused)


def main_cause(report: Report) -> Cause | None:
    """The cause that decides the verdict, else the most severe one that is more than information."""
    causes = [cause for cause in report.causes if cause.severity != INFO]
    deciding = report.verdict.deciding
    return next((cause for cause in causes if deciding in cause.findings), causes[0] if causes else None)


def _described(conversation: Conversation, document: str, number: int) -> Case:
    origin = conversation.origin
    return Case(
        visible(conversation.name or document),
        document,
        number,
        Outcome.NOT_JUDGED.value,
        "",
        source=origin.title if origin else FORMATS[conversation.format].title,
        format=conversation.format,
        when=recorded_when(conversation),
        messages=len(conversation.messages),
        size=len(compact(conversation.payload)),
        tokens=recorded_tokens(conversation),
    )


def _not_judged(case: Case, reason: str) -> Case:
    shown_reason = shortened(visible(reason), _LONGEST_REASON)
    customer, engineer = unreadable_paragraphs(case.name, shown_reason)
    return replace(case, cause=shown_reason, customer=customer, engineer=engineer)


def _told(case: Case, report: Report, cause: Cause | None) -> Case:
    others = [other for other in report.causes if other is not cause and other.severity != INFO]
    others = [other for other in others if cause is None or other.head != cause.head]
    return replace(
        case,
        customer=customer_paragraph(case, len(others)),
        customer_repaired=customer_paragraph(case, len(others), repaired=True) if case.fixes else "",
        engineer=engineer_paragraph(case, report, cause.head if cause else None, others),
    )


def _repairable(report: Report, target: str | None) -> tuple[Fixable, tuple[str, ...]]:
    """Yes, if after all safe fixes nothing is left that the target refuses, may refuse, or does not get.

    A repair checks again after each round; where no finding has a safe fix, that is spared.
    """
    fixes = (fix_for(report, finding) for finding in report.findings)
    if not any(fix is not None and fix.safe for fix in fixes):
        return "no", ()
    repaired = repair(report.conversation, target, mind_others=False, known=report)
    titles = tuple(dict.fromkeys(fix.title for fix in repaired.applied))
    if not titles:
        return "no", ()
    after = repaired.report
    left = bool(after.errors) or after.verdict.outcome in (Outcome.REFUSED, Outcome.NOT_JUDGED)
    if report.verdict.outcome is Outcome.MAY_REFUSE:
        left = left or after.verdict.outcome is Outcome.MAY_REFUSE
    return ("partly" if left else "yes"), titles


def _pattern(finding: Finding) -> str:
    """The cause without the ids of this one conversation, where it says more than the rule."""
    word, _, rest = finding.cause.partition(" ")
    return finding.cause if word == "prefix" and rest else ""
