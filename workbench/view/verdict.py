"""The verdict in words, the findings as rows, and the answer of every target."""

from __future__ import annotations

from workbench.check import Report, Verdict
from workbench.findings import Cause, Finding
from workbench.jsontext import Json
from workbench.report.visible import shortened
from workbench.rules import RULES
from workbench.targets import ERROR, WARNING

MOST_CAUSES = 20
LONGEST = 600
"""Sentences hold ids, and an id can be a million letters long."""


def headline(report: Report) -> dict[str, Json]:
    """A sentence, the provider's words under it, and how bad it is."""
    errors = [cause for cause in report.causes if cause.severity == ERROR]
    warnings = sum(cause.severity == WARNING for cause in report.causes)
    title = report.target.title
    if errors:
        first = report.time_of_death
        words = report.provider_error
        return {
            "severity": ERROR,
            "text": f"{title} would refuse this: {counted(len(errors), 'error')}, first at message {first}",
            "words": shortened(f"{report.target.status} {words}", LONGEST) if words else "",
        }
    if warnings:
        text = f"{title} would accept this, with {counted(warnings, 'warning')}"
        return {"severity": WARNING, "text": text, "words": ""}
    return {"severity": "fine", "text": f"{title} would accept this", "words": ""}


def counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def cause_rows(report: Report) -> list[dict[str, Json]]:
    """One row per cause, the most severe first. Causes of one rule beyond the first are grouped under it."""
    rows: list[dict[str, Json]] = []
    groups: dict[str, dict[str, Json]] = {}
    for number, cause in enumerate(report.causes):
        group = groups.get(cause.head.rule)
        if group is not None:
            group["more"] += 1
            if len(group["others"]) < MOST_CAUSES:
                group["others"].append(_row(report, cause, number))
            continue
        row = {**_row(report, cause, number), "more": 0, "others": []}
        groups[cause.head.rule] = row
        rows.append(row)
    return rows


def _row(report: Report, cause: Cause, number: int) -> dict[str, Json]:
    head = cause.head
    return {
        "c": number,
        "code": head.code,
        "rule": head.rule,
        "severity": cause.severity,
        "i": head.message_index,
        "where": where_in_words(report, head),
        "text": shortened(head.text, LONGEST),
        "at": head.at,
        "also": [f"{finding.code} {finding.rule}" for finding in cause.findings[1:]],
        "words": shortened(
            next((finding.provider_error for finding in cause.findings if finding.provider_error), ""), LONGEST
        ),
    }


def where_in_words(report: Report, finding: Finding) -> str:
    """`message 3`, or `message 2 → 3` where it lies between two."""
    partner = report.conversation.index_of(finding.partner) if finding.partner else None
    if not 0 <= finding.message_index < len(report.conversation.messages):
        return "the request"
    if partner is None or partner == finding.message_index:
        return f"message {finding.message_index}"
    first, second = sorted((partner, finding.message_index))
    return f"message {first} → {second}"


def rule_page(name: str) -> dict[str, Json] | None:
    """A rule's documentation, as its source has it."""
    rule = RULES.get(name)
    if rule is None:
        return None
    return {
        "name": rule.name,
        "code": rule.code,
        "family": rule.family,
        "prose": rule.prose,
        "examples": [
            {"kind": example.kind, "target": example.target, "text": example.source} for example in rule.examples
        ],
    }


def verdict_rows(verdicts: list[Verdict]) -> list[dict[str, Json]]:
    return [
        {
            "target": verdict.target,
            "title": verdict.title,
            "outcome": verdict.outcome,
            "errors": verdict.errors,
            "words": shortened(verdict.words or "", LONGEST),
            "i": verdict.first_message,
        }
        for verdict in verdicts
    ]
