"""Explain to a person what was located (message, id, rule and fix), or what was searched for and not found."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.credentials import quotable
from workbench.json.pointer import PointerError, resolve, to_path
from workbench.json.text import compact
from workbench.locating.evidence import Evidence
from workbench.locating.outside import MODEL_UNNAMED, UNKNOWN_MODEL, outside_cause
from workbench.locating.places import FIRST_FAULT, NamedPlace
from workbench.locating.recognise import Recognised
from workbench.outputs.visible import shortened
from workbench.readable_place import readable_place
from workbench.rules import RULES

_UNKNOWN = "The workbench does not know this error"
_MAX_VALUE = 120
_NOTHING_FOUND = (
    "No rule finds it there: the file may have been changed since, or it depends on something that is not in the file."
)
_HOW = {
    "path": "the error points at",
    "id": "the id is at",
    "tool": "the tool is defined at",
    "word": "the error is about",
    "absence": "the error is about",
    "subject": "the most likely place is",
}


def explanation(recognised: Recognised, evidence: Evidence) -> str:
    """Explain an error without a file."""
    if not recognised.candidates:
        return outside_cause(evidence.words) or f"{_UNKNOWN}{_pointing_at(evidence)}."
    return f"{_meaning(recognised)}{_pointing_at(evidence)}. {_summary(recognised)}".strip()


def sentence(
    report: Report, recognised: Recognised, evidence: Evidence, finding: Finding | None, named: NamedPlace | None
) -> str:
    if finding is not None and finding.rule in recognised.rules:
        return _found(report, recognised, evidence, finding)
    if finding is not None:
        is_named = named is None or named.how != FIRST_FAULT
        why = "The file has this problem" if is_named else "It names nothing in this file. The first problem is this"
        return f"{_opening(recognised)}. {why}: {_found(report, recognised, evidence, finding)}"
    if named is not None:
        doubt = _doubt(report, recognised, evidence, named)
        return f"{_opening(recognised)}; {_HOW[named.how]} {_what_is_there(report, named)}{doubt}"
    if not recognised.candidates and UNKNOWN_MODEL.search(evidence.words):
        return MODEL_UNNAMED
    if not recognised.candidates and not (evidence.ids or evidence.place or evidence.quoted):
        return f"{_UNKNOWN}, and it names nothing to look for in the file."
    return f"{_opening(recognised)}. This file does not show it: {_why_not_found(report, evidence)}."


def _doubt(report: Report, recognised: Recognised, evidence: Evidence, named: NamedPlace) -> str:
    """Return the evidence against a place: the file lacks what the error names, or the rule finds nothing there."""
    absent = [] if named.how in {"id", "path"} else _absent(report, evidence)
    if absent:
        return f" But {' and '.join(absent)}: this may be another conversation, or only a part of it."
    return f" {_NOTHING_FOUND}" if recognised.candidates else ""


def _opening(recognised: Recognised) -> str:
    return _meaning(recognised) if recognised.candidates else _UNKNOWN


def _found(report: Report, recognised: Recognised, evidence: Evidence, finding: Finding) -> str:
    answer = f"{readable_place(report.conversation, finding.at)}: {_rule(finding.rule)}. {finding.text}"
    head = next((cause.head for cause in report.causes if finding in cause.findings), finding)
    if head.rule != finding.rule:
        answer += f" The cause is {_rule(head.rule)} at {readable_place(report.conversation, head.at)}: {head.text}"
    if evidence.index is not None and finding.message_index != evidence.index:
        answer += f" ({_provider(recognised)} counts it as {evidence.readable_place}.)"
    if finding.fix:
        answer += f" Fix: {finding.fix.title}."
    return answer


def _what_is_there(report: Report, named: NamedPlace) -> str:
    place = readable_place(report.conversation, named.at)
    if named.how == "absence":
        return f"{named.term!r}, and the request has no such setting."
    try:
        value = compact(quotable(resolve(report.conversation.payload, named.at), to_path(named.at)))
    except PointerError:
        return f"{place}."
    return f"{place}, where the file has {shortened(value, _MAX_VALUE)}."


def _why_not_found(report: Report, evidence: Evidence) -> str:
    """Return which of the things that the error names are not in the file."""
    reasons = _absent(report, evidence)
    if evidence.place and not reasons:
        reasons.append(f"it has nothing at {evidence.readable_place}")
    if evidence.quoted:
        reasons.append(f"it does not contain {', '.join(map(repr, evidence.quoted[:3]))}")
    return " and ".join(reasons) or "the error names no place, and no rule finds anything of that kind"


def _absent(report: Report, evidence: Evidence) -> list[str]:
    count = len(report.journey.judged.messages)
    reasons = []
    if evidence.ids:
        reasons.append(f"nothing in it has the id {evidence.ids[0]!r}")
    if evidence.index is not None and evidence.index >= count:
        reasons.append(f"it has {count} messages, but the error is about {evidence.readable_place}")
    return reasons


def _provider(recognised: Recognised) -> str:
    return recognised.candidates[0].provider if recognised.candidates else "The provider"


def _meaning(recognised: Recognised) -> str:
    return f"This is how {_provider(recognised)} reports {_rule(recognised.candidates[0].rule)}"


def _rule(name: str) -> str:
    rule = RULES.get(name)
    return f"{name} ({rule.code})" if rule else name


def _summary(recognised: Recognised) -> str:
    rule = RULES.get(recognised.candidates[0].rule)
    return rule.summary if rule else ""


def _pointing_at(evidence: Evidence) -> str:
    spots = [evidence.readable_place] if evidence.place and evidence.place.exactness[0] else []
    spots += [f"id {item!r}" for item in evidence.ids[:3]]
    return f". The error points at {', '.join(spots)}" if spots else ""
