"""Find the faults that make a session broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.targets.severities import ERROR

Broken = tuple[Conversation, Report]
"""A broken session, and the report without information that says so."""


def faults_in(report: Report) -> Iterator[Finding]:
    """Yield the findings that a provider refuses, and those that the program repairs again with every request.

    A call whose tool may still be running is not a fault.
    """
    origin = report.conversation.origin
    assert origin is not None
    for finding in report.findings:
        if finding.severity == ERROR or (finding.rule in origin.program_repairs and not finding.pending):
            yield finding


def broken_among(items: Iterable[object]) -> Iterator[Broken]:
    """Yield the broken sessions among what was loaded from a file."""
    for item in items:
        if isinstance(item, Conversation) and item.origin is not None:
            report = check(item, with_information=False)
            if any(faults_in(report)):
                yield item, report
