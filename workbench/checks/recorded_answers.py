"""Weigh findings against the answer recorded in the file: a target that answered a request did not refuse it.

Rules predict; a recorded answer is a fact. It only counts for the target that gave it. A refusal recorded with the
request is no answer; the rule `refusal-unexplained` weighs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from workbench.checks.findings import Finding
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.targets import ERROR, WARNING, Target, default_target, target_for, target_for_model

UNEXPLAINED = "refusal-unexplained"
_WHY = "The file has the answer to this request, so it was accepted."


def is_answered(conversation: Conversation, target: Target) -> bool:
    """Whether the file has the target's own answer to this request, in the API that the request is in."""
    shape = FORMATS[conversation.format].response
    if conversation.response is None or conversation.refusal or conversation.is_answer or shape is None:
        return False
    if not shape.places(conversation.response):
        return False
    return is_receiver(conversation, target)


def is_receiver(conversation: Conversation, target: Target) -> bool:
    """Whether this is the target that the request was sent to, as the file shows."""
    receiver = target_for(default_target(replace(conversation, judged_for="")), conversation.format)
    return target_for_model(receiver, conversation.model) is target


def outweighed(findings: Sequence[Finding], conversation: Conversation, target: Target) -> Sequence[Finding]:
    """Return the findings with each predicted refusal as a warning, if the target answered the request.

    A recorded refusal that no rule explains is only left if nothing else refuses the request: it may be another name
    for a predicted one."""
    refusing = {finding.rule for finding in findings if _refuses(finding)}
    if not refusing <= {UNEXPLAINED}:
        findings = [finding for finding in findings if finding.rule != UNEXPLAINED]
    if not refusing or not is_answered(conversation, target):
        return findings
    return [
        replace(finding, severity=WARNING, text=f"{finding.text} {_WHY}") if _refuses(finding) else finding
        for finding in findings
    ]


def _refuses(finding: Finding) -> bool:
    return finding.enforced and finding.severity == ERROR
