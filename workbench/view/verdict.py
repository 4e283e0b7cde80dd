"""The verdict as text, the findings as rows, and the verdict of every target."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome, Verdict
from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.outputs.verdict_sentence import table_label, verdict_sentence
from workbench.outputs.visible import shortened
from workbench.rules import RULES
from workbench.targets import ERROR, TARGETS, WARNING
from workbench.targets.severities import Severity
from workbench.view.plain_finding import plain_words
from workbench.view.protocol import CauseRow, Headline
from workbench.view.unreadable_parts import is_partial

MAX_CAUSES = 20
LONGEST = 600
"""The maximum length of a sentence: it can contain an id, and an id can have a million characters."""


def base_name(conversation: Conversation) -> str:
    """Return the name without folders, but with the position of a conversation in its file."""
    file, mark, member = conversation.name.partition("#/")
    return (file.replace("\\", "/").rsplit("/", 1)[-1] + mark + member) or conversation.name


def known_as(detection: Detection, recognised: str) -> str:
    """Return how the format was determined. `recognised` is the detected format, if the user chose another one."""
    title = FORMATS[detection.format].title
    if recognised:
        return f"read as {title}, as you chose; it looks like {FORMATS[recognised].title}"
    if not detection.recognised:
        return "no known format"
    if detection.ambiguous:
        return f"read as {title}; other formats fit as well"
    return f"detected with {round(detection.confidence * 100)} % confidence"


def found_in(conversation: Conversation) -> str:
    """Return the origin, such as `Claude Code session, 2 branches, main one shown`; empty if there is none."""
    origin = conversation.origin
    return ", ".join(filter(None, (origin.title, origin.remark))) if origin else ""


def headline(report: Report) -> Headline:
    """Return the verdict as a sentence, with the provider's error and the severity."""
    verdict = report.verdict
    partial = is_partial(report.conversation)
    text = verdict_sentence(report, "the readable part of this" if partial else "this").removesuffix(".")
    words = _with_status(report) if verdict.refused and verdict.words else ""
    return {
        "severity": _severity(verdict, partial),
        "outcome": verdict.outcome,
        "text": shortened(text, LONGEST),
        "words": shortened(words, LONGEST),
    }


def _with_status(report: Report) -> str:
    """Return the error with its HTTP status. A program that throws before it sends anything has no status."""
    return f"{'' if report.target.throws else f'{report.target.status} '}{report.verdict.words}"


def _severity(verdict: Verdict, partial: bool) -> str:
    if verdict.refused or verdict.errors:
        return WARNING if verdict.must_be_converted else ERROR
    if partial or verdict.warnings or verdict.outcome is not Outcome.ACCEPTED:
        return WARNING
    return "fine"


def cause_rows(report: Report, in_file: Callable[[str], str] | None = None) -> list[CauseRow]:
    """Return one row per rule, with the most severe first. Its other causes and places are grouped under it.

    `in_file` returns the line or row of the file that a pointer leads to."""
    where = in_file or (lambda pointer: "")
    rows: list[CauseRow] = []
    groups: dict[str, CauseRow] = {}
    for number, cause in enumerate(report.causes):
        severity = cause.severity
        for finding in cause.places:
            group = groups.get(finding.rule)
            if group is None:
                words = next((known.provider_error for known in cause.findings if known.provider_error), "")
                group = {**_row(report, severity, finding, number, where), "words": shortened(words, LONGEST)}
                group |= {"more": 0, "others": []}
                groups[finding.rule] = group
                rows.append(group)
                continue
            group["more"] += 1
            if len(group["others"]) < MAX_CAUSES:
                group["others"].append(_row(report, severity, finding, number, where))
    return rows


def _row(report: Report, severity: Severity, finding: Finding, number: int, in_file: Callable[[str], str]) -> CauseRow:
    return {
        "cause": number,
        "code": finding.code,
        "rule": finding.rule,
        "severity": severity,
        "index": finding.message_index,
        "where": location_text(report, finding),
        "in_file": in_file(finding.at),
        "text": shortened(finding.text, LONGEST),
        "plain": plain_words(report, finding),
        "words": shortened(finding.provider_error or "", LONGEST),
    }


def location_text(report: Report, finding: Finding) -> str:
    """Return the location: `message 3`, or `message 2 → 3` if the fault is between two messages."""
    partner = report.conversation.index_of(finding.partner) if finding.partner else None
    if not 0 <= finding.message_index < len(report.conversation.messages):
        return "the request"
    if partner is None or partner == finding.message_index:
        return f"message {finding.message_index}"
    first, second = sorted((partner, finding.message_index))
    return f"message {first} → {second}"


def rule_page(name: str) -> dict[str, Json] | None:
    """Return the documentation of a rule, or None if there is no such rule."""
    rule = RULES.get(name)
    if rule is None:
        return None
    return {
        "name": rule.name,
        "code": rule.code,
        "family": rule.family,
        "prose": rule.prose,
        "examples": [
            {"kind": example.kind, "target": _title_of(example.target), "text": dedent(example.source).strip("\n")}
            for example in rule.examples
        ],
    }


def _title_of(target: str) -> str:
    return TARGETS[target].title if target in TARGETS else target


def verdict_rows(verdicts: list[Verdict]) -> list[dict[str, Json]]:
    return [
        {
            "target": verdict.target,
            "title": verdict.title,
            "outcome": verdict.outcome,
            "label": table_label(verdict),
            "errors": verdict.errors,
            "words": shortened(verdict.words or "", LONGEST),
            "index": verdict.first_message,
        }
        for verdict in verdicts
    ]
