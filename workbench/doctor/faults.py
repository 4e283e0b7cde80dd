"""What makes a session a broken one."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.conversation import Conversation
from workbench.targets.severities import ERROR


def first_fault(conversation: Conversation) -> Finding | None:
    """Return the first fault of a session, if it has one."""
    return next(faults_of(conversation), None)


def faults_of(conversation: Conversation) -> Iterator[Finding]:
    """Yield what a provider refuses, and what the program repairs again with every request; no tool that may still
    run."""
    origin = conversation.origin
    assert origin is not None
    for finding in check(conversation, with_information=False).findings:
        if finding.severity == ERROR or (finding.rule in origin.program_repairs and not finding.pending):
            yield finding
