"""What makes a session a broken one."""

from __future__ import annotations

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.conversation import Conversation


def first_fault(conversation: Conversation) -> Finding | None:
    """What a provider refuses, or what the program repairs again with every request."""
    origin = conversation.origin
    assert origin is not None
    findings = check(conversation, with_information=False).findings
    return next(
        (finding for finding in findings if finding.severity == "error" or finding.rule in origin.program_repairs), None
    )
