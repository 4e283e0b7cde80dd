"""The plan: a fix for each relevant finding, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.repairs.fixes import fix_for
from workbench.rules import RULES
from workbench.targets import ERROR, INFO, WARNING, default_target


@dataclass(frozen=True, slots=True)
class Step:
    """One item of a plan: a finding and the fix that repairs it."""

    finding: Finding
    fix: Fix


def plan(conversation: Conversation, target: str | None = None) -> list[Step]:
    """Return every fix of the current findings, safe ones first. Applying them may lead to further findings."""
    return plan_of(check(conversation, target))


def plan_of(report: Report) -> list[Step]:
    shown = [finding for finding in report.findings if finding.severity != INFO]
    return sorted(steps_for(report, shown), key=lambda step: (not step.fix.safe, step.finding.rank))


def relevant_findings(report: Report, select: frozenset[str]) -> list[Finding]:
    """Return the findings that a repair addresses: the selected ones, or refusals, possible refusals and losses.

    A request that is accepted unchanged stays unchanged, whatever else the rules find.
    """
    if select:
        return [finding for finding in report.findings if select & {finding.rule, finding.code, finding.code[:2]}]
    return [finding for finding in report.findings if _is_relevant(report, finding)]


def _is_relevant(report: Report, finding: Finding) -> bool:
    if finding.healed:
        return False
    if finding.severity == WARNING:
        if report.journey.internal.is_in_request and not report.journey.is_converted and not report.errors:
            return False  # the entire request is known and has only warnings: it may be accepted unchanged
        return finding.provider_error is not None or report.journey.is_converted
    return finding.severity == ERROR


def steps_for(report: Report, findings: list[Finding]) -> list[Step]:
    """Return one step for each distinct fix."""
    steps: dict[int, Step] = {}
    for finding in findings:
        fix = fix_for(report, finding)
        if fix is not None:
            steps.setdefault(id(fix), Step(finding, fix))
    return list(steps.values())


def steps_away_from(ids: Set[str], report: Report, steps: list[Step]) -> list[Step]:
    """Return the steps that are not about a message with a call or a result of these ids."""
    if not ids:
        return steps
    chat = report.journey.internal
    events = [event for event in (*chat.calls, *chat.results) if isinstance(event.id, str) and event.id in ids]
    messages = {event.message for event in events}
    return [step for step in steps if step.finding.message_index not in messages]


def rounds(report: Report, steps: list[Step], with_own_provider: bool) -> Iterator[list[Step]]:
    """Yield the steps by round: replaced values; moves, splits and merges; pairs for the own provider; placeholders."""
    early = [step for step in steps if not RULES[step.finding.rule].last_resort]
    yield [step for step in early if _only_writes(step.fix)]
    yield early
    if with_own_provider:
        yield steps_for_own_provider(report)
    yield steps


def _only_writes(fix: Fix) -> bool:
    return all(operation["op"] == "replace" for operation in fix.patch)


def steps_for_own_provider(report: Report) -> list[Step]:
    """Return the safe fixes of calls and results for the provider of the file's own format.

    After a conversion, a finding may only point at a message, because the conversion invented its ids (Gemini has
    none). A fault of a pair is also a fault for the own provider, and there its place is known.
    """
    if report.conversation.format in report.target.formats or not any(_is_of_pairs(error) for error in report.errors):
        return []
    return report.repair_context.once("fixes for the own provider", lambda: _pair_steps_for_own_provider(report))


def _pair_steps_for_own_provider(report: Report) -> list[Step]:
    own_target = default_target(report.conversation)
    own_report = check(report.conversation, own_target, with_information=False)
    errors = [finding for finding in own_report.errors if _is_of_pairs(finding)]
    return [step for step in steps_for(replace(own_report, findings=tuple(errors)), errors) if step.fix.safe]


def _is_of_pairs(finding: Finding) -> bool:
    return finding.code.startswith("TC")
