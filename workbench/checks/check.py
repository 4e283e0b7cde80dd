"""Check a conversation for a target: convert it as the target gets it, run the rules, point into the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from workbench.checks.asked_rules import AskedRule, rules_for, wanted
from workbench.checks.confirmed import confirmed
from workbench.checks.file_places import pointer_to
from workbench.checks.findings import Finding, Stage
from workbench.checks.healed import healed
from workbench.checks.journey import Journey
from workbench.checks.journeys import Journeys
from workbench.checks.origins import weighed
from workbench.checks.repeated import without_repeated
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome, judge_findings
from workbench.checks.violations_to_findings import finding_of
from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME, Part, report_defect
from workbench.formats import FORMATS
from workbench.rules import Rule
from workbench.targets import WARNING, Target, default_target, target_for

Progress = Callable[[str, int, int], None]
"""(what, done, all): reported between the rules, for a person who waits."""


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
) -> Report:
    """All findings of a conversation for a target, by default the one it was sent to. Rules by name or code.

    Without information only what speaks against the history is looked for. If places need not be exact, what is found
    after conversion points at its message and not at the value. Both are much faster on a history with many faults.
    Who asks several targets about one conversation passes the same `journeys` each time, and says there how exact.
    """
    chosen = target_for(target or default_target(conversation), conversation.format)
    journey = (journeys or Journeys(conversation, exact)).to(chosen)
    findings: list[Finding] = []
    rules = rules_for(journey, chosen, named=target is not None, with_information=with_information)
    if select or ignore:
        rules = wanted(rules, select, ignore)
    for done, asked in enumerate(rules):
        if progress is not None:
            progress(f"checking {asked.rule.name}", done, len(rules))
        try:
            findings += _look(asked, journey, chosen)
        except Exception as defect:  # noqa: BLE001 - a defect in one rule leaves the others theirs
            findings.append(_defective(asked.rule, journey, defect))
    if chosen.throws:
        findings = confirmed(findings, chosen)
    ranked = sorted(weighed(without_repeated(findings), conversation), key=lambda finding: finding.rank)
    return Report(conversation, chosen, tuple(ranked), journey, _after_conversion(conversation, chosen, ranked))


def _after_conversion(conversation: Conversation, target: Target, findings: Sequence[Finding]) -> Outcome | None:
    """What an SDK says to messages after a conversion, beside what it says to them as they are: after its own, of UI
    messages, or after ours, of a format that it does not read."""
    if any(finding.as_given for finding in findings):
        others = [finding for finding in findings if not finding.as_given]
        return judge_findings(conversation, target, others).outcome
    name = target.after_conversion
    if name is None or FORMATS[conversation.format].complete is None:
        return None
    return check(conversation, name, with_information=False, exact=False).verdict.outcome


def _look(asked: AskedRule, journey: Journey, target: Target) -> Iterable[Finding]:
    """What a rule finds. Nearly always that is nothing, so until it is, nothing else is done."""
    rule, severity, in_file = asked
    if rule.on == "route":
        faults = list(rule.check(journey, target))
        return [finding_of(rule, severity, fault, target, journey, "converted", 0) for fault in faults]
    column = 0 if rule.on == "file" else journey.judged_column
    faults = list(rule.check(journey.judged if column else journey.internal, target))
    if not faults and not in_file:
        return ()
    stage: Stage = "converted" if column else "internal"
    found = [finding_of(rule, severity, fault, target, journey, stage, column) for fault in faults]
    return [*found, *healed(rule, severity, journey, target, found)] if in_file else found


def _defective(rule: Rule, journey: Journey, defect: Exception) -> Finding:
    defect_text = report_defect(Part.RULE, f"the rule {rule.name}", defect)
    at = pointer_to(journey.conversation, -1, ())
    return Finding(RULE_NAME, Part.RULE, WARNING, "internal", at, -1, None, defect_text, enforced=False)
