"""One verdict: would this target accept the conversation? Every output, the page and the embedded model use it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from workbench.checks.findings import Cause, Finding, by_cause
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.severities import Severity


class Outcome(StrEnum):
    REFUSED = "refused"
    MAY_REFUSE = "may-refuse"
    """It depends on what the file does not show."""
    ACCEPTED = "accepted"
    NOT_JUDGED = "not-judged"
    """The file was not recognised, or no route leads to the target. Never the same as accepted."""


class Verdict(Struct, frozen=True):
    """The target's answer to the conversation as it is, with the words it would use."""

    target: str
    title: str
    outcome: Outcome
    words: str | None = None
    """What the target would say, or may say."""
    deciding: Finding | None = None
    """The finding that these words belong to."""
    first_message: int | None = None
    """The message with which the target notices the first violation."""
    made_at: int | None = None
    """The message in which that violation was made, which may be an earlier one."""
    errors: int = 0
    """Causes, not findings: one renamed prefix over 40 ids is one error."""
    warnings: int = 0
    reason: str = ""
    """Why it was not judged."""
    depends_on: str = ""
    """What decides whether the target refuses it, where that is known and not in the file."""
    after_conversion: Outcome | None = None
    """The outcome once the SDK's own conversion ran, where the SDK refuses the messages only as they are."""

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
    """The verdict that these findings lead to.

    A loss or a collision that our route makes is an error, but not the target's refusal: the target sees only what
    reaches it. A call without a result at the very end may still be running in a stored history. In a request that is
    `sending`, it is a refusal.
    """
    refusing = [finding for finding in findings if _refuses(finding, sending)]
    if not conversation.detection.recognised and not (refusing and _reads_anything(target, conversation)):
        found = conversation.detection.description
        return not_judged(target, f"{found} is in no known format. Choose the format if you know it")
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
            made_at=first.message_index,
        )
    doubtful = [finding for finding in findings if finding.severity == WARNING and _is_doubtful(finding)]
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
    return verdict


_THE_CONVERSION = "the program that converts the history"


def _is_doubtful(finding: Finding) -> bool:
    """What the target may refuse, what only our conversion repairs, and what no rule could look for."""
    return finding.rule == RULE_NAME or finding.provider_error is not None or finding.healed


def _reads_anything(target: Target, conversation: Conversation) -> bool:
    """Whether a program is given the list as it is: what it throws is known, whatever the messages are."""
    return target.throws is not None and conversation.format in target.formats


def not_judged(target: Target, reason: str) -> Verdict:
    return Verdict(target.name, target.title, Outcome.NOT_JUDGED, reason=reason)


def first_noticed(findings: Sequence[Finding]) -> Finding:
    """The one a provider meets first as it reads the request; one whose words are known before one without."""
    return min(findings, key=lambda finding: (finding.provider_error is None, *_reading_order(finding)))


def _reading_order(finding: Finding) -> tuple[int, bool, str]:
    return finding.judged_index + finding.noticed_later, finding.noticed_later, finding.code


def noticed_at(finding: Finding, conversation: Conversation) -> int:
    """A missing result is noticed with the message after the call, everything else where it is."""
    last = len(conversation.messages) - 1
    return max(0, min(finding.message_index + finding.noticed_later, last))


def _refuses(finding: Finding, sending: bool) -> bool:
    return finding.enforced and (finding.severity == ERROR or (sending and finding.pending))


def _count(causes: Sequence[Cause], severity: Severity) -> int:
    return sum(cause.severity == severity for cause in causes)
