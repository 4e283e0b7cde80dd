"""The verdict: would this target accept the conversation? Every output, the page and the embedded model use it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from workbench.checks.findings import Cause, Finding, by_cause
from workbench.checks.recorded_answers import is_answered
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.severities import Severity


class Outcome(StrEnum):
    REFUSED = "refused"
    MAY_REFUSE = "may-refuse"
    """It depends on facts that the file does not show."""
    ACCEPTED = "accepted"
    NOT_JUDGED = "not-judged"
    """The file was not recognised, or no route leads to the target. Never the same as accepted."""


class Verdict(Struct, frozen=True):
    """The target's answer to the unchanged conversation, with its error message."""

    target: str
    title: str
    outcome: Outcome
    words: str | None = None
    """The error message that the target would or may return, or that its recorded answer contradicts."""
    deciding: Finding | None = None
    """The finding that this error message belongs to."""
    first_message: int | None = None
    """The message at which the target notices the first violation."""
    made_at: int | None = None
    """The first message that contains a fault. The target may notice it at an earlier or a later message."""
    errors: int = 0
    """The number of causes, not of findings: one changed prefix in 40 ids is one error."""
    warnings: int = 0
    reason: str = ""
    """Why the conversation was not judged."""
    depends_on: str = ""
    """What decides whether the target refuses it, if that is known but not in the file."""
    is_answered: bool = False
    """Whether the file has the target's answer to the request. It was accepted then, whatever the rules predict."""
    after_conversion: Outcome | None = None
    """The outcome after a conversion: the SDK's own, or ours if the target reads another format than the file's."""
    converted_to: str = ""
    """The format that `outcome` is about, if it is not the file's. The unchanged file was not judged then."""

    @property
    def refused(self) -> bool:
        return self.outcome is Outcome.REFUSED

    @property
    def must_be_converted(self) -> bool:
        """Whether the target accepts the history, but only after its own conversion."""
        return self.refused and self.after_conversion in (Outcome.ACCEPTED, Outcome.MAY_REFUSE)


def judge_findings(
    conversation: Conversation, target: Target, findings: Sequence[Finding], sending: bool = False
) -> Verdict:
    """Return the verdict that these findings lead to.

    A loss or a collision on our route is an error, but not a refusal by the target, which only sees what reaches it. A
    call without a result at the end of a stored history may still be running. If the request is being sent
    (`sending`), it is a refusal. A request with its recorded answer was accepted.
    """
    refusing = [finding for finding in findings if _refuses(finding, sending)]
    if not conversation.detection.recognised and not (refusing and _reads_anything(target, conversation)):
        if not conversation.messages:
            return not_judged(target, "it has no messages")
        description = conversation.detection.description
        return not_judged(target, f"{description} is in no known format. Choose the format if you know it")
    causes = by_cause(tuple(findings))
    verdict = Verdict(
        target.name,
        target.title,
        Outcome.ACCEPTED,
        errors=_count(causes, ERROR),
        warnings=_count(causes, WARNING),
    )
    if refusing:
        deciding = first_noticed(refusing)
        first = min(refusing, key=lambda finding: (noticed_at(finding, conversation), finding.noticed_later))
        return replace(
            verdict,
            outcome=Outcome.REFUSED,
            words=deciding.provider_error,
            deciding=deciding,
            first_message=noticed_at(first, conversation),
            made_at=_made_at(refusing, causes),
        )
    doubtful = [finding for finding in findings if finding.severity == WARNING and is_doubtful(finding)]
    if doubtful and not sending and is_answered(conversation, target):
        return replace(verdict, words=first_noticed(doubtful).provider_error, is_answered=True)
    if doubtful:
        deciding = first_noticed([finding for finding in doubtful if not finding.healed] or doubtful)
        depends_on = _THE_CONVERSION if deciding.healed else ""
        return replace(
            verdict,
            outcome=Outcome.MAY_REFUSE,
            words=deciding.provider_error,
            deciding=deciding,
            depends_on=depends_on,
        )
    if not conversation.messages and "model" not in conversation.settings:
        return not_judged(target, "it has no messages")  # an empty list alone may be part of anything
    return verdict


def _made_at(refusing: Sequence[Finding], causes: Sequence[Cause]) -> int:
    """Return the first message that contains a fault that leads to the refusal, not one of its consequences."""
    ids = set(map(id, refusing))
    refused = ([finding for finding in cause.findings if id(finding) in ids] for cause in causes)
    return min(
        cause.head.message_index if cause.head.severity == ERROR else min(finding.message_index for finding in found)
        for cause, found in zip(causes, refused, strict=True)
        if found
    )


_THE_CONVERSION = "the program that converts the history"


def is_doubtful(finding: Finding) -> bool:
    """Whether the target may refuse this, only our conversion repairs it, or a defect kept a rule from checking it."""
    return finding.rule == RULE_NAME or finding.provider_error is not None or finding.healed


def _reads_anything(target: Target, conversation: Conversation) -> bool:
    """Whether the target is a program that receives the list unchanged, so what it throws is known for any messages."""
    return target.throws is not None and conversation.format in target.formats


def not_judged(target: Target, reason: str) -> Verdict:
    return Verdict(target.name, target.title, Outcome.NOT_JUDGED, reason=reason)


def first_noticed(findings: Sequence[Finding]) -> Finding:
    """Return the finding that a provider notices first, preferring findings with a known error message."""
    return min(findings, key=lambda finding: (finding.provider_error is None, *_reading_order(finding)))


def _reading_order(finding: Finding) -> tuple[int, bool, str]:
    return finding.judged_index + finding.noticed_later, finding.noticed_later, finding.code


def noticed_at(finding: Finding, conversation: Conversation) -> int:
    """Return the message at which a finding is noticed: a missing result one message later, others where they are."""
    last = len(conversation.messages) - 1
    return max(0, min(finding.message_index + finding.noticed_later, last))


def _refuses(finding: Finding, sending: bool) -> bool:
    return finding.enforced and (finding.severity == ERROR or (sending and finding.pending))


def _count(causes: Sequence[Cause], severity: Severity) -> int:
    return sum(cause.severity == severity for cause in causes)
