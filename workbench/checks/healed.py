"""Find the faults of the history as given that the conversion to the target repairs.

The user's own program may send the history as it is, so whether the target refuses it depends on that program. A rule
with `may_be_healed` is checked on the file as on a request. A violation of another rule counts only if the provider of
the file's own format refuses it too, because a different shape alone is not a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from workbench.checks.file_places import pointer_to
from workbench.checks.findings import Finding
from workbench.checks.journey import Journey
from workbench.checks.violations_to_findings import finding_of, milder
from workbench.formats import Format
from workbench.rules import Rule, Violation
from workbench.targets import ERROR, INFO, TARGETS, WARNING, Target
from workbench.targets.severities import Severity


def is_asked_about_file(rule: Rule, severity: Severity, form: Format) -> bool:
    """Whether a rule about what the target gets is asked about a file in this format as well."""
    if rule.on != "judged" or severity == INFO:
        return False
    home = TARGETS[form.own_target]
    by_home = home.rules.get(rule.name) == ERROR and form.name in home.formats
    of_schema = rule.says or rule.explains == "consequence"  # every format has a schema of its own
    return rule.may_be_healed or (by_home and not of_schema)


def healed(
    rule: Rule, severity: Severity, journey: Journey, target: Target, found: Sequence[Finding]
) -> Iterable[Finding]:
    """Findings of this kind in the file that are not among those of the request that the conversion made.

    Only of rules that are asked about the file.
    """
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
        at = pointer_to(journey.conversation, violation.message, violation.path)
        if at in known or violation.message in messages:
            continue
        finding = finding_of(rule, severity, violation._replace(healed=True), target, journey, "internal", 0)
        if finding.severity != INFO:
            yield replace(finding, severity=milder(finding.severity, WARNING if severity == ERROR else INFO))


def _faults(rule: Rule, journey: Journey, target: Target) -> Iterable[Violation]:
    chat = journey.internal
    if rule.may_be_healed:
        return rule.check(chat, target)
    home = TARGETS[chat.format.own_target]
    refused = {(fault.message, fault.path) for fault in rule.check(chat, home) if fault.severity in (None, ERROR)}
    return [fault for fault in rule.check(chat, target) if (fault.message, fault.path) in refused] if refused else ()
