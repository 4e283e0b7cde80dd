"""Find what an error refers to in the reports about a file.

An error is trusted as evidence: the entire document is searched for what it names, and the rules that match its text
run with their conditions assumed to be true. The answers, most trusted first:

1. what a matching rule finds at the named id or place,
2. what any rule finds there,
3. what a matching rule finds elsewhere, because files are trimmed,
4. the named place, id, tool or word itself,
5. the subject of the sentence,
6. the first error in the file,
7. a setting that the error names and the request lacks,
8. the first warning in the file for which a refusal is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.file_places import in_file, pointer_to
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters.tool_ids import strip_prefixes
from workbench.json.pointer import to_pointer
from workbench.locating.assumptions import findings_if_assumed
from workbench.locating.envelopes import Refusal
from workbench.locating.evidence import Evidence, evidence_in
from workbench.locating.named_settings import setting_named_first, setting_named_in
from workbench.locating.places import (
    FIRST_FAULT,
    NamedPlace,
    body_of,
    by_absence,
    by_common_word,
    by_id,
    by_path,
    by_tool,
    by_word,
)
from workbench.locating.recognise import Recognised
from workbench.locating.subjects import Spot, largest_message, subject_of, turn_out_of_order
from workbench.targets import ERROR, WARNING

_MODEL_KEYS = frozenset({"model", "modelId"})
_TOO_LONG = "context-length-exceeded"
"""Only the provider counts tokens, so its error is true of any file."""
_ROLES = frozenset({"user", "assistant", "system", "tool", "model", "function"})


class Match(NamedTuple):
    finding: Finding | None
    named: NamedPlace | None
    """The place that the error names."""
    confidence: float
    report: Report
    """The report that both belong to."""


def best_match(reports: list[Report], recognised: Recognised, evidence: Evidence, models: tuple[str, ...]) -> Match:
    first = reports[0]
    fitting = [
        (report, finding) for report in reports for finding in report.findings if finding.rule in recognised.rules
    ]
    texts = {candidate.text for candidate in recognised.candidates}
    fitting = [row for row in fitting if row[1].provider_error in texts] or fitting
    if not fitting:
        fitting = [(first, finding) for finding in findings_if_assumed(first, recognised.rules, models)]
    if fitting:
        agreement, (report, best) = _best(fitting, evidence)
        if agreement.same_id or agreement.same_place:
            is_certain = agreement.same_id and (agreement.same_place or evidence.index is None)
            return Match(best, None, 1.0 if is_certain else 0.9, report)
    named, report = _named_place(reports, evidence)
    if match := _match_of_other_rule(reports, recognised, evidence, named, bool(fitting)):
        return match
    if fitting and not (named and named.how == "id"):
        _, (report, best) = _best(fitting, evidence)
        named = named if named and best.at == report.conversation.base else None
        return Match(best, named, 0.6 if evidence.ids or evidence.index is not None else 0.8, report)
    if named is not None:
        return Match(None, named, _confidence(named, recognised, evidence), report)
    subject = _by_subject(reports, evidence) or by_common_word(first.conversation, evidence)
    if subject is None and _TOO_LONG in recognised.rules:
        subject = _by_subject(reports, evidence, largest_message)
    if subject is not None:
        return Match(None, subject, 0.2, first)
    fault = _first_fault(reports)
    absent = by_absence(first.conversation, evidence)
    if fault is not None and (absent is None or fault[1].severity == ERROR):
        report, finding = fault
        return Match(finding, NamedPlace(finding.at, FIRST_FAULT), 0.1, report)
    return Match(None, absent, 0.2 if absent else 0.0, first)


def _first_fault(reports: list[Report]) -> tuple[Report, Finding] | None:
    """Return the first error of the file, or else the first warning for which a provider's refusal is known."""
    errors = ((report, finding) for report in reports for finding in report.errors)
    warnings = (
        (report, finding)
        for report in reports
        for finding in report.findings
        if finding.severity == WARNING and finding.provider_error
    )
    return next(chain(errors, warnings), None)


def _confidence(named: NamedPlace, recognised: Recognised, evidence: Evidence) -> float:
    if named.how not in {"id", "path"} and (evidence.ids or evidence.index is not None):
        return 0.2  # the file lacks the id or place that the error names
    return 0.5 if recognised.candidates else 0.4


def _named_place(reports: list[Report], evidence: Evidence) -> tuple[NamedPlace | None, Report]:
    """Find what the error names: an exact path, an id, a tool, a quoted word, a setting, or else a part of a path."""
    conversation = reports[0].conversation
    paths = [(named, report) for report in reports if (named := by_path(report, evidence))]
    for named, report in paths:
        if named.exact and named.at != report.conversation.base:
            return named, report
    for finder in (by_id, by_tool, by_word, _by_setting):
        if (named := finder(conversation, evidence)) is not None:
            return _subject_if_common(reports, evidence, named), reports[0]
    if paths and paths[0][0].at == paths[0][1].conversation.base:  # all messages; the subject says which one
        return _by_subject(reports, evidence) or paths[0][0], paths[0][1]
    return paths[0] if paths else (None, reports[0])


def _subject_if_common(reports: list[Report], evidence: Evidence, named: NamedPlace) -> NamedPlace:
    """Prefer the subject of the sentence to a role or the name of the model, which many sentences only mention."""
    if named.term in _ROLES:
        return _by_subject(reports, evidence, turn_out_of_order) or named
    if named.how == "word" and named.at.rpartition("/")[2] in _MODEL_KEYS:
        return _by_subject(reports, evidence) or named
    return named


def _by_setting(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    path = setting_named_in(body, conversation.base.rpartition("/")[2], evidence.words)
    path = path or setting_named_first(body, evidence.words)
    return NamedPlace(at + to_pointer(path), "word", str(path[-1])) if path else None


def _by_subject(
    reports: list[Report], evidence: Evidence, find: Callable[[str, Chat], Spot | None] = subject_of
) -> NamedPlace | None:
    report = reports[0]
    for chat, column in ((report.journey.internal, 0), (report.journey.judged, report.journey.judged_column)):
        if (spot := find(evidence.words, chat)) is not None:
            message, path = in_file(report.journey, column, *spot)
            return NamedPlace(pointer_to(report.conversation, message, path), "subject")
    return None


def _match_of_other_rule(
    reports: list[Report], recognised: Recognised, evidence: Evidence, named: NamedPlace | None, is_known: bool
) -> Match | None:
    """Find an error of another rule at the named id or place: providers use one sentence for several faults."""
    errors = [(report, finding) for report in reports for finding in report.errors]
    if not errors:
        return None
    agreement, (report, other) = _best(errors, evidence)
    if agreement.same_id or (recognised.candidates and agreement.same_place):
        return Match(other, named if named and named.how == "path" and named.exact else None, 0.7, report)
    if named is None or named.how != "path" or is_known:
        return None
    inside = [(report, finding) for report, finding in errors if is_within(finding.at, named.at)]
    return Match(inside[0][1], None, 0.6, inside[0][0]) if inside else None


def is_within(inner: str, outer: str) -> bool:
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
        predicted_id == named_id or strip_prefixes(predicted_id) == strip_prefixes(named_id)
        for predicted_id in ids
        for named_id in evidence.ids
    )
    same_id = same_id or finding.id in evidence.quoted  # the id of a finding may be the name of a tool
    same_place = evidence.index is not None and evidence.index == predicted.index
    return _Agreement(same_id, same_place, same_place and evidence.path == predicted.path)
