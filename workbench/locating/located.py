"""Decide what an error means and which place in this file it refers to."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.locating.envelopes import Unwrapped
from workbench.locating.evidence import Evidence
from workbench.locating.matching import Match, best_match, is_within
from workbench.locating.outside import outside_cause
from workbench.locating.places import FIRST_FAULT, NamedPlace
from workbench.locating.recognise import Recognised, predicted_in
from workbench.locating.sentence import explanation, sentence
from workbench.locating.texts import ErrorText
from workbench.repairs.fixes import with_fixes
from workbench.rules import RULES
from workbench.targets import TARGETS, default_target
from workbench.targets.models import MODEL_IN_TEXT

_MAX_TARGETS = 3
_OUTSIDE = 0.7
"""The confidence in a cause outside of the request: only the words of the error show it."""
_MAX_PREDICTIONS = 200


@dataclass(frozen=True, slots=True)
class Located:
    rule: str | None
    """The rule that the error is about, or None if the text is not known."""
    code: str | None
    target: str | None
    provider: str | None
    """The title of the provider that writes this text."""
    provider_place: str
    """The place as the provider counts it, such as `messages[38].content[1]`; empty if the error has none."""
    provider_index: int | None
    ids: tuple[str, ...]
    at: str | None
    """Pointer into this file."""
    message_index: int | None
    finding: Finding | None
    """The finding of a rule in this file, or None if the place is known only from the error."""
    confidence: float
    sentence: str
    """The explanation for a person: message, id, rule and fix."""
    rules: tuple[str, ...] = ()
    """Every rule that is refused with this text."""
    words: str = ""
    """The provider's own sentence, without everything that was wrapped around it."""


def explained(recognised: Recognised, evidence: Evidence) -> Located:
    """Explain an error without a file."""
    return _located(recognised, evidence, explanation(recognised, evidence), 0.9 if recognised.candidates else 0.0)


def located_in_file(
    conversation: Conversation,
    recognised: Recognised,
    evidence: Evidence,
    unwrapped: Unwrapped,
    likely_targets: tuple[str, ...],
) -> Located:
    reports = _reports(conversation, recognised, likely_targets)
    if not reports:
        return explained(recognised, evidence)
    predicted = predicted_in(unwrapped, _predictions(reports))
    recognised = predicted if predicted.similarity > recognised.similarity else recognised
    if not recognised.candidates and (outside := outside_cause(evidence.words)):
        return _located(recognised, evidence, outside, _OUTSIDE)
    models = tuple(dict.fromkeys(MODEL_IN_TEXT.findall(unwrapped.full_text)))[:3]
    match = best_match(reports, recognised, evidence, models)
    if match.finding is not None and not _is_more_exact(match.named, match.finding, conversation):
        match = match._replace(named=NamedPlace(match.finding.at, "check"))
    text = sentence(match.report, recognised, evidence, match.finding, match.named)
    return _located(recognised, evidence, text, match.confidence, match)


def _reports(conversation: Conversation, recognised: Recognised, likely_targets: tuple[str, ...]) -> list[Report]:
    """Check the conversation for the targets with this text, the likely targets, and the default of its format."""
    names = (*recognised.targets[:2], *likely_targets[:2], default_target(conversation))
    conversation = replace(conversation, refusal="", around="")  # the error does not explain itself
    reports = []
    for name in dict.fromkeys(name for name in names if name in TARGETS):
        try:
            reports.append(with_fixes(check(conversation, name)))
        except NoRouteError:
            continue
        if len(reports) == _MAX_TARGETS:
            break
    return reports


def _is_more_exact(named: NamedPlace | None, finding: Finding, conversation: Conversation) -> bool:
    """Whether the error names a place inside the finding's, or the finding is about the conversation as a whole."""
    if named is None:
        return False
    return named.how == FIRST_FAULT or finding.at == conversation.base or is_within(named.at, finding.at)


def _predictions(reports: list[Report]) -> list[ErrorText]:
    """Return the refusals that the check predicts for this file, each text once."""
    texts: dict[tuple[str, str], ErrorText] = {}
    for report in reports:
        for finding in report.findings:
            if finding.provider_error and len(texts) < _MAX_PREDICTIONS:
                key = (finding.rule, finding.provider_error)
                target = report.target
                texts.setdefault(key, ErrorText(finding.rule, target.name, target.title, key[1], finding.param or ""))
    return list(texts.values())


def _located(
    recognised: Recognised, evidence: Evidence, text: str, confidence: float, match: Match | None = None
) -> Located:
    finding, named = (match.finding, match.named) if match else (None, None)
    first = recognised.candidates[0] if recognised.candidates else None
    is_about_finding = finding is not None and named is not None and named.how != FIRST_FAULT
    rule = finding.rule if finding and is_about_finding else first.rule if first else None
    index = match.report.conversation.index_of(named.at) if match and named else None
    return Located(
        rule=rule,
        code=RULES[rule].code if rule and rule in RULES else None,
        target=first.target if first else None,
        provider=first.provider if first else None,
        provider_place=evidence.readable_place,
        provider_index=evidence.index,
        ids=evidence.ids,
        at=named.at if named else None,
        message_index=finding.message_index if finding and finding.message_index >= 0 else index,
        finding=finding,
        confidence=confidence,
        sentence=text,
        rules=recognised.rules,
        words=evidence.words,
    )
