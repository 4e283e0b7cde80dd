"""Adjust the severity of findings in a program's file: the program may repair a fault itself.

A fault counts if it reaches a provider. A subagent's history or an abandoned branch is not sent again, and a fault
that the program repairs whenever it builds a request does not make a provider refuse it. In an answer without its
request, only the calls can be wrong: the provider wrote the answer, and the fields around it are not sent back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from workbench.checks.findings import SEVERITIES, Finding
from workbench.conversation import Conversation
from workbench.origin import Origin
from workbench.targets import INFO, WARNING
from workbench.targets.severities import Severity

_RULES_ABOUT_THE_END = frozenset({
    "role-last-assistant", "role-last-not-user", "role-last-model", "assistant-run-at-end",
    "assistant-trailing-whitespace", "thinking-present-while-disabled",
})  # fmt: skip
"""A stored history ends with an answer; the program adds the next prompt before it sends it."""
_NOT_SENT_AGAIN = "This part of the file is not sent again."
_CODES_ABOUT_CALLS = "TA"
"""The first letters of the codes of rules about the names and arguments of calls."""


def weighed(findings: Sequence[Finding], conversation: Conversation) -> Sequence[Finding]:
    origin = conversation.origin
    if conversation.is_answer:
        return [_milder(finding, WARNING, "") for finding in findings if finding.code.startswith(_CODES_ABOUT_CALLS)]
    if origin is None or not (findings and (origin.side or origin.stored or origin.program_repairs)):
        return findings
    return [_weighed(finding, origin) for finding in findings if not _is_silent(finding, origin)]


def _is_silent(finding: Finding, origin: Origin) -> bool:
    """Whether a finding is not reported: programs join turns of one role when they send them, and some services
    accept what others refuse."""
    if origin.program_repairs.get(finding.rule) == "":
        return True
    return origin.stored and finding.rule == "role-consecutive" and finding.severity == INFO


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
    return replace(finding, severity=severity, text=f"{finding.text} {why}".rstrip())
