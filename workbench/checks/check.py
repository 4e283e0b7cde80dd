"""Check a conversation for a target: convert it to what the target receives, run the rules, point into the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from workbench.checks.applicable_rules import ApplicableRule, rules_for, selected_rules
from workbench.checks.duplicate_findings import without_repeated
from workbench.checks.file_places import pointer_to
from workbench.checks.findings import Finding, Stage
from workbench.checks.journey import Journey
from workbench.checks.journeys import Journeys
from workbench.checks.program_repairs import weighed
from workbench.checks.program_validation import confirmed
from workbench.checks.recorded_answers import outweighed
from workbench.checks.repaired_by_conversion import healed
from workbench.checks.report import Report
from workbench.checks.settled import Settles, is_final
from workbench.checks.verdict import Outcome, judge_findings
from workbench.checks.violations_to_findings import finding_of
from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME, Part, report_defect
from workbench.formats import FORMATS
from workbench.rules import Rule, Violation
from workbench.targets import WARNING, Target, default_target, target_for, target_for_model

_rank = attrgetter("rank")
Progress = Callable[[str, int, int], None]
"""Receives the current step, the number of finished rules and their total, to show progress to the user."""


@collector_paused()
def check(
    conversation: Conversation,
    target: str | None = None,
    select: frozenset[str] = frozenset(),
    ignore: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    with_information: bool = True,
    exact: bool = True,
    journeys: Journeys | None = None,
    until: Settles | None = None,
) -> Report:
    """Return all findings of a conversation for a target, by default the one it was sent to.

    `select` and `ignore` contain rules by name, code or family. Without information, only errors and warnings are
    looked for. If places need not be exact, findings after a conversion point at the message and not at the value.
    Both are much faster on a history with many faults. To check one conversation for several targets, pass the same
    `journeys` each time; they decide whether places are exact. With `until`, the check ends with the first finding that
    settles a question about the outcome: then the other findings are missing.
    """
    named = target_for(target or default_target(conversation), conversation.format)
    chosen = target_for_model(named, conversation.model)
    journey = (journeys or Journeys(conversation, exact)).to(chosen)
    findings: list[Finding] = []
    rules = rules_for(journey, chosen, named=target is not None, with_information=with_information)
    if select or ignore:
        rules = selected_rules(rules, select, ignore)
    ends_at = until if until is not None and is_final(conversation, chosen) else None
    for done, applicable in enumerate(rules):
        if progress is not None:
            progress(f"checking {applicable.rule.name}", done, len(rules))
        try:
            findings += _run(applicable, journey, chosen, ends_at)
        except Exception as defect:  # noqa: BLE001 - a defect in one rule does not affect the others
            findings.append(_defective(applicable.rule, journey, defect))
        if ends_at is not None and findings and ends_at(findings[-1], chosen):
            break
    if chosen.throws:
        findings = confirmed(findings, chosen)
    ranked = _ranked(findings, conversation, chosen) if findings else []
    return Report(conversation, chosen, tuple(ranked), journey, _after_conversion(conversation, chosen, ranked))


def _ranked(findings: Sequence[Finding], conversation: Conversation, target: Target) -> list[Finding]:
    """Return the findings without repeated ones, weighed by what the file shows, with the most severe first."""
    weighted = outweighed(weighed(without_repeated(findings), conversation), conversation, target)
    return sorted(weighted, key=_rank)


def _after_conversion(conversation: Conversation, target: Target, findings: Sequence[Finding]) -> Outcome | None:
    """Return the outcome after a conversion, or None if there is no such conversion.

    UI messages are converted by the SDK itself, a format that the SDK does not read by our conversion.
    """
    if any(finding.as_given for finding in findings):
        others = [finding for finding in findings if not finding.as_given]
        return judge_findings(conversation, target, others).outcome
    name = target.after_conversion
    if name is None or FORMATS[conversation.format].complete is None:
        return None
    return check(conversation, name, with_information=False, exact=False).verdict.outcome


def _run(applicable: ApplicableRule, journey: Journey, target: Target, until: Settles | None) -> Iterable[Finding]:
    """Return the findings of a rule. Usually there are none, so nothing else is computed before there are.

    With `until`, the first one that settles the question is the last.
    """
    rule, severity, in_judged, in_file = applicable
    faults: list[Violation] = []
    if in_judged:
        reads = rule.on
        subject = journey.judged if reads == "judged" else journey.internal if reads == "file" else journey
        faults = [*rule.check(subject, target)]
    if not faults and not in_file:
        return ()
    column = journey.judged_column if rule.on == "judged" else 0
    stage: Stage = "converted" if column or rule.on == "route" else "internal"
    findings: list[Finding] = []
    for fault in faults:
        findings.append(finding_of(rule, severity, fault, target, journey, stage, column))
        if until is not None and until(findings[-1], target):
            return findings
    if in_file:
        for finding in healed(rule, severity, journey, target, findings):
            findings.append(finding)
            if until is not None and until(finding, target):
                break
    return findings


def _defective(rule: Rule, journey: Journey, defect: Exception) -> Finding:
    defect_text = report_defect(Part.RULE, f"the rule {rule.name}", defect)
    at = pointer_to(journey.conversation, -1, ())
    return Finding(RULE_NAME, Part.RULE, WARNING, "internal", at, -1, None, defect_text, enforced=False)
