"""Find the place in the file that caused a refusal, which is often not the place that the provider reports."""

from __future__ import annotations

from workbench.checks.check import check
from workbench.checks.findings import Finding, Fix
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.repairs.fixes import fix_for
from workbench.replays.errors import REFUSED, ProviderError
from workbench.replays.record import LocatedRefusal


def locate_refusal(conversation: Conversation, target: str, error: ProviderError) -> LocatedRefusal | None:
    """Look for the exact message among the errors that the check predicts, then interpret the message itself."""
    if error.kind != REFUSED or not error.words:
        return None
    return _by_prediction(conversation, target, error) or _by_words(conversation, error.words)


def _by_prediction(conversation: Conversation, target: str, error: ProviderError) -> LocatedRefusal | None:
    try:
        report = check(conversation, target)
    except NoRouteError:
        return None
    same_message = [finding for finding in report.findings if _predicts(finding, error)]
    same_param = [finding for finding in same_message if finding.param == error.param]
    if not same_message:
        return None
    reported = (same_param or same_message)[0]
    cause = next((cause.head for cause in report.causes if reported in cause.findings), reported)
    return _from_finding(cause, fix_for(report, cause) or fix_for(report, reported))


def _predicts(finding: Finding, error: ProviderError) -> bool:
    return error.words in (finding.provider_error, finding.text)


def _by_words(conversation: Conversation, words: str) -> LocatedRefusal | None:
    """Locate the refusal of a live provider, whose messages often differ slightly from the predicted ones."""
    from workbench.locating import locate  # loads every provider's phrases; only a refusal needs them

    location = locate(conversation, words)
    if location.rule is None:
        return None
    if location.finding is not None:
        fix = fix_for(check(conversation, location.target), location.finding)
        return _from_finding(location.finding, fix, location.sentence)
    index = -1 if location.message_index is None else location.message_index
    return LocatedRefusal(location.rule, location.code or "", location.at or "", index, location.sentence)


def _from_finding(finding: Finding, fix: Fix | None, sentence: str = "") -> LocatedRefusal:
    return LocatedRefusal(
        rule=finding.rule,
        code=finding.code,
        at=finding.at,
        message_index=finding.message_index,
        sentence=sentence or finding.text,
        fix=fix.title if fix else None,
        safe=bool(fix and fix.safe),
    )
