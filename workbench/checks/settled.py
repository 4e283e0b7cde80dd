"""Findings that settle a question about the outcome, so that a check of a badly broken conversation can end early."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from workbench.checks.findings import Finding
from workbench.checks.program_validation import THROWN
from workbench.checks.recorded_answers import is_answered
from workbench.checks.verdict import is_doubtful
from workbench.conversation import Conversation
from workbench.targets import ERROR, WARNING, Target

Settles: TypeAlias = Callable[[Finding, Target], bool]


def is_final(conversation: Conversation, target: Target) -> bool:
    """Whether nothing else in the file can make a finding milder: neither a program that repairs it nor an answer."""
    is_sent_as_it_is = conversation.origin is None and not conversation.is_answer
    return is_sent_as_it_is and not is_answered(conversation, target)


def refuses(finding: Finding, target: Target) -> bool:
    """Whether the target certainly refuses the conversation, whatever else is found.

    Another finding may hide a fallback. What a program throws stays an error, or another error explains it.
    """
    is_kept = finding.as_given or finding.rule == THROWN if target.throws else not finding.fallback
    return is_kept and finding.enforced and finding.severity == ERROR


def excludes_acceptance(finding: Finding, target: Target) -> bool:
    """Whether the target refuses or may refuse the conversation, whatever else is found."""
    if refuses(finding, target):
        return True
    is_kept = not finding.fallback and target.throws is None
    return is_kept and finding.severity == WARNING and is_doubtful(finding)
