"""Find the faults in the file that the conversion to the target repairs.

The user's own program may send the file unchanged, so whether the target refuses it depends on that program. A rule
with `may_be_healed` checks the file like a request. A fault of any other rule only counts if the provider of the
file's own format also refuses it: a mere difference between the formats is not a fault.
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


def applies_to_file(rule: Rule, severity: Severity, form: Format) -> bool:
    """Whether a rule about the history that the target receives also checks a file in this format."""
    if rule.on != "judged" or severity == INFO:
        return False
    own_target = TARGETS[form.own_target]
    is_refused_by_own = own_target.rules.get(rule.name) == ERROR and form.name in own_target.formats
    is_about_schema = rule.schema_problem or rule.explains == "consequence"  # every format has its own schema
    return rule.may_be_healed or (is_refused_by_own and not is_about_schema)


def healed(
    rule: Rule, severity: Severity, journey: Journey, target: Target, converted_findings: Sequence[Finding]
) -> Iterable[Finding]:
    """Return the findings of a rule in the file that are not among its findings in the converted request.

    The rule must be one that also checks the file.
    """
    violations = list(_violations(rule, journey, target))
    return _only_in_file(violations, rule, severity, journey, target, converted_findings) if violations else []


def _only_in_file(
    violations: Sequence[Violation],
    rule: Rule,
    severity: Severity,
    journey: Journey,
    target: Target,
    converted_findings: Sequence[Finding],
) -> Iterator[Finding]:
    known = {finding.at for finding in converted_findings}
    by_place = rule.may_be_healed and journey.exact  # otherwise only the message of a converted finding is known
    messages = set() if by_place else {finding.message_index for finding in converted_findings}
    for violation in violations:
        at = pointer_to(journey.conversation, violation.message, violation.path)
        if at in known or violation.message in messages:
            continue
        finding = finding_of(rule, severity, violation._replace(healed=True), target, journey, "internal", 0)
        if finding.severity != INFO:
            yield replace(finding, severity=milder(finding.severity, WARNING if severity == ERROR else INFO))


def _violations(rule: Rule, journey: Journey, target: Target) -> Iterable[Violation]:
    chat = journey.internal
    if rule.may_be_healed:
        return rule.check(chat, target)
    own_target = TARGETS[chat.format.own_target]
    refused = {(fault.message, fault.path) for fault in rule.check(chat, own_target) if fault.severity in (None, ERROR)}
    return [fault for fault in rule.check(chat, target) if (fault.message, fault.path) in refused] if refused else ()
