"""Located: what an error means, and where in this file it is. Found by what the check says, by id, or by index."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.locating.clean import clean
from workbench.locating.mentions import Mentions, mentions_in
from workbench.locating.place import Guess, by_id, by_index
from workbench.locating.recognise import Recognised
from workbench.locating.sentence import explanation, sentence
from workbench.repairs.repair import with_fixes
from workbench.rules import RULES
from workbench.tool_ids import bare


@dataclass(frozen=True, slots=True)
class Located:
    rule: str | None
    """The rule that the error is about; None if the text is not known."""
    code: str | None
    target: str | None
    provider: str | None
    """Who writes so, in words."""
    provider_place: str
    """The place as the provider counts it: `messages[38].content[1]`; empty if it names none."""
    provider_index: int | None
    ids: tuple[str, ...]
    at: str | None
    """Pointer into this file."""
    message_index: int | None
    finding: Finding | None
    """What the check of this file says about it; None if the file does not show the fault."""
    confidence: float
    sentence: str
    """For a person: which message, which id, which rule, which fix."""
    rules: tuple[str, ...] = ()
    """Every rule that is refused in these words."""


def explained(known: Recognised, mentions: Mentions) -> Located:
    """The error without a file."""
    return _located(known, mentions, None, None, 0.9 if known.candidates else 0.0, explanation(known, mentions))


def located_in_file(conversation: Conversation, known: Recognised, mentions: Mentions) -> Located:
    report = _report(conversation, known)
    if report is None:
        return explained(known, mentions)
    finding, confidence = _finding(report, known, mentions)
    guess = Guess(finding.at, finding.message_index, "check") if finding else None
    guess = guess or by_id(report, mentions) or by_index(report, mentions)
    if finding is None:
        confidence = 0.4 if guess and known.candidates else 0.3 if guess else 0.0
    words = sentence(report, known, mentions, finding, guess)
    return _located(known, mentions, finding, guess, confidence, words)


def _report(conversation: Conversation, known: Recognised) -> Report | None:
    try:
        return with_fixes(check(conversation, known.candidates[0].target if known.candidates else None))
    except NoRouteError:
        return None


def _finding(report: Report, known: Recognised, mentions: Mentions) -> tuple[Finding | None, float]:
    """The finding of a rule that is refused in these words, at this place or of this id if the error names any.

    Providers have one sentence for several faults, so an error of another rule at the very place, or of the very id, is
    what they mean before a fitting one that is elsewhere.
    """
    fitting = [finding for finding in report.findings if finding.rule in known.rules]
    if fitting:
        (by_same_id, by_same_place, _), best = _best(fitting, mentions)
        if by_same_id or by_same_place:
            return best, 1.0 if by_same_id and (by_same_place or mentions.index is None) else 0.9
    if known.candidates and report.errors:
        (by_same_id, by_same_place, _), other = _best(report.errors, mentions)
        if by_same_id or by_same_place:
            return other, 0.7
    if not fitting or by_id(report, mentions) is not None:
        return None, 0.0  # the id it speaks of is here, and in order
    return best, 0.6 if mentions.ids or mentions.index is not None else 0.8


def _best(findings: list[Finding], mentions: Mentions) -> tuple[tuple[bool, bool, bool], Finding]:
    rated = [(_agreement(finding, mentions), finding) for finding in findings]
    return max(rated, key=lambda pair: (pair[0], -pair[1].rank[0], -pair[1].message_index))


def _agreement(finding: Finding, mentions: Mentions) -> tuple[bool, bool, bool]:
    predicted = mentions_in(clean(f"{finding.provider_error or ''} {finding.param or ''}"))
    ids = {str(finding.id), *predicted.ids}
    same_id = any(mine == theirs or bare(mine) == bare(theirs) for mine in ids for theirs in mentions.ids)
    same_place = mentions.index is not None and mentions.index == predicted.index
    return same_id, same_place, same_place and mentions.path == predicted.path


def _located(
    known: Recognised,
    mentions: Mentions,
    finding: Finding | None,
    guess: Guess | None,
    confidence: float,
    words: str,
) -> Located:
    first = known.candidates[0] if known.candidates else None
    rule = finding.rule if finding else first.rule if first else None
    return Located(
        rule=rule,
        code=RULES[rule].code if rule in RULES else None,
        target=first.target if first else None,
        provider=first.provider if first else None,
        provider_place=mentions.place,
        provider_index=mentions.index,
        ids=mentions.ids,
        at=guess.at if guess else None,
        message_index=guess.message_index if guess and guess.message_index >= 0 else None,
        finding=finding,
        confidence=confidence,
        sentence=words,
        rules=known.rules,
    )
