"""Find the faults of the history as given that the conversion to the target repairs.

The user's own program may send the history as it is, so whether the target refuses it depends on that program. A rule
with `may_be_healed` is checked on the file as on a request. A violation of another rule counts only if the provider of
the file's own format refuses it too, because a different shape alone is not a fault.
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
        finding = finding_of(rule, severity, violation._replace(healed=True), target, journey, "internal", 0)
        if finding.at not in known and finding.message_index not in messages and finding.severity != INFO:
            yield replace(finding, severity=milder(finding.severity, WARNING if severity == ERROR else INFO))


def _faults(rule: Rule, journey: Journey, target: Target) -> Iterable[Violation]:
    chat = journey.internal
    if rule.may_be_healed:
        return rule.check(chat, target)
    home = TARGETS[chat.format.own_target]
    of_schema = rule.says or rule.explains == "consequence"  # every format has a schema of its own
    if of_schema or home.rules.get(rule.name) != ERROR or chat.format.name not in home.formats:
        return ()
    refused = {(fault.message, fault.path) for fault in rule.check(chat, home) if fault.severity in (None, ERROR)}
    return [fault for fault in rule.check(chat, target) if (fault.message, fault.path) in refused] if refused else ()
