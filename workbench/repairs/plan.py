"""The plan: a fix for each finding that counts, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator
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
    """One item of a plan: what was found, and what repairs it."""

    finding: Finding
    fix: Fix


def plan(conversation: Conversation, target: str | None = None) -> list[Step]:
    """Every fix for what is found now, safe ones first. Fixes of later rounds show when these are applied."""
    return plan_of(check(conversation, target))


def plan_of(report: Report) -> list[Step]:
    """The same, of what was found already."""
    shown = [finding for finding in report.findings if finding.severity != INFO]
    return sorted(steps_for(report, shown), key=lambda step: (not step.fix.safe, step.finding.rank))


def that_count(report: Report, select: frozenset[str]) -> list[Finding]:
    """The findings that a repair is for: those selected, else what the target refuses or may refuse, and losses.

    A request that is accepted as it is stays as it is, whatever else could be said about it.
    """
    if select:
        return [finding for finding in report.findings if select & {finding.rule, finding.code, finding.code[:2]}]
    return [finding for finding in report.findings if _counts(report, finding)]


def _counts(report: Report, finding: Finding) -> bool:
    if finding.healed:
        return False
    if finding.severity == WARNING:
        if report.journey.internal.is_in_request and not report.journey.is_converted and not report.errors:
            return False  # the whole request is known, and there are only doubts: it may be accepted as it is
        return finding.provider_error is not None or report.journey.is_converted
    return finding.severity == ERROR


def steps_for(report: Report, findings: list[Finding]) -> list[Step]:
    """One step for each different fix."""
    steps: dict[int, Step] = {}
    for finding in findings:
        fix = fix_for(report, finding)
        if fix is not None:
            steps.setdefault(id(fix), Step(finding, fix))
    return list(steps.values())


def rounds(report: Report, steps: list[Step], with_home: bool) -> Iterator[list[Step]]:
    """What writes values anew; what moves, splits or merges; what orders pairs at home; only then placeholders."""
    early = [step for step in steps if not RULES[step.finding.rule].last_resort]
    yield [step for step in early if _only_writes(step.fix)]
    yield early
    if with_home:
        yield steps_at_home(report)
    yield steps


def _only_writes(fix: Fix) -> bool:
    return all(operation["op"] == "replace" for operation in fix.patch)


def steps_at_home(report: Report) -> list[Step]:
    """Safe fixes of calls and results for the format's own provider.

    After a conversion a finding may point at no more than a message, because its ids were made on the way (Gemini has
    none). What is wrong between calls and results is wrong at home too, and there its place is known.
    """
    home = default_target(report.conversation)
    if report.conversation.format in report.target.formats or not any(_is_of_pairs(error) for error in report.errors):
        return []
    at_home = check(report.conversation, home, with_information=False)
    wrong = [finding for finding in at_home.errors if _is_of_pairs(finding)]
    return [step for step in steps_for(replace(at_home, findings=tuple(wrong)), wrong) if step.fix.safe]


def _is_of_pairs(finding: Finding) -> bool:
    return finding.code.startswith("TC")
