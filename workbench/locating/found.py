"""Located: what an error means, and where in this file it is.

An error is evidence, so it is believed: what it names is looked for in the whole document, and rules that fit its
words run with their conditions assumed. In the order of trust: what a fitting rule finds at the very id or place;
what any rule finds there; what a fitting rule finds elsewhere, because files are trimmed; the place, id, tool or word
itself; the subject of the sentence; and last the first thing that is wrong in the file at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.checks.chat import Chat
from workbench.checks.check import check
from workbench.checks.file_places import in_file, pointer_to
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.converters.tool_ids import strip_prefixes
from workbench.json.pointer import to_pointer
from workbench.locating.assumed import findings_if_assumed
from workbench.locating.envelopes import Refusal, Unwrapped
from workbench.locating.evidence import Evidence, evidence_in
from workbench.locating.places import (
    FIRST_FAULT,
    Named,
    body_of,
    by_absence,
    by_common_word,
    by_id,
    by_path,
    by_tool,
    by_word,
)
from workbench.locating.recognise import Recognised, predicted_in
from workbench.locating.sentence import explanation, sentence
from workbench.locating.settings_words import setting_first_named, setting_spoken_of
from workbench.locating.subjects import Spot, subject_of, turn_spoken_of
from workbench.locating.texts import ErrorText
from workbench.repairs.fixes import with_fixes
from workbench.rules import RULES
from workbench.targets import ERROR, TARGETS, WARNING, default_target
from workbench.targets.models import MODEL_IN_TEXT

_MOST_TARGETS = 3
_MOST_PREDICTIONS = 200
_MODEL_KEYS = frozenset({"model", "modelId"})
_ROLES = frozenset({"user", "assistant", "system", "tool", "model", "function"})


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
    """What a rule says about it in this file; None if the error only names the place."""
    confidence: float
    sentence: str
    """For a person: which message, which id, which rule, which fix."""
    rules: tuple[str, ...] = ()
    """Every rule that is refused in these words."""
    words: str = ""
    """The provider's own sentence, out of everything that was wrapped around it."""


def explained(known: Recognised, evidence: Evidence) -> Located:
    """The error without a file."""
    return _located(known, evidence, None, None, 0.9 if known.candidates else 0.0, explanation(known, evidence))


def located_in_file(
    conversation: Conversation,
    known: Recognised,
    evidence: Evidence,
    unwrapped: Unwrapped,
    speaking: tuple[str, ...],
) -> Located:
    reports = _reports(conversation, known, speaking)
    if not reports:
        return explained(known, evidence)
    predicted = predicted_in(unwrapped, _predictions(reports))
    known = predicted if predicted.likeness > known.likeness else known
    models = tuple(dict.fromkeys(MODEL_IN_TEXT.findall(unwrapped.whole)))[:3]
    finding, named, confidence, report = _found(reports, known, evidence, models)
    if finding is not None and (named is None or not _is_nearer(named, finding, conversation)):
        named = Named(finding.at, "check")
    words = sentence(report, known, evidence, finding, named)
    return _located(known, evidence, finding, named, confidence, words, report)


def _reports(conversation: Conversation, known: Recognised, speaking: tuple[str, ...]) -> list[Report]:
    """For whoever has these words, whoever bears the signs, and the format's own provider."""
    wanted = (*known.targets[:2], *speaking[:2], default_target(conversation))
    reports = []
    for name in dict.fromkeys(name for name in wanted if name in TARGETS):
        try:
            reports.append(with_fixes(check(conversation, name)))
        except NoRouteError:
            continue
        if len(reports) == _MOST_TARGETS:
            break
    return reports


def _is_nearer(named: Named, finding: Finding, conversation: Conversation) -> bool:
    """Whether the error names a place inside of the finding's, or the finding has none of its own."""
    return named.how == FIRST_FAULT or finding.at == conversation.base or _within(named.at, finding.at)


def _predictions(reports: list[Report]) -> list[ErrorText]:
    """The refusals that are foreseen for this file, each text once."""
    texts: dict[tuple[str, str], ErrorText] = {}
    for report in reports:
        for finding in report.findings:
            if finding.provider_error and len(texts) < _MOST_PREDICTIONS:
                key = (finding.rule, finding.provider_error)
                target = report.target
                texts.setdefault(key, ErrorText(finding.rule, target.name, target.title, key[1], finding.param or ""))
    return list(texts.values())


_Found = tuple[Finding | None, Named | None, float, Report]


def _found(reports: list[Report], known: Recognised, evidence: Evidence, models: tuple[str, ...]) -> _Found:
    first = reports[0]
    fitting = [(report, finding) for report in reports for finding in report.findings if finding.rule in known.rules]
    said = {candidate.text for candidate in known.candidates}
    fitting = [row for row in fitting if row[1].provider_error in said] or fitting
    if not fitting:
        fitting = [(first, finding) for finding in findings_if_assumed(first, known.rules, models)]
    if fitting:
        agreement, (report, best) = _best(fitting, evidence)
        if agreement.same_id or agreement.same_place:
            sure = agreement.same_id and (agreement.same_place or evidence.index is None)
            return best, None, 1.0 if sure else 0.9, report
    named, report = _named(reports, evidence)
    if found := _other_rule_there(reports, known, evidence, named, bool(fitting)):
        return found
    if fitting and not (named and named.how == "id"):
        _, (report, best) = _best(fitting, evidence)
        named = named if named and best.at == report.conversation.base else None
        return best, named, 0.6 if evidence.ids or evidence.index is not None else 0.8, report
    if named is not None:
        return None, named, _trust(named, known, evidence), report
    subject = _by_subject(reports, evidence) or by_common_word(first.conversation, evidence)
    if subject is not None:
        return None, subject, 0.2, first
    wrong = _foreseen(reports)
    absent = by_absence(first.conversation, evidence)
    if wrong is not None and (absent is None or wrong[1].severity == ERROR):
        return wrong[1], Named(wrong[1].at, FIRST_FAULT), 0.1, wrong[0]
    return None, absent, 0.2 if absent else 0.0, first


def _foreseen(reports: list[Report]) -> tuple[Report, Finding] | None:
    """What is wrong in the file at all: first what is surely refused, then what may be, in known words."""
    errors = [(report, finding) for report in reports for finding in report.errors]
    doubts = (
        (report, finding)
        for report in reports
        for finding in report.findings
        if finding.severity == WARNING and finding.provider_error
    )
    return errors[0] if errors else next(doubts, None)


def _trust(named: Named, known: Recognised, evidence: Evidence) -> float:
    if named.how not in {"id", "path"} and (evidence.ids or evidence.index is not None):
        return 0.2  # what it names first is not in the file
    return 0.5 if known.candidates else 0.4


def _named(reports: list[Report], evidence: Evidence) -> tuple[Named | None, Report]:
    """What the error names: a path that the file has, an id, a tool, a setting, a word in quotes; a part of a path."""
    conversation = reports[0].conversation
    paths = [(named, report) for report in reports if (named := by_path(report, evidence))]
    for named, report in paths:
        if named.exact:
            return named, report
    for finder in (by_id, by_tool, by_word, _by_setting):
        if (named := finder(conversation, evidence)) is not None:
            return _what_is_meant(reports, evidence, named), reports[0]
    return paths[0] if paths else (None, reports[0])


def _what_is_meant(reports: list[Report], evidence: Evidence, named: Named) -> Named:
    """A role and the name of the model are words of many sentences: what else the sentence is about is meant."""
    if named.term in _ROLES:
        return _by_subject(reports, evidence, turn_spoken_of) or named
    if named.how == "word" and named.at.rpartition("/")[2] in _MODEL_KEYS:
        return _by_subject(reports, evidence) or named
    return named


def _by_setting(conversation: Conversation, evidence: Evidence) -> Named | None:
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    path = setting_spoken_of(body, conversation.base.rpartition("/")[2], evidence.words)
    path = path or setting_first_named(body, evidence.words)
    return Named(at + to_pointer(path), "word", str(path[-1])) if path else None


def _by_subject(
    reports: list[Report], evidence: Evidence, finds: Callable[[str, Chat], Spot | None] = subject_of
) -> Named | None:
    report = reports[0]
    for chat, column in ((report.journey.internal, 0), (report.journey.judged, report.journey.judged_column)):
        if (spot := finds(evidence.words, chat)) is not None:
            message, path = in_file(report.journey, column, *spot)
            return Named(pointer_to(report.conversation, message, path), "subject")
    return None


def _other_rule_there(
    reports: list[Report], known: Recognised, evidence: Evidence, named: Named | None, is_known: bool
) -> _Found | None:
    """Providers have one sentence for several faults: an error of another rule at the very id or place is meant."""
    errors = [(report, finding) for report in reports for finding in report.errors]
    if not errors:
        return None
    agreement, (report, other) = _best(errors, evidence)
    if agreement.same_id or (known.candidates and agreement.same_place):
        return other, named if named and named.how == "path" and named.exact else None, 0.7, report
    if named is None or named.how != "path" or is_known:
        return None
    there = [(report, finding) for report, finding in errors if _within(finding.at, named.at)]
    return (there[0][1], None, 0.6, there[0][0]) if there else None


def _within(inner: str, outer: str) -> bool:
    return f"{inner}/".startswith(f"{outer}/")


@dataclass(frozen=True, slots=True, order=True)
class _Agreement:
    same_id: bool
    same_place: bool
    same_path: bool


def _best(findings: list[tuple[Report, Finding]], evidence: Evidence) -> tuple[_Agreement, tuple[Report, Finding]]:
    rated = [(_agreement(finding, evidence), (report, finding)) for report, finding in findings]
    return max(rated, key=lambda row: (row[0], -row[1][1].rank[0], -row[1][1].message_index))


def _agreement(finding: Finding, evidence: Evidence) -> _Agreement:
    predicted = evidence_in((Refusal(finding.provider_error or "", finding.param or ""),))
    ids = {str(finding.id), *predicted.ids}
    same_id = any(
        mine == theirs or strip_prefixes(mine) == strip_prefixes(theirs) for mine in ids for theirs in evidence.ids
    )
    same_id = same_id or finding.id in evidence.quoted  # a tool's name
    same_place = evidence.index is not None and evidence.index == predicted.index
    return _Agreement(same_id, same_place, same_place and evidence.path == predicted.path)


def _located(
    known: Recognised,
    evidence: Evidence,
    finding: Finding | None,
    named: Named | None,
    confidence: float,
    words: str,
    report: Report | None = None,
) -> Located:
    first = known.candidates[0] if known.candidates else None
    is_meant = finding is not None and named is not None and named.how != FIRST_FAULT
    rule = finding.rule if finding and is_meant else first.rule if first else None
    index = report.conversation.index_of(named.at) if report and named else None
    return Located(
        rule=rule,
        code=RULES[rule].code if rule and rule in RULES else None,
        target=first.target if first else None,
        provider=first.provider if first else None,
        provider_place=evidence.place_in_words,
        provider_index=evidence.index,
        ids=evidence.ids,
        at=named.at if named else None,
        message_index=finding.message_index if finding and finding.message_index >= 0 else index,
        finding=finding,
        confidence=confidence,
        sentence=words,
        rules=known.rules,
        words=evidence.words,
    )
