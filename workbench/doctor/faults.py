"""Find the faults that make a session broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.targets.severities import ERROR


def first_fault(conversation: Conversation) -> Finding | None:
    """Return the first fault of a session, or None if it is healthy."""
    return next(faults_of(conversation), None)


def faults_of(conversation: Conversation) -> Iterator[Finding]:
    """Yield the findings that a provider refuses, and those that the program repairs again with every request."""
    return faults_in(check(conversation, with_information=False))


def faults_in(report: Report) -> Iterator[Finding]:
    """Yield the faults in a report without information. A call whose tool may still be running is not a fault."""
    origin = report.conversation.origin
    assert origin is not None
    for finding in report.findings:
        if finding.severity == ERROR or (finding.rule in origin.program_repairs and not finding.pending):
            yield finding


def broken_among(items: Iterable[object]) -> Iterator[tuple[Conversation, list[Finding]]]:
    """Yield the broken sessions among what was loaded from a file, each with its faults."""
    for item in items:
        if isinstance(item, Conversation) and item.origin is not None and (faults := list(faults_of(item))):
            yield item, faults
