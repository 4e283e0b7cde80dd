"""A refusal → the place in the file it comes from: message, rule, fix."""

from __future__ import annotations

from workbench.check import check
from workbench.conversation import Conversation
from workbench.convert import NoRouteError
from workbench.findings import Finding
from workbench.replay.errors import REFUSED, ProviderError
from workbench.replay.record import LocatedFault


def located(conversation: Conversation, target: str, error: ProviderError) -> LocatedFault | None:
    """First by the exact words among what the check predicts for the target, then by reading the words themselves."""
    if error.kind != REFUSED or not error.words:
        return None
    return _by_prediction(conversation, target, error) or _by_words(conversation, error.words)


def _by_prediction(conversation: Conversation, target: str, error: ProviderError) -> LocatedFault | None:
    try:
        findings = check(conversation, target).findings
    except NoRouteError:
        return None
    same = [finding for finding in findings if _predicts(finding, error)]
    exact = [finding for finding in same if finding.param == error.param]
    return _of_finding((exact or same)[0]) if same else None


def _predicts(finding: Finding, error: ProviderError) -> bool:
    return error.words in (finding.provider_error, finding.text)


def _by_words(conversation: Conversation, words: str) -> LocatedFault | None:
    from workbench.locate import locate  # reads every provider's phrases; only a refusal needs them

    found = locate(conversation, words)
    if found is None or found.rule is None:
        return None
    fix = found.finding.fix if found.finding else None
    index = -1 if found.message_index is None else found.message_index
    code = found.finding.code if found.finding else ""
    at = found.at or ""
    return LocatedFault(found.rule, code, at, index, found.sentence, fix.title if fix else None, bool(fix and fix.safe))


def _of_finding(finding: Finding) -> LocatedFault:
    title = finding.fix.title if finding.fix else None
    safe = bool(finding.fix and finding.fix.safe)
    return LocatedFault(finding.rule, finding.code, finding.at, finding.message_index, finding.text, title, safe)
