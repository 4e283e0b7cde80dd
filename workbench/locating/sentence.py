"""What was located, told to a person: this message, this id, this rule, this fix; or that the file does not show it."""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.locating.mentions import Mentions
from workbench.locating.place import Guess
from workbench.locating.recognise import Recognised
from workbench.outputs.place import place_in_words
from workbench.rules import RULES

_UNKNOWN = "The workbench does not know this error"


def explanation(known: Recognised, mentions: Mentions) -> str:
    """Of the error alone."""
    if not known.candidates:
        return f"{_UNKNOWN}{_spoken_of(mentions)}."
    return f"{_who(known)} says so of {_rule(known.candidates[0].rule)}{_spoken_of(mentions)}. {_meaning(known)}"


def sentence(
    report: Report, known: Recognised, mentions: Mentions, finding: Finding | None, guess: Guess | None
) -> str:
    place = place_in_words(report.conversation, guess.at) if guess else ""
    if finding is not None:
        return _found(report, known, mentions, finding, place)
    if not known.candidates:
        if guess:
            return f"{_UNKNOWN}; it points at {place} of this file."
        return (
            f"{_UNKNOWN}; this file has no {mentions.place}."
            if mentions.place
            else f"{_UNKNOWN}, and it names no place."
        )
    told = f"{_who(known)} says so of {_rule(known.candidates[0].rule)}. This file does not show it: "
    if guess is None:
        return told + _why_not(report, mentions)
    found = "the id stands at" if guess.how == "id" else "the place it speaks of is"
    return (
        f"{told}{found} {place}, and nothing is wrong there of that kind; the file may have been mended or cut since."
    )


def _found(report: Report, known: Recognised, mentions: Mentions, finding: Finding, place: str) -> str:
    told = f"{place}: {_rule(finding.rule)}. {finding.text}"
    head = next(cause.head for cause in report.causes if finding in cause.findings)
    if head.rule != finding.rule:
        told += f" It comes of {_rule(head.rule)} at {place_in_words(report.conversation, head.at)}: {head.text}"
    if mentions.index is not None and finding.message_index != mentions.index:
        told += f" ({_who(known)} counts it as {mentions.place}.)"
    if finding.fix:
        told += f" Fix: {finding.fix.title}."
    return told


def _why_not(report: Report, mentions: Mentions) -> str:
    count = len(report.journey.judged.messages)
    reasons = []
    if mentions.ids:
        reasons.append(f"no call or result has the id {mentions.ids[0]!r}")
    if mentions.index is not None and mentions.index >= count:
        reasons.append(f"it has {count} messages and the error speaks of {mentions.place}")
    return (" and ".join(reasons) or "nothing in it is wrong in that way") + "."


def _who(known: Recognised) -> str:
    return known.candidates[0].provider


def _rule(name: str) -> str:
    rule = RULES.get(name)
    return f"{name} ({rule.code})" if rule else name


def _meaning(known: Recognised) -> str:
    rule = RULES.get(known.candidates[0].rule)
    return rule.summary if rule else ""


def _spoken_of(mentions: Mentions) -> str:
    spots = [mentions.place] if mentions.place else []
    spots += [f"id {item!r}" for item in mentions.ids[:3]]
    return f", and means {', '.join(spots)}" if spots else ""
