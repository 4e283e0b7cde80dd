"""Adjust the severity of findings in a program's file: the program may repair a fault itself.

A fault counts if it reaches a provider. A subagent's history or an abandoned branch is not sent again, and a fault
that the program repairs whenever it builds a request does not make a provider refuse it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from workbench.checks.findings import SEVERITIES, Finding
from workbench.origin import Origin
from workbench.targets import INFO, WARNING
from workbench.targets.severities import Severity

_RULES_ABOUT_THE_END = frozenset({
    "role-last-assistant", "role-last-not-user", "role-last-model", "assistant-run-at-end",
    "assistant-trailing-whitespace",
})  # fmt: skip
"""A stored history ends with an answer; the program adds the next prompt before it sends it."""
_NOT_SENT_AGAIN = "This part of the file is not sent again."


def weighed(findings: Sequence[Finding], origin: Origin | None) -> Sequence[Finding]:
    if origin is None:
        return findings
    return [_weighed(finding, origin) for finding in findings if not (origin.stored and _is_joined(finding))]


def _is_joined(finding: Finding) -> bool:
    """Whether the finding is about adjacent turns of one role, which programs join when they send them."""
    return finding.rule == "role-consecutive" and finding.severity == INFO


def _weighed(finding: Finding, origin: Origin) -> Finding:
    if origin.side:
        return _milder(finding, INFO, _NOT_SENT_AGAIN)
    if origin.stored and finding.rule in _RULES_ABOUT_THE_END:
        return replace(finding, severity=INFO, provider_error=None)
    if repair := origin.program_repairs.get(finding.rule):
        return _milder(finding, WARNING, repair)
    return finding


def _milder(finding: Finding, severity: Severity, why: str) -> Finding:
    if SEVERITIES.index(finding.severity) >= SEVERITIES.index(severity):
        return finding
    return replace(finding, severity=severity, text=f"{finding.text} {why}")
