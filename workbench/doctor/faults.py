"""Find the faults that make a session broken."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.conversation import Conversation
from workbench.targets.severities import ERROR


def first_fault(conversation: Conversation) -> Finding | None:
    """Return the first fault of a session, or None if it is healthy."""
    return next(faults_of(conversation), None)


def faults_of(conversation: Conversation) -> Iterator[Finding]:
    """Yield the findings that a provider refuses, and those that the program repairs again with every request.

    A call whose tool may still be running is not a fault.
    """
    origin = conversation.origin
    assert origin is not None
    for finding in check(conversation, with_information=False).findings:
        if finding.severity == ERROR or (finding.rule in origin.program_repairs and not finding.pending):
            yield finding
