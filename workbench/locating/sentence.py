"""What was located, for a person: this message, this id, this rule, this fix; or what was looked for and not found."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.json.pointer import PointerError, resolve
from workbench.json.text import compact
from workbench.locating.evidence import Evidence
from workbench.locating.places import FIRST_FAULT, Named
from workbench.locating.recognise import Recognised
from workbench.outputs.place import place_in_words
from workbench.outputs.visible import shortened
from workbench.rules import RULES

_UNKNOWN = "The workbench does not know this error"
_LONGEST_VALUE = 120
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


def explanation(known: Recognised, evidence: Evidence) -> str:
    """Of the error alone."""
    if not known.candidates:
        return f"{_UNKNOWN}{_pointing_at(evidence)}."
    return f"{_meaning(known)}{_pointing_at(evidence)}. {_summary(known)}".strip()


def sentence(
    report: Report, known: Recognised, evidence: Evidence, finding: Finding | None, named: Named | None
) -> str:
    if finding is not None and finding.rule in known.rules:
        return _found(report, known, evidence, finding)
    if finding is not None:
        is_named = named is None or named.how != FIRST_FAULT
        why = "The file has this problem" if is_named else "It names nothing in this file, whose first problem is this"
        return f"{_opening(known)}. {why}: {_found(report, known, evidence, finding)}"
    if named is not None:
        doubt = _doubt(report, known, evidence, named)
        return f"{_opening(known)}; {_HOW[named.how]} {_what_is_there(report, named)}{doubt}"
    if not known.candidates and not (evidence.ids or evidence.place or evidence.quoted):
        return f"{_UNKNOWN}, and it names nothing that could be looked for in the file."
    return f"{_opening(known)}. This file does not show it: {_looked_for(report, evidence)}."


def _doubt(report: Report, known: Recognised, evidence: Evidence, named: Named) -> str:
    """What speaks against the place: the file lacks what the error names, or a rule that should find it there."""
    absent = [] if named.how in {"id", "path"} else _absent(report, evidence)
    if absent:
        return f" But {' and '.join(absent)}: it may be another conversation, or one that was cut."
    return f" {_NOTHING_FOUND}" if known.candidates else ""


def _opening(known: Recognised) -> str:
    return _meaning(known) if known.candidates else _UNKNOWN


def _found(report: Report, known: Recognised, evidence: Evidence, finding: Finding) -> str:
    answer = f"{place_in_words(report.conversation, finding.at)}: {_rule(finding.rule)}. {finding.text}"
    head = next((cause.head for cause in report.causes if finding in cause.findings), finding)
    if head.rule != finding.rule:
        answer += f" The cause is {_rule(head.rule)} at {place_in_words(report.conversation, head.at)}: {head.text}"
    if evidence.index is not None and finding.message_index != evidence.index:
        answer += f" ({_who(known)} counts it as {evidence.place_in_words}.)"
    if finding.fix:
        answer += f" Fix: {finding.fix.title}."
    return answer


def _what_is_there(report: Report, named: Named) -> str:
    place = place_in_words(report.conversation, named.at)
    if named.how == "absence":
        return f"{named.term!r}, and the request has no such setting."
    try:
        value = compact(resolve(report.conversation.payload, named.at))
    except PointerError:
        return f"{place}."
    return f"{place}, where the file has {shortened(value, _LONGEST_VALUE)}."


def _looked_for(report: Report, evidence: Evidence) -> str:
    """What would have shown it, had the file had it."""
    reasons = _absent(report, evidence)
    if evidence.place and not reasons:
        reasons.append(f"it has nothing at {evidence.place_in_words}")
    if evidence.quoted:
        reasons.append(f"the words {', '.join(map(repr, evidence.quoted[:3]))} are not in it")
    return " and ".join(reasons) or "the error names no place, and no rule finds anything of that kind"


def _absent(report: Report, evidence: Evidence) -> list[str]:
    count = len(report.journey.judged.messages)
    reasons = []
    if evidence.ids:
        reasons.append(f"nothing in it has the id {evidence.ids[0]!r}")
    if evidence.index is not None and evidence.index >= count:
        reasons.append(f"it has {count} messages, but the error is about {evidence.place_in_words}")
    return reasons


def _who(known: Recognised) -> str:
    return known.candidates[0].provider if known.candidates else "The provider"


def _meaning(known: Recognised) -> str:
    return f"This is how {_who(known)} reports {_rule(known.candidates[0].rule)}"


def _rule(name: str) -> str:
    rule = RULES.get(name)
    return f"{name} ({rule.code})" if rule else name


def _summary(known: Recognised) -> str:
    rule = RULES.get(known.candidates[0].rule)
    return rule.summary if rule else ""


def _pointing_at(evidence: Evidence) -> str:
    spots = [evidence.place_in_words] if evidence.place and evidence.place.exactness[0] else []
    spots += [f"id {item!r}" for item in evidence.ids[:3]]
    return f", here for {', '.join(spots)}" if spots else ""
