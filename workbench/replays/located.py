"""A refusal → the place in the file where its fault was made, which is often not where the provider noticed it."""

from __future__ import annotations

from workbench.checks.check import check
from workbench.checks.findings import Finding, Fix
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.repairs.fixes import fix_for
from workbench.replays.errors import REFUSED, ProviderError
from workbench.replays.record import LocatedRefusal


def located(conversation: Conversation, target: str, error: ProviderError) -> LocatedRefusal | None:
    """First by the exact words among what the check predicts for the target, then by reading the words themselves."""
    if error.kind != REFUSED or not error.words:
        return None
    return _by_prediction(conversation, target, error) or _by_words(conversation, error.words)


def _by_prediction(conversation: Conversation, target: str, error: ProviderError) -> LocatedRefusal | None:
    try:
        report = check(conversation, target)
    except NoRouteError:
        return None
    same = [finding for finding in report.findings if _predicts(finding, error)]
    exact = [finding for finding in same if finding.param == error.param]
    if not same:
        return None
    noticed = (exact or same)[0]
    made = next((cause.head for cause in report.causes if noticed in cause.findings), noticed)
    return _of_finding(made, fix_for(report, made) or fix_for(report, noticed))


def _predicts(finding: Finding, error: ProviderError) -> bool:
    return error.words in (finding.provider_error, finding.text)


def _by_words(conversation: Conversation, words: str) -> LocatedRefusal | None:
    """For a live provider, whose words are never quite those of the table."""
    from workbench.locating import locate  # reads every provider's phrases; only a refusal needs them

    found = locate(conversation, words)
    if found.rule is None:
        return None
    if found.finding is not None:
        fix = fix_for(check(conversation, found.target), found.finding)
        return _of_finding(found.finding, fix, found.sentence)
    index = -1 if found.message_index is None else found.message_index
    return LocatedRefusal(found.rule, found.code or "", found.at or "", index, found.sentence)


def _of_finding(finding: Finding, fix: Fix | None, sentence: str = "") -> LocatedRefusal:
    return LocatedRefusal(
        rule=finding.rule,
        code=finding.code,
        at=finding.at,
        message_index=finding.message_index,
        sentence=sentence or finding.text,
        fix=fix.title if fix else None,
        safe=bool(fix and fix.safe),
    )
