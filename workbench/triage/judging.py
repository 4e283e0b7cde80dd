"""Judge one conversation: its verdict, its main cause in plain words, and whether safe fixes are enough."""

from __future__ import annotations

from collections.abc import Sequence
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
from workbench.loading.error import DefectiveReading
from workbench.loading.plain_reason import is_without_chat, plain_reason
from workbench.outputs.conversation_title import conversation_title
from workbench.outputs.visible import shortened, visible
from workbench.repairs.fixes import fix_for
from workbench.rules.plain_words import plain_sentence
from workbench.targets import INFO, TARGETS
from workbench.triage.case import Case, Fixable
from workbench.triage.paragraphs import (
    LOOK_AT_IT,
    SEND_AGAIN,
    SEND_THE_CHAT,
    customer_paragraph,
    engineer_paragraph,
    not_judged_paragraphs,
)
from workbench.triage.recorded_values import recorded_tokens, recorded_when
from workbench.triage.safe_repair import safe_repair
from workbench.triage.tool_names import tool_of

_MAX_REASON = 400
FINE = "Nothing is wrong with it."
_NO_MESSAGES = "The conversation has no messages."
_UNKNOWN_FORMAT = "The conversation is stored in a way that is not known here."
_NO_ROUTE = "The conversation cannot be converted for the chosen service."


def judge(conversation: Conversation, document: str, number: int, target: str | None = None) -> Case:
    """Return the case of a conversation for a target, by default the one that it was sent to."""
    case = _description(conversation, document, number)
    try:
        report = check(conversation, target, with_information=False)
    except NoRouteError as reason:
        return _not_judged(case, _NO_ROUTE, str(reason))
    verdict = report.verdict
    case = replace(case, target=verdict.target, target_title=verdict.title, calls=len(report.journey.internal.calls))
    if verdict.outcome is Outcome.NOT_JUDGED:
        plain = _UNKNOWN_FORMAT if conversation.messages else _NO_MESSAGES
        return _not_judged(case, plain, _sentence(verdict.reason))
    cause = main_cause(report)
    if cause is None:
        return _with_paragraphs(replace(case, outcome=verdict.outcome, cause=FINE), report, None)
    head = cause.head
    case = replace(
        case,
        outcome=verdict.outcome,
        cause=plain_sentence(head.rule, tool_of(report, head), pending=head.pending, is_certain=verdict.refused),
        rule=head.rule,
        pattern=_pattern(head),
        first_bad=head.message_index if head.message_index >= 0 else None,
        refused_by=(verdict.title,) if verdict.refused else (),
    )
    fixable, fixes = _safe_repair(report, target)
    return _with_paragraphs(replace(case, fixable=fixable, fixes=fixes), report, cause)


def unreadable(error: LoadError, document: str, number: int) -> Case:
    """Return the case of a document that could not be read: in plain words, and in the engineer's."""
    plain = shortened(visible(plain_reason(error)), _MAX_REASON)
    reason = shortened(visible(error.reason), _MAX_REASON)
    customer, engineer = not_judged_paragraphs(error.name or document, plain, reason, _after_unreadable(error))
    return Case(
        error.name or document,
        document,
        number,
        Outcome.NOT_JUDGED,
        plain,
        source=error.source or "",
        messages=len(error.messages),
        customer=customer,
        engineer=engineer,
    )


def _after_unreadable(error: LoadError) -> str:
    """Return the next step. To send the same file again only helps if it was damaged."""
    if isinstance(error, DefectiveReading) or error.source:
        return LOOK_AT_IT
    return SEND_THE_CHAT if is_without_chat(error) else SEND_AGAIN


def refusing_targets(conversation: Conversation) -> tuple[str, ...]:
    """Return the titles of all targets that would refuse the conversation."""
    return tuple(verdict.title for verdict in verdicts(conversation) if verdict.refused)


def refusing_sentence(refusing: Sequence[str]) -> str:
    """Return how many targets refuse it, and the shorter list: those that do, or the exceptions."""
    others = [target.title for target in TARGETS.values() if target.title not in refusing]
    start = f"{len(refusing)} of {len(TARGETS)} known services and programs would refuse it"
    if not refusing:
        return f"{start}."
    if not others:
        return f"All {len(TARGETS)} known services and programs would refuse it."
    return (
        f"{start}: {', '.join(refusing)}." if len(refusing) <= len(others) else f"{start}, all but {', '.join(others)}."
    )


def main_cause(report: Report) -> Cause | None:
    """Return the cause that decides the verdict, or else the most severe one above information."""
    causes = [cause for cause in report.causes if cause.severity != INFO]
    deciding = report.verdict.deciding
    return next((cause for cause in causes if deciding in cause.findings), causes[0] if causes else None)


def _description(conversation: Conversation, document: str, number: int) -> Case:
    """Return a case with the facts about the conversation, not judged yet."""
    origin = conversation.origin
    return Case(
        visible(conversation.name or document),
        document,
        number,
        Outcome.NOT_JUDGED,
        "",
        title=visible(conversation_title(conversation)),
        source=origin.title if origin else FORMATS[conversation.format].title,
        format=conversation.format,
        when=recorded_when(conversation),
        messages=len(conversation.messages),
        size=len(compact(conversation.payload)),
        tokens=recorded_tokens(conversation),
    )


def _not_judged(case: Case, plain: str, reason: str) -> Case:
    shown_reason = shortened(visible(reason), _MAX_REASON)
    next_step = SEND_THE_CHAT if plain is _NO_MESSAGES else LOOK_AT_IT
    customer, engineer = not_judged_paragraphs(case.name, plain, shown_reason, next_step)
    return replace(case, cause=plain, customer=customer, engineer=engineer)


def _sentence(phrase: str) -> str:
    return f"{phrase[:1].upper()}{phrase[1:].rstrip('.')}."


def _with_paragraphs(case: Case, report: Report, cause: Cause | None) -> Case:
    others = [other for other in report.causes if other is not cause and other.severity != INFO]
    others = [other for other in others if cause is None or other.head != cause.head]
    return replace(
        case,
        customer=customer_paragraph(case, len(others)),
        customer_repaired=customer_paragraph(case, len(others), repaired=True) if case.fixes else "",
        engineer=engineer_paragraph(case, report, cause.head if cause else None, others),
    )


def _safe_repair(report: Report, target: str | None) -> tuple[Fixable, tuple[str, ...]]:
    """Return whether safe fixes are enough, and their titles.

    They are enough if the target accepts the repaired conversation and nothing is lost on the way to it. The repair is
    skipped if no finding has a safe fix, because a repair checks again after each round.
    """
    fixes = (fix_for(report, finding) for finding in report.findings)
    if not any(fix is not None and fix.safe for fix in fixes):
        return "no", ()
    repaired = safe_repair(report.conversation, target, known=report)
    titles = tuple(dict.fromkeys(fix.title for fix in repaired.applied))
    if not titles:
        return "no", ()
    after = repaired.report
    has_problems = bool(after.errors) or after.verdict.outcome in (Outcome.REFUSED, Outcome.NOT_JUDGED)
    if report.verdict.outcome is Outcome.MAY_REFUSE:
        has_problems = has_problems or after.verdict.outcome is Outcome.MAY_REFUSE
    return ("partly" if has_problems else "yes"), titles


def _pattern(finding: Finding) -> str:
    """Return the finding's cause without ids if it is more specific than the rule, otherwise nothing."""
    word, _, rest = finding.cause.partition(" ")
    return finding.cause if word == "prefix" and rest else ""
