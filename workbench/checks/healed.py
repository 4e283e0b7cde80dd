"""What the history as given has, and the conversion to the target heals: the user's own program may send it as it is,
so whether the target refuses it depends on that program.

A rule that says so of itself is asked about the file as it asks about a request. Of any other, a fault counts only
where the provider of the file's own format refuses it too: what merely has another shape there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workbench.checks.findings import Finding
from workbench.checks.journey import Journey
from workbench.checks.violations_to_findings import finding_of, milder
from workbench.rules import Rule, Violation
from workbench.targets import ERROR, INFO, TARGETS, WARNING, Target
from workbench.targets.severities import Severity


def healed(
    rule: Rule, severity: Severity, journey: Journey, target: Target, found: Sequence[Finding]
) -> Iterable[Finding]:
    """Findings of this kind in the file that are not among those of the request that the conversion made."""
    if rule.on != "judged" or severity == INFO:
        return []
    violations = list(_faults(rule, journey, target))
    return _unlike(violations, rule, severity, journey, target, found) if violations else []


def _unlike(
    violations: Sequence[Violation],
    rule: Rule,
    severity: Severity,
    journey: Journey,
    target: Target,
    found: Sequence[Finding],
) -> Iterator[Finding]:
    known = {finding.at for finding in found}
    messages = set() if rule.may_be_healed else {finding.message_index for finding in found}
    for violation in violations:
        finding = finding_of(rule, severity, violation, target, journey, "internal", 0)
        if finding.at not in known and finding.message_index not in messages and finding.severity != INFO:
            text = (
                f"{finding.text} This conversion repairs it; if a program sends it as it is, {target.title} refuses it."
            )
            lesser = milder(finding.severity, WARNING if severity == ERROR else INFO)
            yield replace(finding, text=text, severity=lesser, enforced=False, healed=True)


def _faults(rule: Rule, journey: Journey, target: Target) -> Iterable[Violation]:
    chat = journey.internal
    if rule.may_be_healed:
        return rule.check(chat, target)
    home = TARGETS[chat.format.own_target]
    if rule.says or home.rules.get(rule.name) != ERROR or chat.format.name not in home.formats:
        return ()  # a broken schema is that of another format
    refused = {(fault.message, fault.path) for fault in rule.check(chat, home) if fault.severity in (None, ERROR)}
    return [fault for fault in rule.check(chat, target) if (fault.message, fault.path) in refused] if refused else ()
